// Tables: matches that report events, with dice that can be proved fair.
import { dieCount } from './action.js';
import { ask, checked } from './load.js';
import type { Color, Decision, Die, GameSetup, GameView, Happening, Later, Reach } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** The commitment of a secret, which may be shown before the game: its SHA-256. */
export const commitment = (secret: string): string => checked(() => wasm.commitment(secret));

/** The seal of a salt: its SHA-256, which the others see before the start. Unlike the browser's own function, this works without https. */
export const seal = (salt: string): string => checked(() => wasm.seal(salt));

/** The secret and the salts behind the dice; see the documentation of the referee crate. */
export interface FairDice {
  /** 32 random bytes in hexadecimal. */
  secret: string;
  salts: Partial<Record<Color, string>>;
}

/** A match at a table, which reports events. It rolls its own fair dice or follows the events of another table. */
export class Game {
  private constructor(
    /** @internal */
    readonly inner: wasm.Game,
  ) {}

  /** Opens a match on a lake that the dice draw, or on a known one, written as in a record. */
  static open(
    setup: GameSetup,
    dice: FairDice,
    on?: { layout: string; course: string },
  ): { game: Game; happenings: Happening[] } {
    const [how, salts] = [JSON.stringify(setup), JSON.stringify(dice.salts)];
    const inner = checked(() =>
      on
        ? wasm.Game.openOn(how, on.layout, on.course, dice.secret, salts)
        : wasm.Game.open(how, dice.secret, salts),
    );
    return { game: new Game(inner), happenings: ask<Happening[]>(() => inner.opening()) };
  }

  /** Follows the events of another table. The first is the lake. */
  static follow(story: readonly Happening[]): Game {
    return new Game(checked(() => wasm.Game.follow(JSON.stringify(story))));
  }

  /** Continues with these dice after following events. */
  takeDice(dice: FairDice): void {
    checked(() => this.inner.takeDice(dice.secret, JSON.stringify(dice.salts)));
  }

  /** Follows the next events, and checks each against the rules. */
  tell(...happenings: Happening[]): void {
    checked(() => this.inner.tell(JSON.stringify(happenings)));
  }

  /** Carries out a player's decision, and returns the events. */
  decide(color: Color, decision: Decision): Happening[] {
    return ask(() => this.inner.decide(color, JSON.stringify(decision)));
  }

  view(): GameView {
    return ask(() => this.inner.view());
  }

  /** Where a choice of dice can lead. */
  reach(hold: readonly Die[], count: number): Reach {
    return ask(() => this.inner.reach(JSON.stringify(hold), dieCount(count)));
  }

  /** What a beginner is shown first: a place, calm dice or a direction. Nothing if nobody has to decide. */
  suggest(): Decision | undefined {
    const text = checked(() => this.inner.suggest());
    return text ? (JSON.parse(text) as Decision) : undefined;
  }

  /** Where the boat can be after its next turn, without a crash, with a choice of dice now. */
  outlook(hold: readonly Die[], count: number): Later[] {
    return ask(() => this.inner.outlook(JSON.stringify(hold), dieCount(count)));
  }

  /** The record so far. It contains the secret only if `reveal` is true. */
  record(names: Partial<Record<Color, string>>, dice?: FairDice, reveal = false): string {
    const salts = JSON.stringify(dice?.salts ?? {});
    return checked(() => this.inner.record(dice?.secret ?? '', reveal, salts, JSON.stringify(names)));
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
