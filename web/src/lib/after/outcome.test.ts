// The end of a race and of a regatta: headline, places, podium, share card.
import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import type { Seat } from '$lib/game/host';
import type { Color, GameView, Prospect } from '$lib/types';
import { cardSvg, lines, sizeOf } from './card';
import { luckOf, ofLuck } from './luck';
import {
  duelOf,
  matchHeadline,
  matchPlaces,
  meaning,
  raceHeadline,
  racePlaces,
  type Result,
  winnersText,
} from './outcome';
import Podium from './Podium.svelte';

const SEATS: Seat[] = [
  { color: 'yellow', name: 'Ada' },
  { color: 'red', name: 'Bea', pilot: 'skipper' },
  { color: 'white', name: 'Pip', pilot: 'rookie' },
  { color: 'black', name: 'Ines', pilot: 'captain' },
];
const result = (more: Partial<Result> = {}): Result => ({
  type: 'race-over',
  race: 1,
  order: ['red', 'yellow', 'white'],
  sunk: ['black'],
  turns: { red: 14, yellow: 15, white: 22, black: 3 },
  points: { red: 3, yellow: 2, white: 1, black: 0 },
  ...more,
});
const view = (more: Partial<GameView> = {}): GameView => ({
  headings: [],
  races: 3,
  over: false,
  standing: [['red'], ['yellow'], ['white'], ['black']],
  points: result().points,
  stakes: { win: 6, prospects: { yellow: 'near' } },
  ...more,
});

test('the headline is about you, or about the winner', () => {
  expect(raceHeadline(result(), SEATS, 'yellow')).toBe('Second place');
  expect(raceHeadline(result(), SEATS, 'red')).toBe('You won!');
  expect(raceHeadline(result(), SEATS, 'black')).toBe('Your boat sank');
  expect(raceHeadline(result({ sunk: [] }), SEATS, 'black')).toBe('Not finished this time');
  expect(raceHeadline(result(), SEATS, undefined)).toBe('Bea wins race A!');
  expect(raceHeadline(result({ order: [] }), SEATS, undefined)).toBe('Nobody finished');
});

test('the headline of a regatta is your place in it, or who won', () => {
  const headline = (ranking: Color[][], races: number, you: Color | undefined, results: Result[] = []) =>
    matchHeadline(ranking, results, races, SEATS, you);
  expect(headline([['yellow'], ['red']], 3, 'yellow')).toBe('You won the regatta!');
  expect(headline([['yellow'], ['red']], 1, 'yellow')).toBe('You won!');
  expect(headline([['yellow', 'red']], 3, 'yellow')).toBe('Ada and Bea won the regatta together!');
  expect(headline([['red'], ['yellow']], 3, 'yellow')).toBe('Second place');
  expect(headline([['red', 'white'], ['yellow']], 3, 'yellow')).toBe('Third place');
  expect(headline([['red'], ['yellow']], 3, undefined)).toBe('Bea won the regatta!');
  // One race: second, or sunk.
  expect(headline([['red'], ['yellow']], 1, 'yellow', [result()])).toBe('Second place');
  expect(headline([['red'], ['black']], 1, 'black', [result()])).toBe('Your boat sank');
  // The game was given up before its only race ended.
  expect(headline([['red'], ['yellow']], 1, 'yellow')).toBe('Second place');
  const winners = (ranking: Color[][], you: Color | undefined) => winnersText(ranking, SEATS, you);
  expect(winners([['red'], ['yellow']], 'yellow')).toBe('Bea won the regatta!');
  expect([winners([['yellow'], ['red']], 'yellow'), winners([['red'], ['yellow']], undefined)]).toEqual([
    '',
    '',
  ]);
});

