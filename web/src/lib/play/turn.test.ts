// A turn with mouse and keys.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Show } from '$lib/game/show.svelte';
import type { HeadingView } from '$lib/types';
import { settings } from '$lib/store/settings.svelte';
import { Coach } from './coach/coach.svelte';
import { ALONE, Turn } from './turn.svelte';

const heading = (to: HeadingView['to'], open: boolean): HeadingView => ({
  to,
  heading: 'E',
  run: 2,
  longest: 4,
  path: [],
  ...(open
    ? { option: { to, heading: 'E', run: 4, end: 'k9', crash: false, damage: 0 } }
    : { blocked: 'land' }),
});

/** A table at which red steers. */
function steering(...headings: HeadingView[]) {
  const decide = vi.fn(() => Promise.resolve());
  const boat = { color: 'red', at: 'k5', heading: 'E', dice: [3, 1], damage: 0, leg: 'start', turns: 1 };
  const state = { race: 1, phase: 'steer', turn: 'red', boats: [boat] };
  const show = {
    mine: 'red',
    active: boat,
    view: { state, headings },
    host: { decide, mine: ['red'] },
  } as unknown as Show;
  const turn = new Turn(show);
  turn.draft.follow(show.view);
  return { turn, decide, boat, show: show as { mine: Show['mine'] } };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a boat with one open direction goes by itself after a moment', () => {
  const { turn, decide } = steering(
    heading('left', false),
    heading('straight', true),
    heading('right', false),
  );
  turn.depart();
  expect(turn.leaving).toBe(true);
  vi.advanceTimersByTime(ALONE - 1);
  expect(decide).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(decide).toHaveBeenCalledExactlyOnceWith('red', { type: 'steer', to: 'straight' });
});

test('it can be held back, by the player and for good by a setting', () => {
  const { turn, decide } = steering(heading('left', false), heading('straight', true));
  turn.depart();
  turn.stay();
  vi.advanceTimersByTime(10 * ALONE);
  settings.set('auto', false);
  turn.depart();
  settings.set('auto', true);
  vi.advanceTimersByTime(10 * ALONE);
  expect(decide).not.toHaveBeenCalled();
});

test('where several directions are open none is chosen, and no boat goes by itself', () => {
  const { turn, decide } = steering(heading('left', true), heading('straight', true));
  expect(turn.draft.steer).toBeUndefined();
  turn.depart();
  vi.advanceTimersByTime(10 * ALONE);
  void turn.go();
  expect(decide).not.toHaveBeenCalled();
});

test('a double tap never sends a boat off', () => {
  const headings = [heading('left', true), heading('straight', true), heading('right', false)];
  const { turn, decide } = steering(...headings);
  const [left, , right] = headings as [HeadingView, HeadingView, HeadingView];
  turn.asked();
  turn.steer(left);
  turn.steer(left);
  void turn.go();
  expect(decide).not.toHaveBeenCalled();
  // One that is not allowed is explained.
  turn.steer(right);
  expect(turn.refused).toBe(right);
  vi.advanceTimersByTime(400);
  turn.steer(left);
  expect(decide).toHaveBeenCalledExactlyOnceWith('red', { type: 'steer', to: 'left' });
});

test('after a decision a tap skips nothing for a moment: it may be the second one of a double tap', () => {
  const { turn, show } = steering(heading('left', true));
  turn.asked();
  expect(turn.begun.shut).toBe(false);
  show.mine = undefined;
  turn.asked();
  expect(turn.begun.shut).toBe(true);
  vi.advanceTimersByTime(400);
  expect(turn.begun.shut).toBe(false);
  // While rivals move, it may be skipped at once.
  turn.asked();
  expect(turn.begun.shut).toBe(false);
});

test('a tip is gone for good when it is understood', () => {
  settings.set('coach', true);
  const { turn } = steering(heading('left', true), heading('straight', true));
  const coach = new Coach(turn);
  expect(coach.tip).toBe('steer');
  coach.passed('steer');
  expect(coach.tip).toBeUndefined();
  expect(settings.kept.coached).toEqual(['steer']);
  // What must be done, not only seen, is not learnt by going on.
  coach.passed('hint');
  expect(settings.kept.coached).toEqual(['steer']);
  settings.set('coached', []);
});

test('whoever turns a die or has rounded a buoy needs no tip about it', () => {
  const { turn, boat } = steering(heading('left', true));
  const coach = new Coach(turn);
  coach.see();
  expect(settings.kept.coached).toEqual([]);
  turn.draft.turned = true;
  coach.see();
  expect(settings.kept.coached).toEqual(['change']);
  boat.leg = '2';
  coach.see();
  expect(settings.kept.coached).toEqual(['change', 'round']);
  settings.set('coached', []);
});
