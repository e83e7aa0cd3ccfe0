// The filters of the lobby.
import { expect, test } from 'vitest';
import type { RegattaSummary } from '$lib/types';
import { everything, filtering, freeSeats, matches, queryOf } from './filter';

const REGATTA: RegattaSummary = {
  id: 'r1',
  stage: 'open',
  settings: { seats: 3, title: 'Friday night', clock: { type: 'live', turn: 30, bank: 60 } },
  host: 'ada',
  created: 0,
  seats: [{ color: 'red', name: 'Ada', player: 'ada', ready: true, away: false }],
  offered: ['bo'],
} as unknown as RegattaSummary;

test('by clock, boats, free seat, title and name', () => {
  const all = everything();
  expect([matches(REGATTA, all), filtering(all), queryOf(all)]).toEqual([true, false, '']);
  expect(matches(REGATTA, { ...all, clock: 'live', seats: 3, free: true, text: ' FRIDAY ' })).toBe(true);
  expect(matches(REGATTA, { ...all, text: 'ada' })).toBe(true);
  expect(matches(REGATTA, { ...all, text: 'bo' })).toBe(false);
  expect(matches(REGATTA, { ...all, clock: 'none' })).toBe(false);
  expect(matches(REGATTA, { ...all, seats: 4 })).toBe(false);
  expect(queryOf({ ...all, clock: 'none', seats: 2, free: true })).toBe('&clock=none&seats=2&free=true');
});

test('a reserved seat is not free, nor is one in a regatta that has started', () => {
  expect(freeSeats(REGATTA)).toBe(1);
  const full = { ...REGATTA, settings: { ...REGATTA.settings, seats: 2 } };
  expect(matches(full, { ...everything(), free: true })).toBe(false);
  expect(freeSeats({ ...REGATTA, stage: 'live' })).toBe(0);
});
