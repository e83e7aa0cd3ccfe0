// The seats of a regatta before it begins.
import { t } from '$lib/i18n/i18n.svelte';
import { rivalName } from '$lib/rivals/rivals';
import { type Color, COLORS, type PilotName } from '$lib/types';
import type { Seat } from './host';

/** A seat in the form for a new regatta. */
export interface SeatForm {
  color: Color;
  who: 'nobody' | 'person' | PilotName;
  name: string;
}

/** The colours in which rivals are seated. Yellow is for the person. */
const RIVAL_COLORS: readonly Color[] = ['red', 'white', 'orange', 'purple', 'black'];

export const inOrder = <T extends { color: Color }>(seats: T[]): T[] =>
  [...seats].sort((a, b) => COLORS.indexOf(a.color) - COLORS.indexOf(b.color));

const rivalsAs = (colors: readonly Color[], rivals: readonly PilotName[]): Seat[] =>
  colors.flatMap((color, i) => {
    const pilot = rivals[i];
    return pilot ? [{ color, pilot, name: rivalName(pilot) }] : [];
  });

/** One person against rivals. */
export const seatsAgainst = (you: string, rivals: readonly PilotName[]): Seat[] =>
  inOrder([...rivalsAs(RIVAL_COLORS, rivals), { color: 'yellow', name: you || t('color.yellow') }]);

/** Rivals among themselves. */
export const seatsToWatch = (rivals: readonly PilotName[]): Seat[] =>
  inOrder(rivalsAs(['yellow', ...RIVAL_COLORS], rivals));

/** The form for a new regatta as it is first shown. */
export const emptyForm = (you: string, rivals: readonly PilotName[]): SeatForm[] =>
  COLORS.map((color) => ({
    color,
    who: color === 'yellow' ? 'person' : (rivals[RIVAL_COLORS.indexOf(color)] ?? 'nobody'),
    name: color === 'yellow' ? you : '',
  }));

/** The seats from a filled form. A person without a name gets the name of the colour, a rival has a name. */
export function seatsOf(form: readonly SeatForm[]): Seat[] {
  return form.flatMap(({ color, who, name }): Seat[] => {
    if (who === 'nobody') return [];
    if (who === 'person') return [{ color, name: name.trim() || t(`color.${color}`) }];
    return [{ color, name: rivalName(who), pilot: who }];
  });
}

/** The same seats for a rematch, as they can be stored. */
export const sameSeats = (seats: readonly Seat[]): Seat[] =>
  seats.map(({ color, name, pilot }) => (pilot ? { color, name, pilot } : { color, name }));
