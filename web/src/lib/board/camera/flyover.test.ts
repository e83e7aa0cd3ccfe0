// The flight over the lake before a race.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Game } from 'powerboats';
import { thePlane } from '$lib/rules/rules';
import { settings } from '$lib/store/settings.svelte';
import { story } from '../../../test/regatta';
import { isOpen, markOf, markPoint } from '../lake';
import { fly, type FlyStop } from './flyover';
import { Viewport } from './viewport.svelte';

function course() {
  const game = Game.follow(story(0));
  const { course } = game.view();
  game.free();
  if (!course) throw new Error('a course is dealt');
  return course;
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.kept.motion = 'system';
});

function flight() {
  const viewport = new Viewport(thePlane().view);
  viewport.resize(390, 500);
  const stops: FlyStop[] = [];
  const own = new AbortController();
  const seen: boolean[] = [];
  const on = course();
  const ended = fly(on, viewport, own.signal, (stop) => {
    stops.push(stop);
    // The camera is there once it has been told.
    queueMicrotask(() => stop !== 'whole' && seen.push(viewport.sees(markPoint(on, stop))));
  });
  return { stops, seen, own, ended, viewport };
}

test('it visits every mark in order, and sees each', async () => {
  settings.kept.motion = 'full';
  const { stops, seen, ended } = flight();
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(stops).toEqual(['start', '1', '2', '3', 'finish']);
  expect(seen).toEqual([true, true, true, true, true]);
});
test('a tap ends it', async () => {
  settings.kept.motion = 'full';
  const { stops, own, ended } = flight();
  await vi.advanceTimersByTimeAsync(3000);
  own.abort();
  await ended;
  expect(stops).toEqual(['start', '1']);
});
test('without motion it shows the whole course', async () => {
  settings.kept.motion = 'none';
  const { stops, ended, viewport } = flight();
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(stops).toEqual(['whole']);
  expect(viewport.camera.k).toBe(1);
});
test('a gate is drawn on open water only, and is passed across', () => {
  const on = course();
  for (const leg of ['1', '2', '3'] as const) {
    const { hexes, passing, turn } = markOf(on, leg);
    expect(hexes.every((hex) => isOpen(on, hex))).toBe(true);
    const gate = on.gates[Number(leg) - 1];
    const across = passing - thePlane().degrees[gate?.heading ?? 'E'];
    expect(across).toBe(90 * turn);
    expect(turn).toBe(on.rounding[Number(leg) - 1] === 'right' ? 1 : -1);
  }
});
