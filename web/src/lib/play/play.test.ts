import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { Draft } from '$lib/game/draft.svelte';
import { Show } from '$lib/game/show.svelte';
import { still, SEATS } from '../../test/regatta';
import DiceTurn from './DiceTurn.svelte';
import Fleet from './Fleet.svelte';
import InWords from './InWords.svelte';
import SteerTurn from './SteerTurn.svelte';
import { goalText, told, whyNot } from './words';
import Reach from '$lib/board/Reach.svelte';
import type { BoatView, CourseView, HeadingView, Reach as ReachMap } from '$lib/types';

const boat: BoatView = {
  color: 'red',
  at: 'k12',
  heading: 'E',
  dice: [3, 2],
  damage: 1,
  kept: 0,
  leg: '1',
  owes: 0,
  status: 'racing',
  turns: 4,
};

test('dice are marked by click and by key', async () => {
  const draft = new Draft();
  draft.marked = { marks: ['hold', 'hold'], add: false };
  const go = vi.fn();
  render(DiceTurn, { boat, draft, reach: undefined, ongo: go });
  screen.getByRole('button', { name: /Die 1 shows 3: keep/ }).click();
  expect(draft.marked.marks).toEqual(['roll', 'hold']);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '+' }));
  expect(draft.marked.add).toBe(true);
  screen.getByTestId('go').click();
  expect(go).toHaveBeenCalledOnce();
});

test('a hex where several things may happen is marked once, by the worst, with the whole chance', () => {
  const end = { to: 'left', heading: 'E', at: 'k9', damage: 1, leg: '1' } as const;
  const reach: ReachMap = {
    crash: 1,
    damage: 2,
    sink: 0.25,
    finish: 0,
    totals: [5, 7],
    ends: [
      { ...end, ending: 'sinks', chance: 0.25 },
      { ...end, ending: 'crashes', chance: 0.75 },
      { ...end, to: 'right', at: 'k12', ending: 'sails', chance: 0.5 },
    ],
  };
  const { container } = render(Reach, { reach });
  const ends = [...container.querySelectorAll('.end')];
  expect(ends.map((one) => [one.classList.contains('sinks'), one.textContent?.trim()])).toEqual([
    [true, '100'],
    [false, '50'],
  ]);
});

const heading = (to: 'left' | 'straight' | 'right', run: number, open: boolean): HeadingView => ({
  to,
  heading: 'E',
  run,
  longest: 7,
  path: [],
  ...(open
    ? { option: { to, heading: 'E', run, end: 'k9', crash: false, damage: 0 } }
    : { blocked: 'land', stop: 'k8' }),
});

test('r6_2 a forbidden heading says why', () => {
  const headings = [heading('left', 0, false), heading('straight', 6, false), heading('right', 7, true)];
  const open = headings.slice(2);
  expect(whyNot(headings[1] as HeadingView, open)).toBe(
    'Straight ahead you hit land after 6 spaces. So you must turn right.',
  );
  expect(whyNot(headings[0] as HeadingView, open)).toBe(
    'To the left you hit land at once. So you must turn right.',
  );
  const draft = new Draft();
  draft.steer = 'right';
  const go = vi.fn();
  render(SteerTurn, { headings, draft, ongo: go });
  expect(screen.getByTestId('steer-left')).toHaveProperty('disabled', true);
  screen.getByTestId('steer-right').click();
  expect(go).toHaveBeenCalledOnce();
});

test('a goal speaks to the player, or about the boat of someone else', () => {
  const course = { rounding: ['right', 'left', 'left'] } as unknown as CourseView;
  expect(goalText(course, boat)).toBe('Next: go round buoy 1. Keep it on your right.');
  expect(goalText(course, boat, 'Bo')).toBe('Next for Bo: go round buoy 1, with the buoy on the right.');
  const owing = { ...boat, leg: '2', owes: 1 } as const;
  expect(goalText(course, owing, 'Bo')).toBe(
    'Next for Bo: go round buoy 2, with the buoy on the left. ' +
      'Bo went through its gate the wrong way and must first go back through it.',
  );
  for (const leg of ['start', 'finish'] as const)
    expect(goalText(course, { ...boat, leg }, 'Bo')).not.toMatch(/you/);
});

test('fleet and lake are told in words', () => {
  const show = new Show(still(12));
  const state = show.view.state;
  if (!state) throw new Error('a race is on');
  render(Fleet, { state, seats: SEATS });
  expect(screen.getAllByRole('listitem').length).toBe(2);
  render(InWords, { show });
  expect(screen.getByText(/line goes from buoy 0/)).toBeTruthy();
  expect(screen.queryByText(/Next:/)).toBeNull();
  for (const happening of show.story) expect(told(happening, SEATS)).not.toMatch(/\{|undefined/);
  show.close();
});
