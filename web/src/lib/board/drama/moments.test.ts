// Which moments of a race are shown larger than the rest.
import { describe, expect, test } from 'vitest';
import { Game } from 'powerboats';
import type { BoatView, GameView, Happening } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import { SEATS, story } from '../../../test/regatta';
import { isOpen } from '../lake';
import { captionText } from './captions.svelte';
import { momentsOf } from './moments';

/** The first race of a regatta, with both boats placed. */
function placed(): GameView & Required<Pick<GameView, 'course' | 'state'>> {
  const game = Game.follow(story(2));
  const { course, state, ...view } = game.view();
  game.free();
  if (!course || !state) throw new Error('a race is on');
  return { ...view, course, state };
}
/** The same race with the boats changed. */
function racing(red: Partial<BoatView>, white: Partial<BoatView>): GameView {
  const view = placed();
  const boats = view.state.boats.map((boat) => ({ ...boat, ...(boat.color === 'red' ? red : white) }));
  return { ...view, state: { ...view.state, boats } };
}
const move = (some: Partial<Happened<'moved'>>): Happening => ({
  type: 'moved',
  color: 'red',
  to: 'straight',
  path: ['k10'],
  end: 'k10',
  heading: 'E',
  total: 1,
  run: 1,
  crash: false,
  damage: 0,
  sunk: false,
  finished: false,
  leg: '1',
  owes: 0,
  ...some,
});
const kinds = (happening: Happening, before: GameView) =>
  momentsOf(happening, before).map(({ kind }) => kind);

describe('moments', () => {
  const there = { at: 'j10', leg: '1', turns: 4 } as const;
  const away = { at: 'z26', leg: '1', turns: 4 } as const;
  test('a crash, a boat that sinks, a boat that crashes behind the finish', () => {
    expect(kinds(move({ crash: true, damage: 2 }), racing(there, away))).toEqual(['crash']);
    expect(kinds(move({ crash: true, damage: 4, sunk: true }), racing(there, away))).toEqual([
      'sink',
      'crash',
    ]);
    const end = { finished: true, leg: 'finish', crash: true, damage: 1 } as const;
    expect(kinds(move(end), racing(there, away))).toEqual(['finish', 'crash']);
  });
  test('a photo finish: another boat finished in the same round', () => {
    const [close, early] = [5, 4].map((turns) =>
      kinds(move({ finished: true, leg: 'finish' }), racing(there, { ...away, status: 'finished', turns })),
    );
    expect(close).toEqual(['photo', 'finish']);
    expect(early).toEqual(['finish']);
  });
  test('a buoy is rounded, but the start is not a buoy', () => {
    expect(momentsOf(move({ leg: '2' }), racing(there, { ...away, leg: 'finish' }))).toContainEqual({
      kind: 'round',
      buoy: 1,
    });
    expect(kinds(move({ leg: '1' }), racing({ ...there, leg: 'start' }, away))).not.toContain('round');
  });
  test('overtaking: the other boat was ahead before', () => {
    const ahead = racing({ ...there, leg: '1' }, { ...away, leg: '2' });
    expect(momentsOf(move({ leg: '3' }), ahead)).toContainEqual({ kind: 'overtake', whom: 'white' });
    const behind = racing({ ...there, leg: '2' }, { ...away, leg: '1' });
    expect(kinds(move({ leg: '3' }), behind)).not.toContain('overtake');
  });
  test('landing exactly: the next space is land', () => {
    const { course } = placed();
    // A row of water of at least four spaces that ends at land.
    const columns = 'abcdefghijklmnopqrstuvwxyz';
    const rows = course.lake.map((_, i) => i + 1);
    const run = rows
      .flatMap((row) => [...columns].map((_, i) => [...columns.slice(i, i + 5)].map((c) => `${c}${row}`)))
      .find((hexes) => hexes.length === 5 && hexes.every((hex, i) => isOpen(course, hex) === i < 4));
    if (!run) throw new Error('there is such a row');
    const [at, ...path] = run.slice(0, 4) as [string, ...string[]];
    const exact = move({ path, end: path[2] ?? '', total: 3, run: 3 });
    expect(kinds(exact, racing({ ...there, at }, away))).toContain('exact');
    const short = move({ path: path.slice(0, 2), end: path[1] ?? '', total: 2, run: 2 });
    expect(kinds(short, racing({ ...there, at }, away))).not.toContain('exact');
  });
  test('three threes', () => {
    const rolled: Happening = {
      type: 'rolled',
      color: 'red',
      hold: [3],
      count: 3,
      rolled: [3, 3],
      dice: [3, 3, 3],
      options: [],
    };
    expect(kinds(rolled, placed())).toEqual(['threes']);
    expect(kinds({ ...rolled, rolled: [3, 2], dice: [3, 3, 2] }, placed())).toEqual([]);
  });
  test('each is told in words', () => {
    expect(captionText({ kind: 'crash', damage: 2 }, 'red', SEATS)).toBe('Crash! 2 damage');
    expect(captionText({ kind: 'overtake', whom: 'white' }, 'red', SEATS)).toBe('Ada overtakes Bo');
    expect(captionText({ kind: 'finish', place: 1 }, 'red', SEATS)).toBe('Ada finishes! Place 1');
  });
});
