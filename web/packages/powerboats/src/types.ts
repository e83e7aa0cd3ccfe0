// Made from the Rust types by scripts/types.mjs. Do not edit.

/** One step of a race: a player's decision, or a roll. */
export type Action = ActionPlace | ActionDice | ActionRoll | ActionSteer;

/** Choose dice: hold some, and roll the others. */
export type ActionDice = {
  /** The number of dice after the roll. */
  count: number;
  /** The dice to hold, from the boat's dice. */
  hold: Hand;
  type: 'dice';
};

/** Place the boat. */
export type ActionPlace = {
  /** A free start place. */
  at: Hex;
  /** Any heading. */
  heading: Heading;
  type: 'place';
};

/** What the rolled dice show. */
export type ActionRoll = {
  /** As many dice as the choice rolls. */
  rolled: Hand;
  type: 'roll';
};

/** Turn and move the boat. */
export type ActionSteer = {
  /** One of the legal directions. */
  to: Steer;
  type: 'steer';
};

/** What a captain tells a player beside the numbers of a [`Hint`]. */
export type Advice = {
  /** Why the best choice is the best. */
  reason: AdviceReason;
  /** The way of the next turns with average luck, from the boat's hex on. */
  route: Hex[];
  /** Where these turns end. */
  stops: Hex[];
};

/** The most telling reason for a choice. */
export type AdviceReason =
  | AdviceReasonFinish
  | AdviceReasonStart
  | AdviceReasonRound
  | AdviceReasonRoom
  | AdviceReasonSafe
  | AdviceReasonWorth
  | AdviceReasonLeast
  | AdviceReasonShort;

/** The boat can finish in this turn. */
export type AdviceReasonFinish = {
  /** The probability. */
  chance: number;
  why: 'finish';
};

/** The boat crashes in every direction, and this way it loses least. */
export type AdviceReasonLeast = { why: 'least' };

/** The boat stays slow, because there is little water ahead. */
export type AdviceReasonRoom = {
  /** Free hexes straight ahead after the move. */
  spaces: number;
  why: 'room';
};

/** The boat rounds a buoy. */
export type AdviceReasonRound = {
  /** 1, 2 or 3. */
  buoy: number;
  why: 'round';
};

/** The boat cannot crash, while other good choices may. */
export type AdviceReasonSafe = { why: 'safe' };

/** Nothing special: it is the shortest way. */
export type AdviceReasonShort = { why: 'short' };

/** The boat crosses the start line. */
export type AdviceReasonStart = { why: 'start' };

/** The boat may crash, but saves turns in the mean. */
export type AdviceReasonWorth = { why: 'worth' };

/** An analysis: luck and errors in turns, and in points if they were measured. */
export type AnalysisView = {
  /** The version of this JSON. */
  format: FormatVersion;
  players: PlayerAnalysisView[];
  races: RaceAnalysisView[];
};

/** A start place and the direction of the boat on it. */
export type BerthView = { at: Hex; heading: Heading };

export const BLOCKS = ['land', 'buoy'] as const;
export type Block = (typeof BLOCKS)[number];

/** One boat in one race. */
export type BoatAnalysisView = {
  color: Color;
  ending: BoatEnding;
  error: number;
  /** Errors as a family talks about them: one decision counts at most six turns. */
  error_capped: number;
  luck: number;
  /** Luck as a family talks about it: one roll counts at most six turns, so a sinking does not drown the rest. */
  luck_capped: number;
  /** How many of a hundred players with the same decisions would have had less lucky dice; null if no roll mattered. */
  luck_percentile: number | null;
  par: number;
  /** The rank by turns without luck, from 1. */
  place_without_luck: number;
  placing: DecisionView | null;
  /** Did a pilot make the placing for the player? */
  placing_by_stand_in: boolean;
  /** What a pilot did for this player. It is not part of the player's luck and errors. */
  stand_in: StandInTurnsView;
  /** Expected turns to go before the first turn, then after each turn. For the turn in which a boat sinks, the value
before that turn. */
  to_go: number[];
  traffic: number;
  turns: TurnAnalysisView[];
  turns_taken: number;
  /** Expected turns to go: 0 if the boat has finished, the weight of a sinking if it has sunk. */
  turns_to_go: number;
  turns_without_luck: number;
};

