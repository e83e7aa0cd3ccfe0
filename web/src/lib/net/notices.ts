// Notices: what happens to the players, as lasting lines in the log.
import type { ClientEvent } from '$lib/types';

/** Something about the players that stays in the log: somebody was late, left, came back, voted, … */
export interface Notice {
  seq: number;
  at: number;
  /** How many events of the game came before it. */
  after: number;
  event: ClientEvent;
}

/** What stays in the log of these events, told after a snapshot with the whole story. */
export function notedBefore(noted: readonly Notice[], story: number, told: readonly ClientEvent[]): Notice[] {
  const known = new Set(noted.map(({ seq }) => seq));
  const fresh: Notice[] = [];
  let later = 0;
  for (const event of [...told].sort((a, b) => b.seq - a.seq)) {
    if (event.type === 'game') later += 1;
    else if (isNotice(event) && !known.has(event.seq)) {
      known.add(event.seq);
      fresh.push({ seq: event.seq, at: event.at, after: story - later, event });
    }
  }
  return [...noted, ...fresh].sort((a, b) => a.seq - b.seq);
}

const NOTICES: readonly ClientEvent['type'][] = [
  'timed-out',
  'taken-over',
  'back',
  'paused',
  'resumed',
  'break',
  'break-over',
  'voted',
  'ended',
];

export const isNotice = ({ type }: ClientEvent): boolean => NOTICES.includes(type);
