// The game as wasm (and the server) tells it: shapes of JSON only. What they mean is decided in Rust.

export const COLORS = ['orange', 'yellow', 'black', 'red', 'purple', 'white'] as const;
export type Color = (typeof COLORS)[number];

export const HEADINGS = ['E', 'NE', 'NW', 'W', 'SW', 'SE'] as const;
export type Heading = (typeof HEADINGS)[number];

export const STEERS = ['left', 'straight', 'right'] as const;
export type Steer = (typeof STEERS)[number];

export const SIDES = ['dark', 'light', 'mixed'] as const;
export type Sides = (typeof SIDES)[number];

export type Scoring = 'classic' | 'turns';
export type Leg = 'start' | '1' | '2' | '3' | 'finish';
export type Water = 'light' | 'dark';

export const PILOTS = ['rookie', 'skipper', 'captain', 'admiral'] as const;
export type Pilot = (typeof PILOTS)[number];

/** A hex by name: `k12`. */
export type Hex = string;
/** 1, 2 or 3. */
export type Die = number;
export type ByColor<T> = Partial<Record<Color, T>>;

/** A heading that may be taken. */
export interface SteerOption {
  to: Steer;
  heading: Heading;
  /** Hexes of water, at most the total. */
  run: number;
  end: Hex;
  crash: boolean;
  damage: number;
}

export interface MoveMade {
  /** Hexes travelled, without the one it left. */
  path: Hex[];
  end: Hex;
  heading: Heading;
  total: number;
  run: number;
  crash: boolean;
  damage: number;
  sunk: boolean;
  finished: boolean;
  leg: Leg;
  owes: number;
}

export interface RaceResult {
  order: Color[];
  sunk: Color[];
  turns: ByColor<number>;
  points: ByColor<number>;
}

export interface MatchResult {
  points: ByColor<number>;
  /** Colours that share a rank, best first. */
  ranking: Color[][];
}

export type LakeLaid = {
  type: 'lake';
  players: Color[];
  sides: Sides;
  scoring: Scoring;
  races: number;
  layout: string;
  start: { color: Color; die: Die }[][];
  starter: Color;
};
export type RaceBegun = { type: 'race'; race: number; course: string; order: Color[] };
export type Placed = { type: 'placed'; color: Color; at: Hex; heading: Heading };
export type Rolled = {
  type: 'rolled';
  color: Color;
  hold: Die[];
  count: number;
  rolled: Die[];
  dice: Die[];
  options: SteerOption[];
};
export type Moved = { type: 'moved'; color: Color; to: Steer } & MoveMade;
export type RaceOver = { type: 'race-over'; race: number } & RaceResult;
export type Over = { type: 'over' } & MatchResult;

/** Something that happened; told in order they make the same regatta everywhere. */
export type Happening = LakeLaid | RaceBegun | Placed | Rolled | Moved | RaceOver | Over;

export type Decision =
  | { type: 'place'; at: Hex; heading: Heading }
  | { type: 'dice'; hold: Die[]; count: number }
  | { type: 'steer'; to: Steer };

export interface Course {
  lake: string[];
  /** Buoys 0, 1, 2, 3. */
  buoys: Hex[];
  line: Hex[];
  finish_buoy: Hex;
  start_side: Hex[];
  finish_side: Hex[];
  rounding: ('left' | 'right')[];
  gates: { heading: Heading; hexes: Hex[] }[];
  places: Hex[];
}

export type BoatStatus = 'unplaced' | 'racing' | 'finished' | 'sunk' | 'unfinished';

export interface Boat {
  color: Color;
  at: Hex | null;
  heading: Heading | null;
  /** As before this turn's roll. */
  dice: Die[];
  damage: number;
  kept: number;
  leg: Leg;
  owes: number;
  status: BoatStatus;
  turns: number;
}

export interface RaceState {
  phase: 'place' | 'dice' | 'steer' | 'done';
  race: number;
  scoring: Scoring;
  starter: Color;
  turn: Color | null;
  /** The hand after the roll while steering. */
  dice: Die[] | null;
  /** In order of play. */
  boats: Boat[];
  points: ByColor<number>;
}

