// Solved courses.
import { digits } from './action.js';
import { PowerboatsError } from './error.js';
import { ask, checked, whole } from './load.js';
import type { BerthView, Die, Heading, Hex, Leg, ParView } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** A boat that begins its turn. Any boat of a race that is on the lake is one, too. */
export interface LoneBoat {
  at: Hex | null;
  heading: Heading | null;
  /** The dice it kept from its last turn; none unless given. */
  dice?: readonly Die[];
  /** The mark that it must cross next; the start unless given. */
  leg?: Leg;
  /** 0 to 3; 0 unless given. */
  damage?: number;
  /** 1 if it crossed its gate the wrong way; 0 unless given. */
  owes?: number;
}

/**
 * The exact solution of a course for a boat that is alone: how many turns it needs on average with best play. A sinking counts as
 * 100 turns.
 */
export class Solution {
  private readonly inner: wasm.Solution;
  private best: ParView | null | undefined;

  /** @internal */
  constructor(inner: wasm.Solution) {
    this.inner = inner;
  }

  /** The expected turns from the best start place; null if the course cannot be finished from every start place. */
  get par(): number | null {
    return this.view()?.par ?? null;
  }

  /** The best start place and heading; null if the course cannot be finished. */
  get start(): BerthView | null {
    return this.view()?.start ?? null;
  }

  /** The expected turns of a boat that begins its turn there; null if no way leads to the finish from there. */
  value({ at, heading, dice = [], leg = 'start', damage = 0, owes = 0 }: LoneBoat): number | null {
    if (at === null || heading === null)
      throw new PowerboatsError('bad-value', 'The boat is not on the lake.');
    const [hurt, owing] = [whole(damage, 255, 'damage'), whole(owes, 1, 'number of crossings owed') === 1];
    return checked(() => this.inner.value(at + heading, digits(dice), leg, hurt, owing)) ?? null;
  }

  private view(): ParView | null {
    if (this.best === undefined) this.best = ask<ParView | null>(() => this.inner.best());
    return this.best;
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
