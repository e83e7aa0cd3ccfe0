// Which regattas of the lobby are shown.
import type { Clock, RegattaSummary } from '$lib/types';

export const CLOCK_KINDS = ['none', 'live', 'correspondence'] as const satisfies readonly Clock['type'][];
export interface Filter {
  clock: Clock['type'] | '';
  /** The number of boats, or 0 for any. */
  seats: number;
  /** Only those with a free seat. */
  free: boolean;
  /** A part of the title or of a player's name. */
  text: string;
}
export const everything = (): Filter => ({ clock: '', seats: 0, free: false, text: '' });
export const filtering = ({ clock, seats, free, text }: Filter): boolean =>
  Boolean(clock || seats || free || text.trim());

/** How many seats anybody can take. */
export const freeSeats = ({ stage, seats, settings, offered }: RegattaSummary): number =>
  stage === 'open' ? Math.max(0, settings.seats - seats.length - (offered?.length ?? 0)) : 0;

export function matches(summary: RegattaSummary, { clock, seats, free, text }: Filter): boolean {
  const { settings } = summary;
  if (clock && (settings.clock?.type ?? 'none') !== clock) return false;
  if (seats && settings.seats !== seats) return false;
  if (free && freeSeats(summary) === 0) return false;
  const wanted = text.trim().toLowerCase();
  const words = [settings.title ?? '', ...summary.seats.map(({ name }) => name)];
  return !wanted || words.some((word) => word.toLowerCase().includes(wanted));
}

/** The part of a filter that the server understands. Players' names are filtered only here. */
export function queryOf({ clock, seats, free }: Filter): string {
  const query = new URLSearchParams({
    ...(clock ? { clock } : {}),
    ...(seats ? { seats: String(seats) } : {}),
    ...(free ? { free: 'true' } : {}),
  }).toString();
  return query ? `&${query}` : '';
}
