// Words for seats, clocks and times.
import { expect, test } from 'vitest';
import type { Summary } from '$lib/types';
import { clockText, isMine, isMyTurn, spanText, waitsFor } from './words';

const LIVE: Summary = {
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
