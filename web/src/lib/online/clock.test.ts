// Clocks as text.
import { expect, test } from 'vitest';
import { reading } from './clock';

test('the turn’s own time runs first, then the reserve, then nothing is left', () => {
  const [until, bank] = [100_000, 60_000];
  expect(reading(until, bank, 10_000)).toEqual({ turn: 30_000, bank: 60_000, reserve: false });
  expect(reading(until, bank, 70_000)).toEqual({ turn: 0, bank: 30_000, reserve: true });
  expect(reading(until, bank, 120_000)).toEqual({ turn: 0, bank: 0, reserve: true });
});

test('without a reserve there is only the turn', () => {
  expect(reading(100, 0, 40)).toEqual({ turn: 60, bank: 0, reserve: false });
  expect(reading(100, 0, 140)).toEqual({ turn: 0, bank: 0, reserve: false });
});
