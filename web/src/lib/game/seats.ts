// The seats of a regatta before it begins.
import { t } from '$lib/i18n/i18n.svelte';
import { type Color, COLORS, type PilotName } from '$lib/types';
import type { Seat } from './host';

/** A seat in the form for a new regatta. */
export interface SeatForm {
  color: Color;
  who: 'nobody' | 'person' | PilotName;
  name: string;
}

/** The seats for a quick race: you and three computer players, or computer players only. */
export function quickSeats(you: string, pilotsOnly: boolean): Seat[] {
  const pilots: [Color, PilotName][] = [
    ['orange', 'skipper'],
    ['red', 'captain'],
    ['white', 'rookie'],
  ];
  const seats: Seat[] = pilots.map(([color, pilot]) => ({ color, pilot, name: t(`color.${color}`) }));
  const yours: Seat = pilotsOnly
    ? { color: 'yellow', pilot: 'admiral', name: t('color.yellow') }
    : { color: 'yellow', name: you };
  return inOrder([...seats, yours]);
}

export const inOrder = <T extends { color: Color }>(seats: T[]): T[] =>
  [...seats].sort((a, b) => COLORS.indexOf(a.color) - COLORS.indexOf(b.color));

/** The form for a new regatta as it is first shown. */
export const emptyForm = (you: string): SeatForm[] =>
  COLORS.map((color) => ({
    color,
    who:
      color === 'yellow' ? 'person' : color === 'red' ? 'skipper' : color === 'white' ? 'captain' : 'nobody',
    name: color === 'yellow' ? you : '',
  }));

/** The seats from a filled form. A player without a name gets the name of the colour. */
export function seatsOf(form: readonly SeatForm[]): Seat[] {
  return form.flatMap(({ color, who, name }): Seat[] => {
    if (who === 'nobody') return [];
    const called = name.trim() || t(`color.${color}`);
    return [who === 'person' ? { color, name: called } : { color, name: called, pilot: who }];
  });
}
