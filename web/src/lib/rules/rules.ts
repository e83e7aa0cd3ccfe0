// The rules on the page's own thread, for quick questions. The solver and the computer players run in a worker (brain.ts).
import init, * as wasm from '$wasm/pkg/powerboats';
import address from '$wasm/pkg/powerboats_bg.wasm?url';
import type {
  BoatAnalysisView,
  ChoiceView,
  Color,
  Decision,
  Die,
  GameSetup,
  GameView,
  Happening,
  Heading,
  Later,
  Marked,
  PilotName,
  Plane,
  RaceAnalysisView,
  Reach,
  RivalRace,
  Scoring,
  Thrown,
  Water,
} from '$lib/types';

/** The values for the text of a refusal. */
export type RefusedValues = Thrown['values'];

/** A refusal by the rules: a code with values, which faultText turns into text, and an English message. */
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

/** Turns what wasm throws into a typed error. */
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

/** Loads the rules once. Every caller waits for the same load. */
export function loadRules(): Promise<unknown> {
  ready ??= init({ module_or_path: address }).catch((error: unknown) => {
    // Allow another attempt, because the connection may come back.
    ready = undefined;
    throw error;
  });
  return ready;
}

/** Loads the rules in tests, which read the module from disk. */
export function loadRulesFrom(module: BufferSource): void {
  wasm.initSync({ module });
  ready = Promise.resolve();
}

/** The types of the answers are right: they are generated from the Rust types that wasm writes. */
export const ask = <T>(question: () => string): T => JSON.parse(checked(question)) as T;

let plane: Plane | undefined;
export function thePlane(): Plane {
  plane ??= ask<Plane>(wasm.plane);
  return plane;
}

const boats = new Map<string, string>();
/** A boat as SVG, centred on the origin. */
export function boatSvg(color: Color, heading: Heading, damage: number): string {
  const key = `${color}${heading}${damage}`;
  const known = boats.get(key) ?? checked(() => wasm.boat(color, heading, damage));
  boats.set(key, known);
  return known;
}

export const lakeChart = (layout: string, water: Water): string =>
  checked(() => wasm.lakeChart(layout, water));
/** The frame of a chart: letters and numbers of the hexes, or none. */
export type Rim = 'coordinates' | 'none';
/** The chart of a race without its boats. This is slow, so ask the worker (board/chart.ts). */
export const courseChart = (layout: string, course: string, water: Water, rim: Rim): string =>
  checked(() => (rim === 'none' ? wasm.plainChart : wasm.courseChart)(layout, course, water));
/** The graph of a race of an analysis, as SVG; `title` and `description` are for screen readers. */
export function analysisGraph(
  { race, boats }: RaceAnalysisView,
  tooltip: (boat: BoatAnalysisView) => string,
  title: string,
  description: string,
): string {
  const graph = checked(() => wasm.Graph.of_race(race));
  checked(() =>
    boats.forEach((boat) => {
      const { color, par, to_go, ending } = boat;
      graph.add(color, par, Float64Array.from(to_go), ending === 'sunk', tooltip(boat));
    }),
  );
  const svg = graph.svg(title, description);
  graph.free();
  return svg;
}

/** The ways to score a regatta of this many players. */
export const scorings = (players: number): Scoring[] => ask(() => wasm.scorings(players));
/** The marks on the dice at the beginning of a turn. */
export const freshMarks = (dice: readonly Die[]): Marked => ask(() => wasm.freshMarks(JSON.stringify(dice)));
/** The choice that the marks make up. */
export const choiceOf = (dice: readonly Die[], marked: Marked): ChoiceView =>
  ask(() => wasm.choiceOf(JSON.stringify(dice), JSON.stringify(marked)));
/** Do the rules allow this choice with these dice? */
export const mayChoose = (dice: readonly Die[], { hold, count }: ChoiceView): boolean =>
  checked(() => wasm.mayChoose(JSON.stringify(dice), JSON.stringify(hold), count));
const speeds = new Map<string, number>();
/** The speed of a boat with these dice. There are few hands, and many ask. */
export function speed(dice: readonly Die[]): number {
  const hand = JSON.stringify(dice);
  const known = speeds.get(hand) ?? checked(() => wasm.speed(hand));
  speeds.set(hand, known);
  return known;
}
/** The damage at which a boat sinks. */
export const sinksAt = (): number => wasm.sinksAt();
/** The marks on the dice after a tap on one of them. */
export const turnDie = (dice: readonly Die[], marked: Marked, die: number): Marked =>
  ask(() => wasm.turnDie(JSON.stringify(dice), JSON.stringify(marked), die));
/** The marks on the dice after a tap on `+`. */
export const addDie = (dice: readonly Die[], marked: Marked): Marked =>
  ask(() => wasm.addDie(JSON.stringify(dice), JSON.stringify(marked)));
/** The marks that make up a choice, for taking over a hint. */
export const marksFor = (dice: readonly Die[], { hold, count }: ChoiceView): Marked =>
  ask(() => wasm.marksFor(JSON.stringify(dice), JSON.stringify(hold), count));
/** The pilot for a fair race: the results against pilots so far, the oldest first. */
export const nextRival = (results: readonly RivalRace[]): PilotName =>
  checked(() => wasm.nextRival(JSON.stringify(results))) as PilotName;
export const commitment = (secret: string): string => checked(() => wasm.commitment(secret));
/** The seal of a salt: its SHA-256, which the others see before the start. Unlike the browser's own function, this works without https. */
export const seal = (salt: string): string => wasm.seal(salt);

/** The secret and the salts behind the dice; see the documentation of the referee crate. */
export interface FairDice {
  /** 32 random bytes in hexadecimal. */
  secret: string;
  salts: Partial<Record<Color, string>>;
}

/** A regatta that rolls its own dice or follows a story. Call `free` when done. */
export class Game {
  private constructor(private readonly inner: wasm.Game) {}

  /** Opens a regatta on a lake that the dice draw, or on a known one, written as in a record. */
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

  static follow(story: readonly Happening[]): Game {
    return new Game(checked(() => wasm.Game.follow(JSON.stringify(story))));
  }

  /** Used by the worker, which passes it to the computer players. */
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

  /** What a beginner is shown first: a place, calm dice or a direction. Nothing if nobody has to decide. */
  suggest(): Decision | undefined {
    const text = checked(() => this.inner.suggest());
    return text ? (JSON.parse(text) as Decision) : undefined;
  }

  /** Where the boat can be after its next turn, without a crash, with a choice of dice now. */
  outlook(hold: readonly Die[], count: number): Later[] {
    return ask(() => this.inner.outlook(JSON.stringify(hold), count));
  }

  /** The record so far. It contains the secret only if `reveal` is true. */
  record(names: Partial<Record<Color, string>>, dice?: FairDice, reveal = false): string {
    const salts = JSON.stringify(dice?.salts ?? {});
    return checked(() => this.inner.record(dice?.secret ?? '', reveal, salts, JSON.stringify(names)));
  }

  free(): void {
    this.inner.free();
  }
}
