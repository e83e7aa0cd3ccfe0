// What a player has chosen to be told, and times of the day.
import type { MessageChoices, MessageSwitches } from '$lib/types';

export const KINDS = [
  'turn',
  'reminder',
  'challenge',
  'table',
  'over',
] as const satisfies readonly (keyof MessageSwitches)[];

/** Minutes since midnight as a time field wants them: 07:05. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A time field's text as minutes since midnight; nothing if it is empty. */
export function minutesOf(time: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : undefined;
}

/** The choices with one switch changed. */
export const switched = (
  choices: MessageChoices,
  channel: 'push' | 'mail',
  kind: keyof MessageSwitches,
  on: boolean,
): MessageChoices => ({ ...choices, [channel]: { ...choices[channel], [kind]: on } });

/** The time zone of this device. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
