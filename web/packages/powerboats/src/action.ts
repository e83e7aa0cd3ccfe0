// Actions and dice, as the compiled rules take them.
import { PowerboatsError } from './error.js';
import { whole } from './load.js';
import type { Action, Die } from './types.js';

/** @internal Dice as digits. */
export const digits = (dice: readonly Die[]): string => dice.map((die) => whole(die, 9, 'die')).join('');

/** @internal The number of dice after a roll. */
export const dieCount = (count: number): number => whole(count, 255, 'number of dice');

/** @internal The kind of an action, its text and its number of dice. A string is notation, as in a record. */
export function parts(action: Action | string): [kind: string, text: string, count: number] {
  if (typeof action === 'string') return ['text', action, 0];
  switch (action.type) {
    case 'place':
      return ['place', action.at + action.heading, 0];
    case 'dice':
      return ['dice', digits(action.hold), dieCount(action.count)];
    case 'roll':
      return ['roll', digits(action.rolled), 0];
    case 'steer':
      return ['steer', action.to, 0];
    default: {
      const { type } = action as { type: unknown };
      throw new PowerboatsError(
        'bad-value',
        `Unknown type of action ${type}: expected place, dice, roll or steer.`,
      );
    }
  }
}