/** The state of a boat at the end of a race, or at the end of the record. */
export const BOAT_ENDINGS = ['finished', 'sunk', 'racing'] as const;
export type BoatEnding = (typeof BOAT_ENDINGS)[number];

/** Where a boat is in its race. */
export const BOAT_STATUS = ['unplaced', 'racing', 'finished', 'sunk', 'resigned', 'unfinished'] as const;
export type BoatStatus = (typeof BOAT_STATUS)[number];

/** The state of a boat. */
export type BoatView = {
  at: Hex | null;
  color: Color;
  damage: number;
  /** The dice before this turn's roll. */
  dice: Hand;
  heading: Heading | null;
  kept: number;
  leg: Leg;
  owes: number;
  status: BoatStatus;
  turns: number;
};

/** A choice of dice. */
export type ChoiceView = { count: number; hold: Hand };

/** The error code, for programs. */
export const CODES = [
  'bad-json',
  'too-long',
  'unknown-op',
  'unknown-field',
  'missing-field',
  'bad-value',
  'bad-course',
  'bad-boats',
  'no-race',
  'wrong-phase',
  'illegal-place',
  'illegal-dice',
  'illegal-steer',
] as const;
export type Code = (typeof CODES)[number];

/** The colour of a boat and of its player's seat, clockwise from orange */
export const COLORS = ['orange', 'yellow', 'black', 'red', 'purple', 'white'] as const;
export type Color = (typeof COLORS)[number];

/** Buoy 0 with the line's heading, then buoys 1, 2 and 3 */
export type CoursePlan = string;

/** A course with its gates, sides and start places. */
export type CourseView = {
  buoys: Hex[];
  finish_buoy: Hex;
  finish_side: Hex[];
  gates: GateView[];
  lake: string[];
  line: Hex[];
  places: Hex[];
  /** For buoys 1, 2 and 3. */
  rounding: RoundingSide[];
  start_side: Hex[];
};

/** A player's decision. */
export type Decision = DecisionPlace | DecisionDice | DecisionSteer;

/** Choose dice: hold some, and roll the others. */
export type DecisionDice = {
  /** The number of dice after the roll: one fewer than the boat has, the same, or one more. */
  count: number;
  /** The dice to hold, from the boat's dice. */
  hold: Hand;
  type: 'dice';
};

/** Place the boat. */
export type DecisionPlace = {
  /** A free start place. */
  at: Hex;
  /** Any heading. */
  heading: Heading;
  type: 'place';
};

/** The cost of a decision in points. */
export type DecisionPointsView = PointsView & {
  /** The best choice in points. */
  best: string;
};

/** Turn and move the boat. */
export type DecisionSteer = {
  /** One of the legal directions. */
  to: Steer;
  type: 'steer';
};

/** A decision and its cost. */
export type DecisionView = {
  best: string;
  /** Turns lost. */
  error: number;
  /** Was there a choice? */
  free: boolean;
  in_points: DecisionPointsView | null;
  made: string;
};

/** The dice to hold, and the number of dice after the roll. */
export type DiceChoiceView = { count: number; hold: Hand };

export type DiceHintView = {
  count: number;
  crash: number;
  finish: number;
  hold: Hand;
  landings: LandingView[];
  points?: number;
  sink: number;
  turns: number;
};

/** The face of a die */
export type Die = number;

