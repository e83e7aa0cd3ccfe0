// Actions, as the compiled rules take them.
import type { Action } from './types.js';

/** @internal The kind of an action, its text and its number of dice. A string is notation, as in a record. */
export function parts(action: Action | string): [kind: string, text: string, count: number] {
  if (typeof action === 'string') return ['text', action, 0];
  switch (action.type) {
    case 'place':
      return ['place', action.at + action.heading, 0];
    case 'dice':
      return ['dice', action.hold.join(''), action.count];
    case 'roll':
      return ['roll', action.rolled.join(''), 0];
    case 'steer':
      return ['steer', action.to, 0];
  }
}
