// Words for seats, clocks and times.
import { expect, test } from 'vitest';
import type { RegattaOccasionKind, RegattaSummary } from '$lib/types';
import { clockText, isMine, isMyTurn, occasionText, occasionWay, spanText, waitsFor } from './words';

const LIVE: RegattaSummary = {
  id: 'r1',
  stage: 'live',
  settings: { seats: 2 },
  host: 'ada',
  turn: 'red',
  created: 0,
  seats: [
    { color: 'red', name: 'Ada', player: 'ada', ready: true, away: false },
    { color: 'white', name: 'Captain', pilot: 'captain', ready: true, away: false },
  ],
};

test('time as people read it', () => {
  expect([0, 4200, 65_000, 3_723_000, 4 * 86_400_000 + 3_600_000].map(spanText)).toEqual([
    '0:00',
    '0:05',
    '1:05',
    '1:02:03',
    '4 days 1 hr',
  ]);
});

test('the clock of a regatta in words', () => {
  const texts = [45, 90, 3600].map((turn) => clockText({ type: 'live', turn, bank: 0 }));
  expect(texts).toEqual(['Live: 45 sec a turn', 'Live: 90 sec a turn', 'Live: 60 min a turn']);
  expect(clockText({ type: 'correspondence', hours: 24 })).toBe('By correspondence: 24 hr a turn');
  expect(clockText({ type: 'correspondence', hours: 72 })).toBe('By correspondence: 3 days a turn');
});

test('whose regatta, whose turn', () => {
  expect([isMine(LIVE, 'ada'), isMine(LIVE, 'bo'), isMine(LIVE, undefined)]).toEqual([true, false, false]);
  expect(isMyTurn(LIVE, 'ada')).toBe(true);
  expect(waitsFor(LIVE, 'ada')).toBe('Your turn');
  expect(waitsFor({ ...LIVE, turn: 'white' }, 'ada')).toBe('Ines’s turn');
  expect(waitsFor({ ...LIVE, stage: 'open', turn: null }, 'bo')).toBe('2 of 2 seats taken');
});

test('what a regatta was opened for, and the way there', () => {
  const of = (kind: RegattaOccasionKind, reference: string): (string | undefined)[] => {
    const summary = { ...LIVE, occasion: { kind, reference } };
    return [occasionText(summary), occasionWay(summary)];
  };
  expect(of('season', '3/2b')).toEqual(['Season 3, group 2b', '/seasons/3/2b']);
  expect(of('event', 'abcd/2/1')).toEqual(['Event, round 2, table 1', '/e/abcd']);
  expect(of('play-now', 'abcd')).toEqual(['', undefined]);
  expect([occasionText(LIVE), occasionWay(LIVE)]).toEqual(['', undefined]);
});