/** A place where a turn can end. */
export type End = {
  at: Hex;
  /** The probability that the dice allow this end. */
  chance: number;
  /** The most damage the boat can take. */
  damage: number;
  ending: MoveEnding;
  /** The boat's heading after steering. */
  heading: Heading;
  /** The mark to cross next after this move. */
  leg: Leg;
  to: Steer;
};

/** What a check of the dice has shown. */
export type Fairness = {
  /** What was shown of the secret before anybody joined. */
  commitment: string;
  /** Was the lake given with its first course, and not drawn by these dice? So it is with a daily lake. */
  given: boolean;
  /** Was the secret replaced on the way, because the server was restored from a backup? */
  redrawn: boolean;
  /** The number of rolls. */
  rolls: number;
  /** The salts that were hidden until the start. */
  sealed: SealedSalt[];
};

/** An error: a code for programs, and one sentence for people. */
export type Fault = { code: Code; message: string };

export const FORMAT_VERSIONS = [1] as const;
export type FormatVersion = (typeof FORMAT_VERSIONS)[number];

/** The settings of a regatta, as JSON. */
export type GameSetup = {
  players: Color[];
  races: number;
  /** The usual scoring for this number of players unless given. */
  scoring?: Scoring;
  sides: Sides;
};

/** Everything that a page shows of a regatta. */
export type GameView = {
  course?: CourseView;
  /** Where each direction leads. Empty unless a boat steers. */
  headings: HeadingView[];
  legal?: LegalView;
  over: boolean;
  /** The points of the races that are over; missing before the first. */
  points?: Partial<Record<Color, number>>;
  races: number;
  stakes?: StakesView;
  /** The ranks after the first race, best first. Colours that share a rank are in one list. */
  standing?: Color[][];
  state?: StateView;
};

/** The gate of a buoy. */
export type GateView = {
  heading: Heading;
  /** From the buoy outward, land included. */
  hexes: Hex[];
};

/** Dice; written high to low, read in any order */
export type Hand = number[];

/** An event of a regatta. Replayed in order, starting with the lake, the events give the same regatta on every machine. */
export type Happening =
  | HappeningLake
  | HappeningRace
  | HappeningPlaced
  | HappeningRolled
  | HappeningMoved
  | HappeningResigned
  | HappeningRetired
  | HappeningRaceOver
  | HappeningOver;

/** The lake was laid and the starter decided. */
export type HappeningLake = {
  /** The layout of the tiles. */
  layout: Layout;
  /** The players, clockwise from orange. */
  players: Color[];
  /** The number of races. */
  races: number;
  /** How the races are scored. */
  scoring: Scoring;
  /** The sides of the tiles that are up. */
  sides: Sides;
  /** The rolls for the start, round by round. */
  start: StartDie[][];
  /** The player who starts the first race. */
  starter: Color;
  type: 'lake';
};

/** A boat moved. */
export type HappeningMoved = MoveView & {
  /** The boat's colour. */
  color: Color;
  /** The direction it took. */
  to: Steer;
  type: 'moved';
};

/** The regatta ended. */
export type HappeningOver = MatchResultView & { type: 'over' };

/** A boat was placed. */
export type HappeningPlaced = {
  /** The boat's hex. */
  at: Hex;
  /** The boat's colour. */
  color: Color;
  /** The direction the boat faces. */
  heading: Heading;
  type: 'placed';
};

/** A course was dealt and its race began. */
export type HappeningRace = {
  /** The buoys and the line. */
  course: CoursePlan;
  /** The order of play, the starter first. */
  order: Color[];
  /** The race's number: 1, 2 or 3. */
  race: number;
  type: 'race';
};

/** A race ended. */
export type HappeningRaceOver = RaceResultView & {
  /** The race's number: 1, 2 or 3. */
  race: number;
  type: 'race-over';
};

/** A player resigned, and the boat left the lake. */
export type HappeningResigned = {
  /** The boat's colour. */
  color: Color;
  type: 'resigned';
};