export interface DiceChoice {
  hold: Die[];
  count: number;
}

export const MARKS = ['hold', 'roll', 'remove'] as const;
export type Mark = (typeof MARKS)[number];

/** Marks on the dice of a hand, and whether one is added. */
export interface Marked {
  marks: Mark[];
  add: boolean;
}

export type Legal = { places: Hex[] } | { dice: DiceChoice[] } | { options: SteerOption[] };

/** One of the three headings of a boat that steers. */
export interface HeadingView {
  to: Steer;
  heading: Heading;
  run: number;
  /** The run that must be taken. */
  longest: number;
  /** What stops it beyond its run. */
  blocked?: 'land' | 'buoy';
  stop?: Hex;
  /** Left out if it may not be taken. */
  option?: SteerOption;
  path: Hex[];
}

export interface View {
  course?: Course;
  state?: RaceState;
  legal?: Legal;
  headings: HeadingView[];
  /** After the first race: who leads, those who share a rank together. A lesson has none. */
  standing?: Color[][];
  races: number;
  over: boolean;
}

export type Ending = 'sails' | 'crashes' | 'sinks' | 'finishes';

/** Where a choice of dice can lead. */
export interface Reach {
  crash: number;
  damage: number;
  sink: number;
  finish: number;
  totals: [number, number];
  ends: { to: Steer; heading: Heading; at: Hex; ending: Ending; damage: number; leg: Leg; chance: number }[];
}

export interface PlaceHint {
  at: Hex;
  heading: Heading;
  turns: number;
}
export interface DiceHint extends DiceChoice {
  turns: number;
  crash: number;
  sink: number;
  finish: number;
  landings: { at: Hex; heading: Heading; ending: Ending; chance: number }[];
}
export type OpenHint = SteerOption & { ending: Ending; turns: number };
export type SteerHint = OpenHint | { to: Steer; heading: Heading; error: { code: string; message: string } };

export type Hint = { turn: Color } & (
  { places: PlaceHint[] } | { dice: DiceHint[] } | { options: SteerHint[] }
);

/** The plane of the chart: geometry for what is drawn on top of it. */
export interface Plane {
  /** Left, top, width, height. */
  view: [number, number, number, number];
  side: number;
  /** Outline of a hex round the origin. */
  hex: string;
  centers: Record<Hex, [number, number]>;
  degrees: Record<Heading, number>;
}

export interface RecordStory {
  happenings: Happening[];
  names: ByColor<string>;
  tags: [string, string][];
}

export type Mistake = { race: number; turn: number; error: number } & (
  | { kind: 'place'; made: { at: Hex; heading: Heading }; best: { at: Hex; heading: Heading } }
  | { kind: 'dice'; hand: Die[]; made: DiceChoice; best: DiceChoice }
  | { kind: 'steer'; hand: Die[]; made: Steer; best: Steer }
);

export const CLASSES = ['admiral', 'captain', 'mate', 'skipper', 'deckhand', 'rookie'] as const;

export interface Analysis {
  players: {
    color: Color;
    luck: number;
    error: number;
    traffic: number;
    decisions: number;
    class: (typeof CLASSES)[number] | null;
    turns: number;
    turns_without_luck: number;
    mistakes: Mistake[];
  }[];
  races: RaceAnalysis[];
}

export interface RaceAnalysis {
  race: number;
  over: boolean;
  boats: BoatAnalysis[];
}

export interface BoatAnalysis {
  color: Color;
  par: number;
  luck: number;
  error: number;
  traffic: number;
  ending: 'finished' | 'sunk' | 'racing';
  to_go: number[];
  turns: { luck: number; dice_error: number; steer_error: number }[];
}

/** What a check of a record's dice has shown. */
export interface Fairness {
  rolls: number;
  commitment: string;
  /** Salts that were hidden until the start, each with the seal that was shown instead. */
  sealed: { color: Color; salt: string; seal: string }[];
  redrawn: boolean;
}

export interface Setup {
  players: Color[];
  sides: Sides;
  races: number;
  scoring?: Scoring;
}
