// A decision before it is made.
import { expect, test } from 'vitest';
import { addDie, choiceOf, freshMarks, Game, marksFor, mayChoose, turnDie } from 'powerboats';
import type { Marked } from '$lib/types';
import { story } from '../../test/regatta';
import { riskOf } from './draft.svelte';

const dice = [3, 2];
const held: Marked = freshMarks(dice);

test('a tap on a die and on + comes to a choice, by the rules of wasm', () => {
  const removed = turnDie(dice, turnDie(dice, held, 0), 0);
  expect(removed.marks).toEqual(['remove', 'hold']);
  expect(choiceOf(dice, removed)).toEqual({ hold: [2], count: 1 });
  expect(addDie(dice, removed)).toEqual({ marks: ['hold', 'hold'], add: true });
  const choice = { hold: [3], count: 3 };
  expect(choiceOf(dice, marksFor(dice, choice))).toEqual(choice);
  expect(mayChoose(dice, choice)).toBe(true);
  expect(mayChoose(dice, { hold: dice, count: 1 })).toBe(false);
  expect(mayChoose([], { hold: [], count: -1 })).toBe(false);
  expect(freshMarks([])).toEqual({ marks: [], add: true });
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
  expect(() => game.reach([3], 1)).toThrowError(/cannot be chosen/);
  game.free();
});