/** A boat retired from its race and left the lake; it takes part in the next race. */
export type HappeningRetired = {
  /** The boat's colour. */
  color: Color;
  type: 'retired';
};

/** Dice were chosen and rolled. */
export type HappeningRolled = {
  /** The boat's colour. */
  color: Color;
  /** The number of dice after the roll. */
  count: number;
  /** The held and the rolled dice: the boat moves with these. */
  dice: Hand;
  /** The dice held. */
  hold: Hand;
  /** The legal directions. */
  options: SteerOptionView[];
  /** What the rolled dice show. */
  rolled: Hand;
  type: 'rolled';
};

/** A heading */
export const HEADINGS = ['E', 'NE', 'NW', 'W', 'SW', 'SE'] as const;
export type Heading = (typeof HEADINGS)[number];

export type HeadingHintView = HeadingHintViewEnding | HeadingHintViewError;

export type HeadingHintViewEnding = SteerOptionView & { ending: MoveEnding; points?: number; turns: number };

export type HeadingHintViewError = { error: Fault; heading: Heading; to: Steer };

/** One of the three directions of a boat that steers: where it leads, or why it is not legal. */
export type HeadingView = {
  /** What blocks the boat after its run, if the run is shorter than the total. */
  blocked?: Block;
  heading: Heading;
  /** The longest run of all three directions. */
  longest: number;
  option?: SteerOptionView;
  /** The hexes the boat would move over. For an illegal direction, all hexes of its run. */
  path: Hex[];
  /** The number of water hexes, at most the total. */
  run: number;
  /** The blocked hex. */
  stop?: Hex;
  to: Steer;
};

/** A hex: column and row */
export type Hex = string;

/** The values of all current choices, for the player whose turn it is. */
export type HintView = HintViewPlaces | HintViewDice | HintViewOptions;

/** The values of all current choices, for the player whose turn it is. */
export type HintViewDice = {
  dice: DiceHintView[];
  /** Only there, and false, if no way leads to the finish. Then no choice is worth anything, and none is listed. */
  finishable?: boolean;
  turn: Color;
};

/** The values of all current choices, for the player whose turn it is. */
export type HintViewOptions = {
  /** Only there, and false, if no way leads to the finish. Then no choice is worth anything, and none is listed. */
  finishable?: boolean;
  options: HeadingHintView[];
  turn: Color;
};

/** The values of all current choices, for the player whose turn it is. */
export type HintViewPlaces = {
  /** Only there, and false, if no way leads to the finish. Then no choice is worth anything, and none is listed. */
  finishable?: boolean;
  places: PlaceHintView[];
  turn: Color;
};

export type LandingView = { at: Hex; chance: number; ending: MoveEnding; heading: Heading };

/** A place where the boat can be after its next turn. */
export type Later = {
  at: Hex;
  /** `Sails`, or `Finishes` if the boat can cross the finish line on its way here. */
  ending: MoveEnding;
  /** The farthest mark to cross next. */
  leg: Leg;
};

/** The layout of the six tiles: number, d (dark) or l (light), and r if rotated by 180° */
export type Layout = string;

/** The mark a boat must cross next: the start line, the gate of buoy 1, 2 or 3, or the finish */
export const LEGS = ['start', '1', '2', '3', 'finish'] as const;
export type Leg = (typeof LEGS)[number];

/** All legal choices. */
export type LegalView = LegalViewPlaces | LegalViewDice | LegalViewOptions;

export type LegalViewDice = { dice: ChoiceView[] };

export type LegalViewOptions = { options: SteerOptionView[] };

export type LegalViewPlaces = { places: Hex[] };

/** Everything a page shows of a lesson. */
export type LessonView = {
  course: CourseView;
  /** Where each direction leads. Empty unless a boat steers. */
  headings: HeadingView[];
  /** The damage that each boat would keep for the next race. */
  keeps: Partial<Record<Color, number>>;
  /** Missing when the race is over. */
  legal?: LegalView;
  over: boolean;
  races: number;
  state: StateView;
};

