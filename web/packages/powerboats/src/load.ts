// Loads the compiled rules, and asks them questions.
import { errorOf, PowerboatsError, type ErrorCode } from './error.js';
import type { Thrown } from './types.js';
import init, { initSync } from './wasm/powerboats.js';

/** Where the compiled rules come from: an address, what was fetched from one, their bytes, or a compiled module. */
export type Source = URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module;

let loading: Promise<void> | undefined;
let loaded = false;

/**
 * Loads the compiled rules, once. Everything else needs them. Without a source they are found beside this file, in Node, in a
 * browser and by bundlers. After a failure another call tries again.
 */
export function load(source?: Source): Promise<void> {
  loading ??= init({ module_or_path: source ?? beside() }).then(
    () => {
      loaded = true;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Loads the compiled rules at once from their bytes or from a compiled module. */
export function loadSync(source: BufferSource | WebAssembly.Module): void {
  initSync({ module: source });
  loaded = true;
  loading = Promise.resolve();
}

/** The compiled rules beside this file. Node reads them from disk, because it fetches no files. */
function beside(): URL | BufferSource {
  const address = new URL('./wasm/powerboats_bg.wasm', import.meta.url);
  if (address.protocol !== 'file:' || typeof process === 'undefined') return address;
  return process.getBuiltinModule('node:fs').readFileSync(address);
}

/** @internal Turns what the compiled rules throw into an error of its class. */
export function checked<T>(question: () => T): T {
  if (!loaded) throw new PowerboatsError('not-loaded', 'The rules are not loaded yet: await load() first.');
  try {
    return question();
  } catch (thrown) {
    if (typeof thrown !== 'string') throw thrown;
    const { code, message, values } = JSON.parse(thrown) as Thrown;
    throw errorOf(code as ErrorCode, message, values);
  }
}

/** @internal The type of an answer is right: it is generated from the Rust type that is written as JSON. */
export const ask = <T>(question: () => string): T => JSON.parse(checked(question)) as T;

/** A whole number from 0 to 2^64 − 1. The same seed gives the same lakes and dice in every language. */
export type Seed = number | bigint;

/** @internal */
export function bigSeed(seed: Seed): bigint {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || seed > 0xffff_ffff_ffff_ffffn)
    throw new PowerboatsError(
      'bad-value',
      `Invalid seed ${seed}: expected a whole number from 0 to 2^64 − 1.`,
    );
  return BigInt(seed);
}

/** @internal The compiled rules would cut a number that is not whole or too large. */
export function whole(number: number, most: number, what: string): number {
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  const message = `Invalid ${what} ${number}: expected a whole number from 0 to ${most}.`;
  throw new PowerboatsError('bad-value', message);
}

/** @internal */
export const maybeSeed = (seed: Seed | undefined): bigint | undefined =>
  seed === undefined ? undefined : bigSeed(seed);
