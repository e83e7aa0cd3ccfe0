// Online regattas in words: their settings, what they wait for, and how much time is left.
import { duration, t } from '$lib/i18n/i18n.svelte';
import type { Clock, Scoring, Settings, Summary } from '$lib/types';
import { seatName } from '$lib/net/online';

export function clockText(clock: Clock | undefined): string {
  if (clock?.type === 'live') return t('clock.live', { turn: duration(clock.turn, 'second') });
  if (clock?.type === 'correspondence')
    return t('clock.correspondence', { turn: duration(clock.hours, 'hour') });
  return t('clock.none');
}

const scoringText = (scoring: Scoring | null | undefined): string[] =>
  scoring ? [t(`scoring.${scoring}`)] : [];

/** The settings in words: lake, races, scoring, clock. */
export const settingsText = ({ sides, races, clock, scoring }: Settings): string =>
  [
    t(`sides.${sides ?? 'dark'}`),
    t('new.n', { n: races ?? 3 }),
    ...scoringText(scoring),
    clockText(clock),
  ].join(' · ');

export const isMine = ({ seats, host }: Summary, me: string | undefined): boolean =>
  me !== undefined && (host === me || seats.some(({ player }) => player === me));

export const isMyTurn = ({ seats, turn }: Summary, me: string | undefined): boolean =>
  me !== undefined && Boolean(turn) && seats.some(({ player, color }) => player === me && color === turn);

/** What a regatta is waiting for. */
export function waitsFor(summary: Summary, me: string | undefined): string {
  const { seats, settings, stage, turn } = summary;
  if (stage === 'open') return t('lobby.waiting', { n: seats.length, seats: settings.seats });
  if (isMyTurn(summary, me)) return t('lobby.yourturn');
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