/** What distinguishes a boat from the others, for lists and graphs. */
export type Look = {
  /** The wake's `stroke-dasharray`. */
  dashes: string;
  /** The outline of the emblem as path data, facing east, centred on the origin. */
  emblem: string;
  /** The hull's colour. */
  hull: string;
  /** A colour that contrasts with the hull. */
  sign: string;
};

/** What happens to a die. */
export const MARKS = ['hold', 'roll', 'remove'] as const;
export type Mark = (typeof MARKS)[number];

/** A mark on each die, and whether a die is added. */
export type Marked = {
  /** Is a die added? */
  add: boolean;
  /** In the order of the dice. */
  marks: Mark[];
};

/** The result of a match. */
export type MatchResultView = {
  points: Partial<Record<Color, number>>;
  /** The ranks, best first. Colours that share a rank are in one list. */
  ranking: Color[][];
};

/** A decision that cost something. */
export type MistakeView = MistakeViewPlace | MistakeViewDice | MistakeViewSteer;

/** A decision that cost something. */
export type MistakeViewDice = {
  best: DiceChoiceView;
  /** The turns it cost. */
  error: number;
  /** The same, but at most six turns: more only says how likely the boat was to sink. */
  error_capped: number;
  hand: Hand;
  kind: 'dice';
  made: DiceChoiceView;
  /** The points it cost, if they were measured. */
  points?: PointsView;
  /** 1, 2 or 3. */
  race: number;
  /** The boat's turn in that race; 0 for its placing. */
  turn: number;
  /** The mistake in an English sentence, if the caller supplied one. */
  words?: string;
};

/** A decision that cost something. */
export type MistakeViewPlace = {
  best: BerthView;
  /** The turns it cost. */
  error: number;
  /** The same, but at most six turns: more only says how likely the boat was to sink. */
  error_capped: number;
  kind: 'place';
  made: BerthView;
  /** The points it cost, if they were measured. */
  points?: PointsView;
  /** 1, 2 or 3. */
  race: number;
  /** The boat's turn in that race; 0 for its placing. */
  turn: number;
  /** The mistake in an English sentence, if the caller supplied one. */
  words?: string;
};

/** A decision that cost something. */
export type MistakeViewSteer = {
  best: Steer;
  /** The turns it cost. */
  error: number;
  /** The same, but at most six turns: more only says how likely the boat was to sink. */
  error_capped: number;
  hand: Hand;
  kind: 'steer';
  made: Steer;
  /** The points it cost, if they were measured. */
  points?: PointsView;
  /** 1, 2 or 3. */
  race: number;
  /** The boat's turn in that race; 0 for its placing. */
  turn: number;
  /** The mistake in an English sentence, if the caller supplied one. */
  words?: string;
};

/** How a move ends. */
export const MOVE_ENDINGS = ['sails', 'crashes', 'sinks', 'finishes'] as const;
export type MoveEnding = (typeof MOVE_ENDINGS)[number];

/** A move that was made. */
export type MoveView = {
  crash: boolean;
  /** The damage taken in this move. */
  damage: number;
  end: Hex;
  finished: boolean;
  heading: Heading;
  leg: Leg;
  owes: number;
  /** The hexes moved over, without the starting hex. */
  path: Hex[];
  run: number;
  sunk: boolean;
  total: number;
};

/** The best start of a course, and the turns that best play needs from there. */
export type ParView = {
  /** Expected turns of a boat that is alone. A sinking counts as 100 turns. */
  par: number;
  start: BerthView;
};

/** What a race is waiting for. */
export const PHASE_VIEWS = ['place', 'dice', 'steer', 'done'] as const;
export type PhaseView = (typeof PHASE_VIEWS)[number];

