// Matches.
import { parts } from './action.js';
import { ask, bigSeed, checked, maybeSeed, whole, type Seed } from './load.js';
import { Race, type Phase } from './race.js';
import type { Action, Color, Scoring, Sides } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** The settings of a match. */
export interface MatchOptions {
  /** Lake, starter, courses and dice follow from it. */
  seed: Seed;
  /** The sides of the tiles that are up; `mixed` unless given. */
  side?: Sides;
  /** The number of races; 3 unless given. */
  races?: 1 | 2 | 3;
  /** The usual scoring for this number of players unless given. */
  scoring?: Scoring;
  /** Names for the record. A player without a name gets the name of their colour. */
  names?: Partial<Record<Color, string>>;
}

/** A match of up to three races on one random lake, which writes its own record. */
export class Match {
  /** @internal */
  readonly inner: wasm.Match;

  constructor(players: readonly Color[], options: MatchOptions) {
    const { seed, side = 'mixed', races = 3, scoring = '', names = {} } = options;
    const named = players.map((color) => names[color] ?? '');
    this.inner = checked(() =>
      wasm.Match.open([...players], named, side, whole(races, 3, 'number of races'), scoring, bigSeed(seed)),
    );
  }

  /** @internal */
  static of(inner: wasm.Match): Match {
    return Object.assign(Object.create(Match.prototype) as Match, { inner });
  }

  /** The colour of the boat whose turn it is; null when the match is over. */
  get turn(): Color | null {
    return (this.inner.turn() as Color | undefined) ?? null;
  }

  /** What the match waits for. It rolls its own dice, so that is never `roll`. */
  get phase(): Exclude<Phase, 'roll'> {
    return this.inner.phase() as Exclude<Phase, 'roll'>;
  }

  get over(): boolean {
    return this.phase === 'over';
  }

  /** A copy of the race that is on, or of the last one. What you do with it does not change the match. */
  get race(): Race {
    return Race.of(checked(() => this.inner.race()));
  }

  /** The points of the races that are over. */
  get points(): Partial<Record<Color, number>> {
    return ask(() => this.inner.points());
  }

  /** The players by the races that are over, best first. Players who share a rank are in one list. */
  get ranking(): Color[][] {
    return ask(() => this.inner.ranking());
  }

  /** Everything that is legal now. */
  legalActions(): Action[] {
    return ask(() => this.inner.legalActions());
  }

  /** Performs a legal action, given as an object or in notation. Dice are rolled at once, and the next race begins by itself. */
  push(action: Action | string): void {
    checked(() => this.inner.push(...parts(action)));
  }

  /** The player of this colour resigns (rule 5.6). */
  resign(color: Color): void {
    checked(() => this.inner.resign(color));
  }

  /** The record up to now. */
  record(): string {
    return checked(() => this.inner.record());
  }

  /** A copy that goes its own way. With a seed it rolls other dice than this match. */
  copy({ seed }: { seed?: Seed } = {}): Match {
    return Match.of(checked(() => this.inner.copy(maybeSeed(seed))));
  }

  /** A chart of the race that is on, or of the last one, with boats and wakes, as SVG. */
  chart(): string {
    return checked(() => this.inner.picture());
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}

/** Reads a record and checks every line against the rules. If it is not complete, the match can go on with the dice of the seed. */
export const replay = (record: string, { seed = 0 }: { seed?: Seed } = {}): Match =>
  Match.of(checked(() => wasm.Match.replay(record, bigSeed(seed))));
