// What the game page says and offers.
import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { Draft } from '$lib/game/draft.svelte';
import { Show } from '$lib/game/show.svelte';
import { still, SEATS } from '../../test/regatta';
import { deedOf } from './deeds';
import DiceTurn from './dock/DiceTurn.svelte';
import { byArrow, onScreen } from './dock/compass';
import { diceMain, steerMain } from './dock/main';
import SteerTurn from './dock/SteerTurn.svelte';
import Fleet from './Fleet.svelte';
import InWords from './menu/InWords.svelte';
import { goalText, told, whyNot } from './words';
import Reach from '$lib/board/choice/Reach.svelte';
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
  render(DiceTurn, { boat, draft, reach: undefined });
  screen.getByLabelText(/Die 1 shows 3: keep/).click();
  expect(draft.marked.marks).toEqual(['roll', 'hold']);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '+' }));
  expect(draft.marked.add).toBe(true);
  // The number that will be given up stays in sight.
  const die = await screen.findByLabelText(/Die 1 shows 3: re-roll/);
  expect(die.querySelectorAll('i').length).toBe(3);
});

test('the main button warns of a large risk, in words', () => {
  const reach: ReachMap = { crash: 0.1, damage: 0, sink: 0, finish: 0, totals: [4, 6], ends: [] };
  const choice = { hold: [3], count: 2 };
  expect(diceMain(choice, reach)).toMatchObject({ label: 'Roll 1 die', tone: 'call' });
  expect(diceMain(choice, { ...reach, crash: 0.67, sink: 0.67 })).toMatchObject({
    label: 'Roll anyway: 67% to sink',
    sub: 'Roll 1 die',
    tone: 'danger',
  });
  // The smaller of two very different risks would understate the danger.
  expect(diceMain(choice, { ...reach, crash: 0.8, sink: 0.02 })).toMatchObject({
    label: 'Roll anyway: 80% to crash',
    tone: 'danger',
  });
  expect(diceMain(choice, { ...reach, crash: 0.8, sink: 0.5 }).label).toBe('Roll anyway: 50% to sink');
  expect(diceMain({ hold: [3], count: 1 }, { ...reach, crash: 1 })).toMatchObject({
    label: 'Keep anyway: 100% to crash',
  });
});

test('a hex where several things may happen is marked once, by the worst, with the chance of that', () => {
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
    [true, '25%'],
    [false, '50%'],
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
  const pick = vi.fn();
  render(SteerTurn, { headings, draft: new Draft(), onpick: pick, refused: headings[1] });
  expect(screen.getByTestId('steer-left').dataset['open']).toBe('false');
  expect(screen.getByTestId('steer-note').textContent).toContain('after 6 spaces');
  screen.getByTestId('steer-right').click();
  expect(pick).toHaveBeenCalledWith(headings[2]);
  expect(steerMain(undefined)).toMatchObject({ ready: false });
  expect(steerMain(headings[2])).toMatchObject({ ready: true, label: 'Go!' });
});

test('directions are as they are on the screen', () => {
  const fan = (...three: HeadingView['heading'][]): HeadingView[] =>
    (['left', 'straight', 'right'] as const).map((to, i) => ({
      ...heading(to, 3, true),
      heading: three[i] ?? 'E',
    }));
  const names = (headings: HeadingView[]): string =>
    onScreen(headings)
      .map(({ to }) => to)
      .join();
  // Up, down, to the right and to the left: arrows go from left to right, or from top to bottom.
  expect(names(fan('NW', 'NE', 'E'))).toBe('left,straight,right');
  expect(names(fan('E', 'SE', 'SW'))).toBe('right,straight,left');
  expect(names(fan('NE', 'E', 'SE'))).toBe('left,straight,right');
  expect(names(fan('SW', 'W', 'NW'))).toBe('right,straight,left');
  // A boat that heads down goes to the left of the screen by the left arrow key: that is its own right.
  expect(byArrow('ArrowLeft', fan('E', 'SE', 'SW'))?.heading).toBe('SW');
  expect(byArrow('ArrowRight', fan('E', 'SE', 'SW'))?.heading).toBe('E');
  expect(byArrow('ArrowDown', fan('E', 'SE', 'SW'))?.to).toBe('straight');
  expect(byArrow('ArrowUp', fan('NE', 'E', 'SE'))?.heading).toBe('NE');
  expect(byArrow('ArrowLeft', fan('NE', 'E', 'SE'))).toBeUndefined();
});

test('the ticker tells what the last rival did, in one line', () => {
  const story = still(40).story;
  const texts = story.map((_, i) => deedOf(story.slice(0, i + 1), SEATS, ['red'])?.text ?? '');
  expect(texts.every((text) => !/\{|undefined/.test(text))).toBe(true);
  expect(texts.some((text) => / rolled [123 ]+, crossed the start line$/.test(text))).toBe(true);
  expect(texts.some((text) => /^Race A begins/.test(text))).toBe(true);
  // Nothing about the player's own boat.
  const mine = SEATS.find(({ color }) => color === 'red')?.name ?? '';
  expect(texts.filter((text) => text.startsWith(mine))).toEqual([]);
});

test('a goal speaks to the player, or about the boat of someone else', () => {
  const course = { rounding: ['right', 'left', 'left'] } as unknown as CourseView;
  expect(goalText(course, boat)).toBe('Next: go round buoy 1. Keep it on your right.');
  expect(goalText(course, boat, 'Bo')).toBe('Next for Bo: go round buoy 1, with the buoy on the right.');
  const owing = { ...boat, leg: '2', owes: 1 } as const;
  expect(goalText(course, owing, 'Bo')).toBe(
    'Bo went through the gate of buoy 2 the wrong way and must first go back through it. ' +
      'Next for Bo: go round buoy 2, with the buoy on the left.',
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