export const PILOT_NAMES = [
  'rookie',
  'deckhand',
  'bosun',
  'mate',
  'skipper',
  'commander',
  'captain',
  'admiral',
  'turtle',
  'gambler',
  'fox',
] as const;
export type PilotName = (typeof PILOT_NAMES)[number];

export type PlaceHintView = { at: Hex; heading: Heading; points?: number; turns: number };

/** The coordinates of a whole lake's chart. */
export type Plane = {
  /** The centres of all hexes. */
  centers: Record<Hex, [number, number]>;
  degrees: Record<Heading, number>;
  /** The outline of a hex centred on the origin, as SVG path data. */
  hex: string;
  /** The length of a hex's side. */
  side: number;
  /** Left, top, width and height of the chart. */
  view: [number, number, number, number];
};

/** A player in the whole regatta. */
export type PlayerAnalysisView = {
  class: SkillClass | null;
  color: Color;
  /** The number of decisions in which there was a choice. */
  decisions: number;
  error: number;
  /** Errors as a family talks about them: one decision counts at most six turns. */
  error_capped: number;
  error_per_decision: number;
  in_points: PlayerPointsView | null;
  luck: number;
  /** Luck as a family talks about it: one roll counts at most six turns, so a sinking does not drown the rest. */
  luck_capped: number;
  luck_per_race: number;
  /** How many of a hundred players with the same decisions would have had less lucky dice; null if no roll mattered. */
  luck_percentile: number | null;
  /** The costliest first. */
  mistakes: MistakeView[];
  name: string;
  /** The rank by turns without luck, from 1. */
  place_without_luck: number;
  /** Points in the regatta so far. */
  points: number;
  /** The number of races in which the boat was placed. */
  races: number;
  /** What a pilot did for this player. It is not part of the player's luck and errors. */
  stand_in: StandInTurnsView;
  traffic: number;
  /** Turns taken, plus the turns still to go. */
  turns: number;
  turns_without_luck: number;
};

/** A player's luck and errors in points. */
export type PlayerPointsView = {
  error: PointsView;
  error_per_decision: number;
  luck: PointsView;
  /** The costliest in points first. */
  mistakes: MistakeView[];
  others_luck: PointsView;
  points_without_luck: PointsView | null;
};

/** Points as measured by simulation. */
export type PointsView = { points: number; standard_error: number };

/** What a player can expect from the races that are left. */
export const PROSPECTS = ['safe', 'open', 'near', 'gone'] as const;
export type Prospect = (typeof PROSPECTS)[number];

/** One race. */
export type RaceAnalysisView = {
  boats: BoatAnalysisView[];
  /** A, B or C. */
  letter: string;
  over: boolean;
  /** 1, 2 or 3. */
  race: number;
};

/** The result of a race. */
export type RaceResultView = {
  /** The finishers, first to last. */
  order: Color[];
  points: Partial<Record<Color, number>>;
  /** The boats that sank, in the order they did. */
  sunk: Color[];
  turns: Partial<Record<Color, number>>;
};

/** All results of a choice of dice in this turn. They are exact and need no solver. */
export type Reach = {
  /** The probability of a crash. Steering cannot avoid a crash: if a direction has room, it must be taken (rule 4.3). */
  crash: number;
  /** The expected damage. */
  damage: number;
  /** Where the boat can end: by direction from left to right, then by total from low to high. */
  ends: End[];
  /** The probability that at least one direction lets the boat finish. */
  finish: number;
  /** The probability that the boat sinks and no direction would let it finish first. */
  sink: number;
  /** The lowest and the highest total of the dice. */
  totals: [number, number];
};

/** The events of a record. */
export type RecordStory = {
  /** The version of this JSON. */
  format: FormatVersion;
  /** The same events as when it was played. */
  happenings: Happening[];
  /** The players' names. */
  names: Partial<Record<Color, string>>;
  /** The name and text of each tag. */
  tags: [string, string][];
};

