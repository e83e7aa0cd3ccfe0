// Dice before they are rolled: the choices that taps on them form.
import { dieCount } from './action.js';
import { ask, checked, whole } from './load.js';
import type { ChoiceView, Die, Marked } from './types.js';
import * as wasm from './wasm/powerboats.js';

type Dice = readonly Die[];

/** The marks on the dice at the beginning of a turn. */
export const freshMarks = (dice: Dice): Marked => ask(() => wasm.freshMarks(JSON.stringify(dice)));

/** The choice that the marks make up. */
export const choiceOf = (dice: Dice, marked: Marked): ChoiceView =>
  ask(() => wasm.choiceOf(JSON.stringify(dice), JSON.stringify(marked)));

/** Do the rules allow this choice with these dice? */
export const mayChoose = (dice: Dice, { hold, count }: ChoiceView): boolean =>
  count >= 0 && checked(() => wasm.mayChoose(JSON.stringify(dice), JSON.stringify(hold), dieCount(count)));

/** The marks on the dice after a tap on one of them. */
export const turnDie = (dice: Dice, marked: Marked, die: number): Marked =>
  ask(() => wasm.turnDie(JSON.stringify(dice), JSON.stringify(marked), whole(die, 255, 'index of a die')));

/** The marks on the dice after a tap on `+`. */
export const addDie = (dice: Dice, marked: Marked): Marked =>
  ask(() => wasm.addDie(JSON.stringify(dice), JSON.stringify(marked)));

/** The marks that make up a choice. */
export const marksFor = (dice: Dice, { hold, count }: ChoiceView): Marked =>
  ask(() => wasm.marksFor(JSON.stringify(dice), JSON.stringify(hold), dieCount(count)));

const speeds = new Map<string, number>();
/** The speed of a boat with these dice. There are few hands, and many ask. */
export function speed(dice: Dice): number {
  const hand = JSON.stringify(dice);
  const known = speeds.get(hand) ?? checked(() => wasm.speed(hand));
  speeds.set(hand, known);
  return known;
}
