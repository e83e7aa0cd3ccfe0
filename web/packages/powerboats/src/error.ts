// Errors with a code for programs.
import type { Code, Thrown } from './types.js';

/** The codes of errors: those of the rules, of a record that is wrong, and of dice that cannot be shown to be fair. */
export type ErrorCode = Code | `record.${string}` | `unfair.${string}` | 'not-loaded';

/** The values that an error is about, by name. */
export type ErrorValues = Thrown['values'];

/** Any error of this package: a code with values for programs, and an English message. */
export class PowerboatsError extends Error {
  override name = 'PowerboatsError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly values: ErrorValues = {},
  ) {
    super(message);
  }
}

/** The rules do not allow this action now. Nothing has changed. */
export class IllegalAction extends PowerboatsError {
  override name = 'IllegalAction';
}

/** A record that cannot be read or contradicts the rules, or whose dice cannot be shown to be fair. */
export class BadRecord extends PowerboatsError {
  override name = 'BadRecord';
}

const ILLEGAL: ErrorCode[] = ['wrong-phase', 'illegal-place', 'illegal-dice', 'illegal-steer'];

/** The error with this code, as an instance of its class. */
export function errorOf(code: ErrorCode, message: string, values?: ErrorValues): PowerboatsError {
  if (ILLEGAL.includes(code)) return new IllegalAction(code, message, values);
  if (/^(record|unfair)\./.test(code)) return new BadRecord(code, message, values);
  return new PowerboatsError(code, message, values);
}
