import { describe, expect, test } from 'vitest';
import { Game } from '$lib/rules/rules';
import type { DiceChoice } from '$lib/rules/types';
import { story } from '../../test/regatta';
import { choiceOf, cycled, isLegal, marksFor, riskOf, toggledAdd, type Marked } from './draft.svelte';

/** All that rule 4.2 allows with the hand 3 2, as wasm would list it. */
const legal: DiceChoice[] = [
  ...[[3, 2], [3], [2], []].map((hold) => ({ hold, count: 2 })),
  ...[[3, 2], [3], [2], []].map((hold) => ({ hold, count: 3 })),
  ...[[3], [2], []].map((hold) => ({ hold, count: 1 })),
];
const dice = [3, 2];
const held: Marked = { marks: ['hold', 'hold'], add: false };

describe('marking dice', () => {
  test('a tap goes from hold to re-roll to remove and back', () => {
    const rolled = cycled(legal, dice, held, 0);
    expect(rolled.marks).toEqual(['roll', 'hold']);
    const removed = cycled(legal, dice, rolled, 0);
    expect(removed.marks).toEqual(['remove', 'hold']);
    expect(choiceOf(dice, removed)).toEqual({ hold: [2], count: 1 });
    expect(cycled(legal, dice, removed, 0)).toEqual(held);
  });
  test('a removal takes the added die back, and the other removal', () => {
    const adding: Marked = { marks: ['roll', 'hold'], add: true };
    expect(cycled(legal, dice, adding, 0)).toEqual({ marks: ['remove', 'hold'], add: false });
    const removed: Marked = { marks: ['remove', 'roll'], add: false };
    expect(cycled(legal, dice, removed, 1)).toEqual({ marks: ['hold', 'remove'], add: false });
  });
  test('a die added takes a removal back', () => {
    expect(toggledAdd(legal, dice, { marks: ['remove', 'hold'], add: false })).toEqual({
      marks: ['hold', 'hold'],
      add: true,
    });
    expect(toggledAdd(legal, dice, { marks: ['hold', 'hold'], add: true })).toEqual(held);
  });
  test('every mark that can be reached is legal', () => {
    for (let i = 0, marked = held; i < 40; i += 1) {
      marked = i % 3 === 2 ? toggledAdd(legal, dice, marked) : cycled(legal, dice, marked, i % 2);
      expect(isLegal(legal, dice, marked)).toBe(true);
    }
  });
  test('a hint taken over is the choice it names', () => {
    for (const choice of legal) expect(choiceOf(dice, marksFor(dice, choice))).toEqual(choice);
  });
});

test('the risk has a word for every size', () => {
  const reach = { crash: 0, damage: 0, sink: 0, finish: 0, totals: [1, 3] as [number, number], ends: [] };
  expect(riskOf(reach)).toBe('none');
  expect(riskOf({ ...reach, crash: 0.1 })).toBe('low');
  expect(riskOf({ ...reach, crash: 0.3 })).toBe('some');
  expect(riskOf({ ...reach, crash: 0.3, sink: 0.3 })).toBe('high');
  expect(riskOf({ ...reach, crash: 1 })).toBe('sure');
});

test('wasm says where a choice leads', () => {
  const game = Game.follow(story(2));
  const reach = game.reach([], 1);
  expect(reach.totals).toEqual([1, 3]);
  expect(reach.ends.length).toBeGreaterThan(0);
  expect(() => game.reach([3], 1)).toThrowError(/can't be chosen/);
  game.free();
});
