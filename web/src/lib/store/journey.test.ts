// What the app remembers of a newcomer.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test('the first race is the first only once, and the way so far is remembered', async () => {
  const { journey } = await import('./journey.svelte');
  expect(journey.first).toBe(true);
  // Rivals of one's own strength, until one wants others.
  expect(journey.kept.fair).toBe(true);
  const suggest = vi.fn(() => 'skipper' as const);
  journey.raced({ pilot: 'rookie', won: true }, suggest);
  journey.setFair(false);
  expect(suggest).toHaveBeenLastCalledWith([{ pilot: 'rookie', won: true }]);
  vi.resetModules();
  const { journey: again } = await import('./journey.svelte');
  expect(again.kept).toEqual({ duels: [{ pilot: 'rookie', won: true }], next: 'skipper', fair: false });
  const { settings } = await import('./settings.svelte');
  settings.set('raced', 1);
  expect(again.first).toBe(false);
  again.startAgain();
  expect(again.first).toBe(true);
});

test('what cannot be read is forgotten', async () => {
  localStorage.setItem('powerboats.journey', '{');
  const { journey } = await import('./journey.svelte');
  expect(journey.first).toBe(true);
});
