// Boats that move over the board.
import { afterEach, expect, test, vi } from 'vitest';
import { Game } from 'powerboats';
import { settings } from '$lib/store/settings.svelte';
import { story } from '../../../test/regatta';
import { makeStage } from './stage';

afterEach(() => {
  vi.useRealTimers();
  settings.kept.motion = 'system';
});

const stage = () =>
  makeStage({
    boat: () => undefined,
    effects: () => undefined,
    before: () => undefined,
    say: () => undefined,
  });

/** A roll, and the state before it. */
function roll() {
  const told = story(3);
  const at = told.findIndex(({ type }) => type === 'rolled');
  const game = Game.follow(told.slice(0, at));
  const before = game.view();
  game.free();
  const happening = told[at];
  if (!happening) throw new Error('somebody has rolled');
  return { happening, before };
}

test('dice tumble for a while, and a tap ends it at once', async () => {
  vi.useFakeTimers();
  settings.kept.motion = 'full';
  const { happening, before } = roll();
  const on = stage();
  const over = vi.fn();
  void on.play(happening, before).then(over);
  await vi.advanceTimersByTimeAsync(200);
  expect(over).not.toHaveBeenCalled();
  on.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toHaveBeenCalledOnce();
});

test('without motion there is nothing to wait for', async () => {
  settings.kept.motion = 'none';
  const { happening, before } = roll();
  const from = performance.now();
  (await stage().play(happening, before))();
  expect(performance.now() - from).toBeLessThan(300);
});
