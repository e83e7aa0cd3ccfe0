// Races.
import { parts } from './action.js';
import type { ChartOptions } from './chart.js';
import { Course } from './course.js';
import { PowerboatsError } from './error.js';
import { ask, checked, maybeSeed, whole, type Seed } from './load.js';
import type { Action, ActionRoll, BoatView, Color, Die, RaceResultView, Scoring } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** What a race waits for. */
export type Phase = 'place' | 'dice' | 'roll' | 'steer' | 'over';

/** The settings of a race. */
export interface RaceOptions {
  /** With a seed the race rolls its own dice, always the same ones. Without one you roll: see `pushRoll`. */
  seed?: Seed;
  /** The first player unless given. */
  starter?: Color;
  /** The race's number in its match: 1 unless given. */
  number?: 1 | 2 | 3;
  /** The usual scoring for this number of players unless given. */
  scoring?: Scoring;
}

/** A race of 1 to 6 boats. */
export class Race {
  /** @internal */
  readonly inner: wasm.Race;

  constructor(course: Course, players: readonly Color[], options: RaceOptions = {}) {
    const { seed, starter = '', number = 1, scoring = '' } = options;
    this.inner = checked(() =>
      wasm.Race.open(course.inner, [...players], starter, whole(number, 3, 'race'), scoring, maybeSeed(seed)),
    );
  }

  /** @internal */
  static of(inner: wasm.Race): Race {
    return Object.assign(Object.create(Race.prototype) as Race, { inner });
  }

  /** Continues from a position in notation, as `position` writes it. */
  static fromPosition(text: string, { seed }: { seed?: Seed } = {}): Race {
    return Race.of(checked(() => wasm.Race.fromPosition(text, maybeSeed(seed))));
  }

  /** The colour of the boat whose turn it is; null when the race is over. */
  get turn(): Color | null {
    return (this.inner.turn() as Color | undefined) ?? null;
  }

  /** What the race waits for. */
  get phase(): Phase {
    return this.inner.phase() as Phase;
  }

  get over(): boolean {
    return this.phase === 'over';
  }

  /** The dice of the boat whose turn it is, high to low. While it steers, these are the dice after the roll. */
  get hand(): Die[] {
    return ask(() => this.inner.hand());
  }

  get course(): Course {
    return Course.of(this.inner.course());
  }

  /** The race's number in its match. */
  get number(): 1 | 2 | 3 {
    return this.inner.number() as 1 | 2 | 3;
  }

  get scoring(): Scoring {
    return this.inner.scoring() as Scoring;
  }

  /** All boats in order of play, the starter first. */
  get boats(): BoatView[] {
    return ask(() => this.inner.boats());
  }

  /** The boat of this colour. */
  boat(color: Color): BoatView {
    const boat = this.boats.find((one) => one.color === color);
    if (!boat) throw new PowerboatsError('bad-value', `${color} does not take part in this race.`, { color });
    return boat;
  }

  /** The result once the race is over, until then null. */
  get result(): RaceResultView | null {
    const text = checked(() => this.inner.result());
    return text ? (JSON.parse(text) as RaceResultView) : null;
  }

  /** Everything that is legal now. While dice are to be rolled, these are the possible rolls. */
  legalActions(): Action[] {
    return ask(() => this.inner.legalActions());
  }

  /** Performs a legal action, given as an object or in notation. Throws `IllegalAction` if the rules forbid it. */
  push(action: Action | string): void {
    checked(() => this.inner.push(...parts(action)));
  }

  /** Tells what the dice show. Only for a race without a seed. */
  pushRoll(dice: readonly Die[]): void {
    this.push({ type: 'roll', rolled: [...dice] });
  }

  /** The possible rolls of the dice that are to be rolled, each with its probability. */
  rolls(): [roll: ActionRoll, probability: number][] {
    const rolls = ask<[ActionRoll, number][]>(() => this.inner.rolls());
    const all = rolls.reduce((sum, [, ways]) => sum + ways, 0);
    return rolls.map(([roll, ways]) => [roll, ways / all]);
  }

  /** A copy that goes its own way. With a seed it rolls other dice than this race. */
  copy({ seed }: { seed?: Seed } = {}): Race {
    return Race.of(checked(() => this.inner.copy(maybeSeed(seed))));
  }

  /** The whole position as one line of text. */
  position(): string {
    return checked(() => this.inner.position());
  }

  /** A chart with the boats, as SVG. */
  chart({ water = 'light', rim = 'coordinates' }: ChartOptions = {}): string {
    return checked(() => this.inner.chart(water, rim));
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
