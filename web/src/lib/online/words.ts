// Online regattas in words: their settings, what they wait for, and how much time is left.
import { duration, t } from '$lib/i18n/i18n.svelte';
import { rivalName, rivalTitle } from '$lib/rivals/rivals';
import type { Clock, Scoring, SeatView, RegattaSettings, RegattaSummary } from '$lib/types';

/** The name of a seat: computer players by the name of the rival, as at the table, deleted players by their colour. */
export const seatName = ({ color, name, pilot }: SeatView): string =>
  pilot ? rivalName(pilot) : name || t(`color.${color}`);
/** The same with the rank of computer players, where there is room for it. */
export const seatTitle = (seat: SeatView): string => (seat.pilot ? rivalTitle(seat.pilot) : seatName(seat));

/** A length of time in the largest unit that gives a whole number of at least two. */
const lengthText = (count: number, small: 'second' | 'hour'): string => {
  const [size, large] = small === 'second' ? ([60, 'minute'] as const) : ([24, 'day'] as const);
  return count >= 2 * size && count % size === 0 ? duration(count / size, large) : duration(count, small);
};

export function clockText(clock: Clock | undefined): string {
  if (clock?.type === 'live') return t('clock.live', { turn: lengthText(clock.turn, 'second') });
  if (clock?.type === 'correspondence')
    return t('clock.correspondence', { turn: lengthText(clock.hours, 'hour') });
  return t('clock.none');
}

const scoringText = (scoring: Scoring | null | undefined): string[] =>
  scoring ? [t(`scoring.${scoring}`)] : [];

/** The settings in words: lake, races, scoring, clock. */
export const settingsText = ({ sides, races, clock, scoring, rated }: RegattaSettings): string =>
  [
    t(`sides.${sides ?? 'dark'}`),
    t('new.n', { n: races ?? 3 }),
    ...scoringText(scoring),
    clockText(clock),
    ...(rated ? [t('rated.mark')] : []),
  ].join(' · ');

/**
 * What the server has opened a regatta for: a season and a group in it, or a round of an event and a table in it. Nothing if
 * a player opened it.
 */
export function occasionText({ occasion }: RegattaSummary): string {
  const [first, second, third] = occasion?.reference.split('/') ?? [];
  if (occasion?.kind === 'season' && first && second)
    return t('season.mark', { season: first, name: second });
  if (occasion?.kind === 'event' && second && third) return t('event.mark', { round: second, table: third });
  return '';
}

/** The page of what the server has opened a regatta for. */
export function occasionWay({ occasion }: RegattaSummary): string | undefined {
  if (occasion?.kind === 'season') return `/seasons/${occasion.reference}`;
  return occasion?.kind === 'event' ? `/e/${occasion.reference.split('/')[0] ?? ''}` : undefined;
}

export const isMine = ({ seats, host }: RegattaSummary, me: string | undefined): boolean =>
  me !== undefined && (host === me || seats.some(({ player }) => player === me));

/** Whether a seat is reserved for this player. */
export const isOffered = ({ offered, stage }: RegattaSummary, me: string | undefined): boolean =>
  me !== undefined && stage === 'open' && Boolean(offered?.includes(me));

export const isMyTurn = ({ seats, turn }: RegattaSummary, me: string | undefined): boolean =>
  me !== undefined && Boolean(turn) && seats.some(({ player, color }) => player === me && color === turn);

/** What a regatta is waiting for. */
export function waitsFor(summary: RegattaSummary, me: string | undefined): string {
  const { seats, settings, stage, turn } = summary;
  if (isOffered(summary, me)) return t('lobby.invited');
  if (stage === 'open') return t('lobby.waiting', { n: seats.length, seats: settings.seats });
  if (isMyTurn(summary, me)) return t('lobby.yourturn');
  if (summary.paused) return t('lobby.paused');
  const seat = seats.find(({ color }) => color === turn);
  if (stage === 'live' && seat) return t('lobby.theirturn', { name: seatName(seat) });
  return t(stage === 'live' ? 'stage.live' : stage === 'over' ? 'stage.over' : 'stage.closed');
}

/** The time left on a clock: 1:05, 2:03:00 or 3 days 4 hr. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${duration(Math.floor(hours / 24), 'day')} ${duration(hours % 24, 'hour')}`;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '');
}
