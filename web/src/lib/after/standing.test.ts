// The standings of a regatta.
import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import type { Happened } from '$lib/rules/happened';
import Standing from './Standing.svelte';

test('r5_5 equal points stand in the order of the ranking', () => {
  const result: Happened<'race-over'> = {
    type: 'race-over',
    race: 1,
    order: ['yellow', 'orange'],
    sunk: [],
    turns: { orange: 37, yellow: 37 },
    points: { orange: 9, yellow: 9 },
  };
  const seats = [
    { color: 'orange' as const, name: 'Ada' },
    { color: 'yellow' as const, name: 'Bo' },
  ];
  render(Standing, {
    results: [result],
    seats,
    races: 1,
    points: result.points,
    ranking: [['yellow'], ['orange']],
  });
  expect(screen.getAllByRole('rowheader').map((row) => row.textContent?.replace(/\d/g, '').trim())).toEqual([
    'Bo',
    'Ada',
  ]);
});