/** A race or match of a person against a pilot, for choosing the next rival. */
export type RivalRace = {
  /** The strongest pilot in the race, by name. */
  pilot: string;
  /** Did the person come in before it? */
  won: boolean;
};

/** The hand on which a buoy is rounded */
export const ROUNDING_SIDES = ['left', 'right'] as const;
export type RoundingSide = (typeof ROUNDING_SIDES)[number];

/** How a race is scored */
export const SCORINGS = ['classic', 'turns'] as const;
export type Scoring = (typeof SCORINGS)[number];

/** A salt, and the seal that was shown while the salt was hidden. */
export type SealedSalt = { color: Color; salt: string; seal: string };

/** Which sides of the tiles are up */
export const SIDES = ['dark', 'light', 'mixed'] as const;
export type Sides = (typeof SIDES)[number];

/** The step of the pilots' ladder that somebody plays like, the best first. The bounds come from matches of the pilots: see docs/analysis.md. */
export const SKILL_CLASSES = [
  'admiral',
  'captain',
  'commander',
  'skipper',
  'mate',
  'bosun',
  'deckhand',
  'rookie',
] as const;
export type SkillClass = (typeof SKILL_CLASSES)[number];

/** What players can still gain. Missing when the regatta is over, and if turns count too. */
export type StakesView = {
  /** Each player's prospects. */
  prospects: Partial<Record<Color, Prospect>>;
  /** The points for winning the current or next race. */
  win: number;
};

/** The turns that a pilot played for a player who was late or away. */
export type StandInTurnsView = {
  error: number;
  luck: number;
  /** The number of turns. A placing is no turn. */
  turns: number;
};

/** A die rolled for the start. */
export type StartDie = {
  /** The player's colour. */
  color: Color;
  /** What the die shows. */
  die: Die;
};

/** The state of a race. */
export type StateView = {
  /** In order of play, the starter first. */
  boats: BoatView[];
  dice: Hand | null;
  phase: PhaseView;
  /** The points of races that are over. */
  points: Partial<Record<Color, number>>;
  /** The race's number: 1, 2 or 3. */
  race: number;
  scoring: Scoring;
  starter: Color;
  turn: Color | null;
};

/** 60° to the left, straight on, or 60° to the right */
export const STEERS = ['left', 'straight', 'right'] as const;
export type Steer = (typeof STEERS)[number];

/** A legal direction and its outcome. */
export type SteerOptionView = {
  crash: boolean;
  damage: number;
  end: Hex;
  heading: Heading;
  /** The number of water hexes ahead, at most the total. */
  run: number;
  to: Steer;
};

/** An error as the bindings throw it. */
export type Thrown = {
  /** The text to show, for the page. */
  code: string;
  /** The error in English. */
  message: string;
  /** The values for the translated text, by name. */
  values: Record<string, ThrownValue>;
};

/** A text or a number. */
export type ThrownValue = string | number;

/** One turn. Dice and directions are written as in a record. */
export type TurnAnalysisView = {
  /** Expected turns to go after this turn. */
  after: number;
  /** Expected turns to go before this turn. */
  before: number;
  dice: DecisionView;
  /** The error of `dice`. */
  dice_error: number;
  /** The boat's dice before this turn. */
  hand: string;
  heading: DecisionView;
  luck: number;
  luck_in_points: TurnAnalysisViewLuckInPoints | null;
  roll: string;
  /** Did a pilot play this turn for the player? */
  stand_in: boolean;
  /** The error of `heading`. */
  steer_error: number;
  traffic: number;
  /** The boat's turn in this race, from 1. */
  turn: number;
};

/** The points that each player gained by the roll; null if points were not measured. */
export type TurnAnalysisViewLuckInPoints = Partial<Record<Color, PointsView>>;

/** The colour scheme of a chart, named after its water: light for day, dark for night and for pages in dark mode. */
export const WATERS = ['light', 'dark'] as const;
export type Water = (typeof WATERS)[number];
