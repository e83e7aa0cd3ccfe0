// The rules on the page's own thread: quick questions only. The solver and the pilots live in a worker (brain.ts).
import init, * as wasm from '$wasm/pkg/powerboats';
import address from '$wasm/pkg/powerboats_bg.wasm?url';
import type {
  ChoiceView,
  Color,
  Decision,
  Die,
  GameSetup,
  GameView,
  Happening,
  Heading,
  Marked,
  Plane,
  Reach,
  RecordStory,
  Thrown,
  Water,
} from '$lib/types';

/** What is put into the words for a refusal. */
export type RefusedValues = Thrown['values'];

/** What the rules refused, and why: a code with its values, for which faultText has the words; a sentence in English. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly values: RefusedValues = {},
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** Turns what wasm throws into something with a type. */
export function checked<T>(ask: () => T): T {
  try {
    return ask();
  } catch (thrown) {
    if (typeof thrown !== 'string') throw thrown;
    const { code, message, values } = JSON.parse(thrown) as Thrown;
    throw new Refused(code, message, values);
  }
}

let ready: Promise<unknown> | undefined;

/** Loads the rules once; every caller awaits the same load. */
export function loadRules(): Promise<unknown> {
  ready ??= init({ module_or_path: address }).catch((error: unknown) => {
    // The connection may come back.
    ready = undefined;
    throw error;
  });
  return ready;
}

/** For tests, which read the module from disk. */
export function loadRulesFrom(module: BufferSource): void {
  wasm.initSync({ module });
  ready = Promise.resolve();
}

/** What wasm answers is what the generated types say: both come from the same Rust types. */
export const ask = <T>(question: () => string): T => JSON.parse(checked(question)) as T;

let plane: Plane | undefined;
export function thePlane(): Plane {
  plane ??= ask<Plane>(wasm.plane);
  return plane;
}

const boats = new Map<string, string>();
/** A boat round the origin, as SVG. */
export function boatSvg(color: Color, heading: Heading, damage: number): string {
  const key = `${color}${heading}${damage}`;
  const known = boats.get(key) ?? checked(() => wasm.boat(color, heading, damage));
  boats.set(key, known);
  return known;
}

export const lakeChart = (layout: string, water: Water): string =>
  checked(() => wasm.lakeChart(layout, water));
/** The chart of a race without its boats. It takes a while: ask the worker (board/chart.ts). */
export const courseChart = (layout: string, course: string, water: Water): string =>
  checked(() => wasm.courseChart(layout, course, water));
/** The last race of a record with boats and wakes, as SVG. */
export const picture = (record: string): string => checked(() => wasm.picture(record));

/** The marks that a turn begins with. */
export const freshMarks = (dice: readonly Die[]): Marked => ask(() => wasm.freshMarks(JSON.stringify(dice)));
/** The choice that marks come to. */
export const choiceOf = (dice: readonly Die[], marked: Marked): ChoiceView =>
  ask(() => wasm.choiceOf(JSON.stringify(dice), JSON.stringify(marked)));
/** Do the rules allow this choice with these dice? */
export const mayChoose = (dice: readonly Die[], { hold, count }: ChoiceView): boolean =>
  checked(() => wasm.mayChoose(JSON.stringify(dice), JSON.stringify(hold), count));
/** How far these dice take a boat. */
export const speed = (dice: readonly Die[]): number => checked(() => wasm.speed(JSON.stringify(dice)));
/** The damage at which a boat sinks. */
export const sinksAt = (): number => wasm.sinksAt();
/** Marks on dice after a tap on one of them. */
export const turnDie = (dice: readonly Die[], marked: Marked, die: number): Marked =>
  ask(() => wasm.turnDie(JSON.stringify(dice), JSON.stringify(marked), die));
/** Marks on dice after a tap on `+`. */
export const addDie = (dice: readonly Die[], marked: Marked): Marked =>
  ask(() => wasm.addDie(JSON.stringify(dice), JSON.stringify(marked)));
/** The marks that come to a choice: for taking over a hint. */
export const marksFor = (dice: readonly Die[], { hold, count }: ChoiceView): Marked =>
  ask(() => wasm.marksFor(JSON.stringify(dice), JSON.stringify(hold), count));
export const commitment = (secret: string): string => checked(() => wasm.commitment(secret));
/** SHA-256 of a salt: what the others see before the start. Works without https, unlike the browser's own. */
export const seal = (salt: string): string => wasm.seal(salt);
export const readRecord = (text: string): RecordStory => ask(() => wasm.readRecord(text));
/** How many rolls were checked; throws if they are not shown to be fair. */
export const verify = (record: string): number => checked(() => wasm.verify(record));

/** What fair dice are made of: see docs of the referee. */
export interface FairDice {
  /** 32 random bytes in hexadecimal. */
  secret: string;
  salts: Partial<Record<Color, string>>;
}

/** A regatta: one that rolls its own dice, or one that follows a story. Free it when done. */
export class Game {
  private constructor(private readonly inner: wasm.Game) {}

  static open(setup: GameSetup, dice: FairDice): { game: Game; happenings: Happening[] } {
    const inner = checked(() =>
      wasm.Game.open(JSON.stringify(setup), dice.secret, JSON.stringify(dice.salts)),
    );
    return { game: new Game(inner), happenings: ask<Happening[]>(() => inner.opening()) };
  }

  static follow(story: readonly Happening[]): Game {
    return new Game(checked(() => wasm.Game.follow(JSON.stringify(story))));
  }

  /** For the worker, which hands it to the pilots. */
  get raw(): wasm.Game {
    return this.inner;
  }

  takeDice(dice: FairDice): void {
    checked(() => {
      this.inner.takeDice(dice.secret, JSON.stringify(dice.salts));
    });
  }

  tell(...happenings: Happening[]): void {
    checked(() => {
      this.inner.tell(JSON.stringify(happenings));
    });
  }

  decide(color: Color, decision: Decision): Happening[] {
    return ask(() => this.inner.decide(color, JSON.stringify(decision)));
  }

  view(): GameView {
    return ask(() => this.inner.view());
  }

  reach(hold: readonly Die[], count: number): Reach {
    return ask(() => this.inner.reach(JSON.stringify(hold), count));
  }

  /** The record so far; the secret is told only if `reveal`. */
  record(names: Partial<Record<Color, string>>, dice?: FairDice, reveal = false): string {
    const salts = JSON.stringify(dice?.salts ?? {});
    return checked(() => this.inner.record(dice?.secret ?? '', reveal, salts, JSON.stringify(names)));
  }

  free(): void {
    this.inner.free();
  }
}
