// Computer players, hints, the solver and the analysis of records.
import type { Course } from './course.js';
import { IllegalAction } from './error.js';
import type { Game } from './game.js';
import { ask, bigSeed, checked, whole, type Seed } from './load.js';
import type { Match } from './match.js';
import type { Race } from './race.js';
import { RecordBook } from './record.js';
import { Solution } from './solution.js';
import type {
  Advice,
  AnalysisView,
  Decision,
  HintView,
  PilotName,
  RecordStory,
  RivalRace,
  Sides,
} from './types.js';
import * as wasm from './wasm/powerboats.js';

/** The answer of a question that has none if nobody has to decide. */
function now<T>(question: () => string): T {
  const text = checked(question);
  if (!text) throw new IllegalAction('wrong-phase', 'Nobody has to decide now.');
  return JSON.parse(text) as T;
}

/** Computer players with a cache of solved courses. Solving one takes some ten milliseconds. */
export class Pilots {
  private readonly inner: wasm.Pilots;

  /** Weaker pilots draw random numbers from the seed. */
  constructor({ seed = 0 }: { seed?: Seed } = {}) {
    this.inner = checked(() => new wasm.Pilots(bigSeed(seed)));
  }

  /**
   * A pilot's decision for the boat whose turn it is. `milliseconds` is the thinking time of the Admiral; it is counted in
   * simulated turns, so every machine decides alike. In a `Game` pilots draw from the game's own dice.
   */
  decide(
    game: Race | Match | Game,
    pilot: PilotName = 'captain',
    { milliseconds = 0 }: { milliseconds?: number } = {},
  ): Decision {
    const { inner } = game;
    const time = whole(milliseconds, 60_000, 'number of milliseconds');
    if (inner instanceof wasm.Race) return ask(() => this.inner.decideRace(inner, pilot, time));
    if (inner instanceof wasm.Match) return ask(() => this.inner.decideMatch(inner, pilot, time));
    return now(() => this.inner.ask(inner, pilot));
  }

  /**
   * What each choice is worth to the player whose turn it is, the best first. `points` adds the points that the Admiral expects;
   * a `Game` has none.
   */
  hint(game: Race | Match | Game, { points = false }: { points?: boolean } = {}): HintView {
    const { inner } = game;
    if (inner instanceof wasm.Race) return ask(() => this.inner.hintRace(inner, points));
    if (inner instanceof wasm.Match) return ask(() => this.inner.hintMatch(inner, points));
    return now(() => this.inner.hint(inner));
  }

  /** Solves a course exactly for a boat that is alone. */
  solve(course: Course): Solution {
    return new Solution(checked(() => this.inner.solve(course.inner)));
  }

  /** Rates every roll and every decision of a record. */
  analyze(record: RecordBook): AnalysisView {
    return ask(() => this.inner.analyze(record.inner));
  }

  /** Solves the course of the current race, so that later questions are answered quickly. */
  study(game: Game): void {
    checked(() => this.inner.study(game.inner));
  }

  /** Why the best choice is the best, and the way it leads. */
  advice(game: Game): Advice {
    return now(() => this.inner.advice(game.inner));
  }

  /** The events of a boat that plays perfectly, alone, with average dice. Lake and course are written as in a record. */
  bestPlay(sides: Sides, layout: string, course: string): RecordStory {
    return ask(() => this.inner.bestPlay(sides, layout, course));
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}

/** Rates every roll and every decision of a record: luck and skill, as `powerboats analyze --json` does. */
export function analyze(record: string): AnalysisView {
  const book = new RecordBook(record);
  const pilots = new Pilots();
  try {
    return pilots.analyze(book);
  } finally {
    pilots.free();
    book.free();
  }
}

/** The pilot for a fair race: the results against pilots so far, the oldest first. */
export const nextRival = (results: readonly RivalRace[]): PilotName =>
  checked(() => wasm.nextRival(JSON.stringify(results))) as PilotName;