test('what it means for the regatta: the distance, and what the next race is worth', () => {
  const after = (points: Result['points'], yellow: Prospect) =>
    meaning(
      view({ points, stakes: { win: 6, prospects: { yellow } } }),
      [result({ points })],
      SEATS,
      'yellow',
    );
  expect(after({ red: 3, yellow: 2 }, 'near')).toBe(
    'You are 1 point behind Bea. Winning race B is worth 6 points. Win it, and you can take the lead.',
  );
  expect(after({ red: 9, yellow: 2 }, 'open')).toBe(
    'You are 7 points behind Bea. Winning race B is worth 6 points.',
  );
  expect(after({ red: 20, yellow: 2 }, 'gone')).toBe(
    'You are 18 points behind Bea. Bea can’t be caught any more.',
  );
  expect(after({ red: 2, yellow: 3 }, 'open')).toBe('You lead by 1 point. Winning race B is worth 6 points.');
  expect(after({ red: 2, yellow: 19 }, 'safe')).toBe('You lead by 17 points. Nobody can catch you any more!');
  expect(after({ red: 2, yellow: 2 }, 'open')).toBe('You share the lead. Winning race B is worth 6 points.');
  // Where turns count too, nobody can say what a win is worth.
  const unstaked = view();
  delete unstaked.stakes;
  expect(meaning(unstaked, [result()], SEATS, 'yellow')).toBe('You are 1 point behind Bea.');
  expect(meaning(view({ races: 1 }), [result()], SEATS, 'yellow')).toBe('');
  expect(meaning(view(), [result()], SEATS, undefined)).toBe('Bea leads. Winning race B is worth 6 points.');
});

test('places: those who share a rank share the place, those who sank have none', () => {
  expect(racePlaces(result(), SEATS).map(({ name, place, note }) => [name, place, note])).toEqual([
    ['Bea', 1, '14 turns'],
    ['Ada', 2, '15 turns'],
    ['Pip', 3, '22 turns'],
    ['Ines', undefined, 'sunk'],
  ]);
  const ranks = matchPlaces([['red', 'yellow'], ['white'], ['black']], result().points, SEATS);
  expect(ranks.map(({ name, place }) => [name, place])).toEqual([
    ['Bea', 1],
    ['Ada', 1],
    ['Pip', 3],
    ['Ines', 4],
  ]);
});

test('the podium shows three, second, first, third, and names the others', () => {
  render(Podium, { placed: racePlaces(result(), SEATS) });
  const [steps, others] = screen.getAllByRole('list');
  expect([...(steps?.querySelectorAll('.name') ?? [])].map((it) => it.textContent)).toEqual([
    'Ada',
    'Bea',
    'Pip',
  ]);
  expect(others?.textContent).toContain('Ines');
});

test('the duel is against the strongest rival', () => {
  expect(duelOf(result(), SEATS)).toEqual({ pilot: 'captain', won: true });
  expect(duelOf(result({ order: ['black', 'yellow'], sunk: [] }), SEATS)).toEqual({
    pilot: 'captain',
    won: false,
  });
  expect(duelOf(result({ order: ['red'] }), SEATS)).toBeUndefined();
  expect(duelOf(result(), [...SEATS, { color: 'purple', name: 'Bo' }])).toBeUndefined();
});

test('the share card escapes names and breaks long headlines', () => {
  const chart = '<?xml?><svg viewBox="0 0 10 10" width="100%" height="100%"><path/></svg>';
  const [ada] = racePlaces(result(), [{ color: 'red', name: '<b>&' }]);
  const svg = cardSvg(chart, {
    title: 'Ada & Bea won the regatta together!',
    placed: ada ? [ada] : [],
    app: 'P',
  });
  expect(svg).toContain('&lt;b&gt;&amp;');
  expect(svg).not.toContain('<b>');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  // A long word is smaller, so that it stays beside the lake.
  expect([['You won!'], ['Donaudampfschiff'], ['你贏得比賽！']].map(sizeOf)).toEqual([42, 31, 42]);
  expect(lines('You won the regatta!', 17)).toEqual(['You won the', 'regatta!']);
  expect(lines('你贏得比賽！', 17)).toEqual(['你贏得比賽！']);
});

test('luck has a middle and two ends', () => {
  const luck = (luck_percentile: number | null) => ({ luck_percentile });
  expect([2, 20, 50, 80, 97].map(ofLuck)).toEqual([1, 2, 3, 4, 5]);
  // Nobody is luckier than everybody.
  expect([0, 49.6, 100, null].map((percentile) => luckOf(luck(percentile)))).toEqual([1, 50, 99, undefined]);
});
