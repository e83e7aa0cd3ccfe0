// What a race means, in words: the place of a player, and where the regatta stands.
import { nameOf, type Seat } from '$lib/game/host';
import { sentences, t } from '$lib/i18n/i18n.svelte';
import { raceLetter, winnersOf } from '$lib/play/words';
import { stepOf } from '$lib/rivals/rivals';
import type { Duel } from '$lib/store/journey.svelte';
import type { Happened } from '$lib/rules/happened';
import type { Color, GameView } from '$lib/types';

export type Result = Happened<'race-over'>;

/** Somebody on the podium or beside it. */
export interface Placed {
  color: Color;
  name: string;
  pilot?: Seat['pilot'];
  /** Missing for a boat that did not finish. */
  place?: number;
  /** Points or turns, or what became of the boat. */
  note: string;
}

const seatOf = (seats: readonly Seat[], color: Color): Pick<Placed, 'color' | 'name' | 'pilot'> => {
  const pilot = seats.find((seat) => seat.color === color)?.pilot;
  return { color, name: nameOf(seats, color), ...(pilot ? { pilot } : {}) };
};

/** The boats of a race, first to last. */
export function racePlaces({ order, sunk, turns }: Result, seats: readonly Seat[]): Placed[] {
  const finished = order.map((color, i) => ({
    ...seatOf(seats, color),
    place: i + 1,
    note: t('result.turns', { n: turns[color] ?? 0 }),
  }));
  const others = seats.filter(({ color }) => !order.includes(color));
  const rest = others.map(({ color }) => ({
    ...seatOf(seats, color),
    note: t(sunk.includes(color) ? 'status.sunk' : 'status.unfinished'),
  }));
  return [...finished, ...rest];
}

/** The players of a regatta that is over. Those who share a rank have the same place. */
export function matchPlaces(
  ranking: Color[][],
  points: GameView['points'] = {},
  seats: readonly Seat[],
): Placed[] {
  let place = 1;
  return ranking.flatMap((rank) => {
    const here = place;
    place += rank.length;
    return rank.map((color) => ({
      ...seatOf(seats, color),
      place: here,
      note: t('fleet.points', { n: points[color] ?? 0 }),
    }));
  });
}

const PLACES = ['won', 'place.2', 'place.3', 'place.4', 'place.5', 'place.6'] as const;

/** The headline of a race: your place, or who won if several people play here. */
export function raceHeadline(result: Result, seats: readonly Seat[], you: Color | undefined): string {
  const { order, sunk, race, turns } = result;
  if (you && seats.length === 1 && order.includes(you)) return t('ghost.done', { n: turns[you] ?? 0 });
  if (you) {
    const place = PLACES[order.indexOf(you)];
    return t(place ? `end.${place}` : sunk.includes(you) ? 'end.sunk' : 'end.unfinished');
  }
  const [winner] = order;
  if (!winner) return t('end.nobody');
  return t('end.winner', { name: nameOf(seats, winner), letter: raceLetter(race) });
}

/** The headline of a regatta that is over: your place, or who won if several people play here. */
export function matchHeadline(
  ranking: Color[][],
  results: readonly Result[],
  races: number,
  seats: readonly Seat[],
  you: Color | undefined,
): string {
  const place = ranking.findIndex((rank) => you && rank.includes(you));
  const [first = []] = ranking;
  if (!you || place < 0 || (place === 0 && first.length > 1))
    return t('result.won', winnersOf({ ranking }, seats));
  if (place === 0) return t(races === 1 ? 'end.won' : 'end.match');
  const [only] = results;
  // Where one race is everything, it also matters whether the boat came in.
  if (races === 1 && only) return raceHeadline(only, seats, you);
  const before = ranking.slice(0, place).flat().length;
  return t(`end.${PLACES[before] ?? 'unfinished'}`);
}

/** Who won a regatta, below a headline that tells you your own place. */
export function winnersText(ranking: Color[][], seats: readonly Seat[], you: Color | undefined): string {
  const behind = you && ranking.slice(1).some((rank) => rank.includes(you));
  return behind ? t('result.won', winnersOf({ ranking }, seats)) : '';
}

/** What a race means for the regatta: the distance to the leader, and what the next race is worth. */
export function meaning(
  { standing, points = {}, stakes, races }: GameView,
  results: readonly Result[],
  seats: readonly Seat[],
  you: Color | undefined,
): string {
  const leader = standing?.[0]?.[0];
  if (!leader || results.length >= races) return '';
  const letter = raceLetter(results.length + 1);
  const worth = stakes ? t('end.stake', { letter, n: stakes.win }) : '';
  const names = { name: nameOf(seats, leader) };
  if (!you) return sentences(t('end.leader', names), worth);
  const others = seats.filter(({ color }) => color !== you).map(({ color }) => points[color] ?? 0);
  const mine = points[you] ?? 0;
  const ahead = mine - Math.max(...others);
  const prospect = stakes?.prospects[you];
  if (ahead > 0) return sentences(t('end.lead', { n: ahead }), prospect === 'safe' ? t('end.safe') : worth);
  if (ahead === 0) return sentences(t('end.level'), worth);
  const behind = t('end.behind', { ...names, n: -ahead });
  if (prospect === 'gone') return sentences(behind, t('end.gone', names));
  return sentences(behind, worth, prospect === 'near' ? t('end.catch') : '');
}

/** The result against the strongest rival, if one person raced here. Nobody wins if neither finished. */
export function duelOf({ order }: Result, seats: readonly Seat[]): Duel | undefined {
  const people = seats.filter(({ pilot }) => !pilot);
  const [you] = people;
  const strongest = seats
    .filter(({ pilot }) => pilot)
    .sort((a, b) => stepOf(b.pilot ?? 'rookie') - stepOf(a.pilot ?? 'rookie'))[0];
  if (people.length !== 1 || !you || !strongest?.pilot) return undefined;
  const [mine, theirs] = [you, strongest].map(({ color }) => order.indexOf(color));
  if (mine === undefined || theirs === undefined || (mine < 0 && theirs < 0)) return undefined;
  return { pilot: strongest.pilot, won: mine >= 0 && (theirs < 0 || mine < theirs) };
}
