// The record table of a lake: runs on this device, ghosts, and runs that the server knows.
import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Happening } from '$lib/types';
import { saveGame } from '$lib/store/games';
import type { Ghost } from './ghost';
import RecordTable from './RecordTable.svelte';

afterEach(() => vi.unstubAllGlobals());

const run = (attempt: string, name: string, turns: number, ending = 'finished') => ({
  attempt,
  name,
  turns,
  ending,
  place: 1,
});
const spot = { at: 'b2', heading: 'E' } as const;
const ghost = (name: string, turns: number): Ghost => ({
  name,
  color: 'red',
  spots: Array.from({ length: turns + 1 }, () => spot),
  finished: true,
});
const names = (): (string | null)[] => screen.queryAllByRole('rowheader').map((name) => name.textContent);

test('runs of the daily lake have links to their records, and their ghosts are not listed twice', async () => {
  const results = {
    registered: [run('a1', 'Ada', 14), run('a2', 'Bo', 16), run('a3', 'Cem', 9, 'sunk')],
    guests: [run('a4', 'Dora', 12)],
    machine_like: [run('a5', 'Robo', 10)],
  };
  const fetch = vi.fn<(path: string) => Promise<Response>>(() => Promise.resolve(Response.json(results)));
  vi.stubGlobal('fetch', fetch);
  render(RecordTable, {
    layout: 'lake',
    course: 'course',
    ghosts: [ghost('Ada', 14), ghost('Best play', 13)],
    day: '2026-11-19',
  });
  await vi.waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3));
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/daily/2026-11-19/results']);
  expect(names()).toEqual(['Dora', 'Best play', 'Ada', 'Bo']);
  expect(screen.getByRole('link', { name: 'Saved game: Ada' }).getAttribute('href')).toBe(
    '/api/daily/2026-11-19/attempts/a1/record',
  );
});

test('a run on this device counts in whichever race of a regatta it was', async () => {
  const story = [
    { type: 'lake', layout: 'lake' },
    { type: 'race', race: 1, course: 'other' },
    { type: 'race-over', race: 1 },
    { type: 'race', race: 2, course: 'course' },
    { type: 'placed', color: 'red', ...spot },
    { type: 'moved', color: 'red', end: 'c3', heading: 'E', finished: true },
  ] as unknown as Happening[];
  const seats = [{ color: 'red' as const, name: 'Eve' }];
  await saveGame({ id: 'g', seats, story, created: 1, updated: 2, over: true }).catch(() => undefined);
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  render(RecordTable, { layout: 'lake', course: 'course' });
  await vi.waitFor(() => expect(names()).toEqual(['Eve']));
  expect(fetch).not.toHaveBeenCalled();
});
