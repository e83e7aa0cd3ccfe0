// Made from the Rust types by scripts/types.mjs. Do not edit.

/** An analysis, or how far it is. */
export type AnalysisState =
  | {
      /** From 0 to 1. */
      progress: number;
      state: 'working';
    }
  | {
      /** Luck and errors of each player, boat and turn. */
      analysis: AnalysisView;
      state: 'done';
    };

/** An analysis of a regatta. Luck and errors are in turns. */
export type AnalysisView = { players: PlayerView[]; races: RaceView[] };

export type Berth = { at: Hex; heading: Heading };

export const BLOCKS = ['land', 'buoy'] as const;
export type Block = (typeof BLOCKS)[number];

/** How a boat stands at the end of a race, or of the record. */
export const BOAT_ENDINGS = ['finished', 'sunk', 'racing'] as const;
export type BoatEnding = (typeof BOAT_ENDINGS)[number];

export type BoatLuckView = {
  color: Color;
  ending: BoatEnding;
  error: number;
  luck: number;
  par: number;
  /** Expected turns to go: before the first turn, then after each turn. For the turn in which a boat sank, the value
before that turn. */
  to_go: number[];
  traffic: number;
  turns: TurnView[];
};

/** Where a boat is in its race. */
export const BOAT_STATUS = ['unplaced', 'racing', 'finished', 'sunk', 'unfinished'] as const;
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

/** Players and spectators talk apart. */
export const CHAT_SIDES = ['players', 'spectators'] as const;
export type ChatSide = (typeof CHAT_SIDES)[number];

export type Choice = { count: number; hold: Hand };

/** A choice of dice. */
export type ChoiceView = { count: number; hold: Hand };

/** at most 200 characters */
export type Claim = string;

/** Like whom somebody sails, the better the less. The bounds come from analysing matches of our own pilots: docs/analysis.md. */
export const CLASSES = ['admiral', 'captain', 'mate', 'skipper', 'deckhand', 'rookie'] as const;
export type Class = (typeof CLASSES)[number];

/** How long a player may think. */
export type Clock =
  | { type: 'none' }
  | {
      /** 0 to 36,000. */
      bank: number;
      /** 1 to 3,600. */
      turn: number;
      type: 'live';
    }
  | {
      /** 1 to 720 (30 days). */
      hours: number;
      type: 'correspondence';
    };

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
  rounding: Way[];
  start_side: Hex[];
};

/** Who one says one is. */
export type Credentials = { login: Claim; password: Claim };

/** A player's decision. */
export type Decision =
  | {
      /** A free start place. */
      at: Hex;
      /** Any heading. */
      heading: Heading;
      type: 'place';
    }
  | {
      /** The number of dice after the roll: one fewer than the boat has, the same, or one more. */
      count: number;
      /** The dice to hold, from the boat's dice. */
      hold: Hand;
      type: 'dice';
    }
  | {
      /** One of the legal directions. */
      to: Steer;
      type: 'steer';
    };

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

/** What an action led to. */
export type Done = {
  /** Of the last event that came of it. */
  seq: number;
};

/** A place where a turn can end. */
export type End = {
  /** The hex. */
  at: Hex;
  /** Probability that the dice allow it. */
  chance: number;
  /** Damage taken, the most there can be. */
  damage: number;
  /** How the move ends. */
  ending: MoveEnding;
  /** The heading that gives. */
  heading: Heading;
  /** The mark to cross next, from there on. */
  leg: Leg;
  /** The way it steered. */
  to: Steer;
};

/** All that is stored about a player. Times are milliseconds since 1970. */
export type Export = {
  /** What they said. */
  chat: Said[];
  /** When they came. */
  created: number;
  /** Who. */
  me: Me;
  /** Where they sat, the latest first. The record of each can be had as long as it exists. */
  regattas: Sailed[];
  /** When their sessions began. */
  sessions: number[];
  /** Their tokens. */
  tokens: Token[];
};

/** Registered players show that it is they; guests need no password. */
export type Farewell = { password?: Claim | null };

/** An error: a code for programs, and one sentence for people. */
export type Fault = { code: Code; message: string };

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
  races: number;
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
  | {
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
    }
  | {
      /** The buoys and the line. */
      course: CoursePlan;
      /** The order of play, the starter first. */
      order: Color[];
      /** The race's number: 1, 2 or 3. */
      race: number;
      type: 'race';
    }
  | {
      /** The boat's hex. */
      at: Hex;
      /** The boat's colour. */
      color: Color;
      /** The direction the boat faces. */
      heading: Heading;
      type: 'placed';
    }
  | {
      /** The boat's colour. */
      color: Color;
      /** The number of dice after the roll. */
      count: number;
      /** The held and the rolled dice: the boat moves with these. */
      dice: Hand;
      /** The dice held. */
      hold: Hand;
      /** The legal directions. */
      options: OptionView[];
      /** What the rolled dice show. */
      rolled: Hand;
      type: 'rolled';
    }
  | (MoveView & {
      /** The boat's colour. */
      color: Color;
      /** The direction it took. */
      to: Steer;
    } & { type: 'moved' })
  | (RaceResultView & {
      /** The race's number: 1, 2 or 3. */
      race: number;
    } & { type: 'race-over' })
  | (MatchResultView & { type: 'over' });

/** A heading */
export const HEADINGS = ['E', 'NE', 'NW', 'W', 'SW', 'SE'] as const;
export type Heading = (typeof HEADINGS)[number];

export type HeadingHintView =
  | (OptionView & { ending: MoveEnding; points?: number; turns: number })
  | { error: Fault; heading: Heading; to: Steer };

/** One of the three directions of a boat that steers: where it leads, or why it is not legal. */
export type HeadingView = {
  /** What blocks the boat after its run, if the run is shorter than the total. */
  blocked?: Block;
  heading: Heading;
  /** The longest run of all three directions. */
  longest: number;
  option?: OptionView;
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

export type HintChoices =
  { places: PlaceHintView[] } | { dice: DiceHintView[] } | { options: HeadingHintView[] };

/** The values of all current choices, for the player whose turn it is. */
export type HintView = HintChoices & { turn: Color };

/** From a client to a room. */
export type Incoming = (Submission & { type: 'act' }) | { type: 'ping' };

/** a label has 1 to 24 characters that can be seen */
export type Label = string;

/** What a token is for. */
export type Labelled = {
  /** So that its owner knows which it is. */
  label: Label;
};

export type LandingView = { at: Hex; chance: number; ending: MoveEnding; heading: Heading };

/** The layout of the six tiles: number, d (dark) or l (light), and r if rotated by 180° */
export type Layout = string;

/** The mark a boat must cross next: the start line, the gate of buoy 1, 2 or 3, or the finish */
export const LEGS = ['start', '1', '2', '3', 'finish'] as const;
export type Leg = (typeof LEGS)[number];

/** All legal choices. */
export type LegalView = { places: Hex[] } | { dice: ChoiceView[] } | { options: OptionView[] };

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

/** From the lobby to a client. */
export type LobbyMessage =
  | {
      /** How many public ones are being sailed. */
      live: number;
      /** Are there others? `GET /api/regattas` has them all. */
      more: boolean;
      /** How many public ones have not begun. */
      open: number;
      /** At most 100: those one sits in or hosts, then the latest public ones. */
      regattas: Summary[];
      type: 'lobby';
    }
  | {
      /** As it is now. */
      regattas: Summary[];
      type: 'changed';
    }
  | { type: 'pong' }
  | { type: 'bye' };

/** An event, its number in its room, and when it happened. */
export type LoggedEvent = RoomEvent & {
  /** Milliseconds since 1970. */
  at: number;
  /** From 1, without a gap in the room; a reader is not told events that are meant for others. */
  seq: number;
};

/** a login has 2 to 32 letters a-z, digits, - and _ */
export type Login = string;

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

/** A player as they see themselves. */
export type Me = {
  /** Everybody may see it. */
  id: PlayerId;
  /** What one signs in with; nobody else sees it. */
  login?: string | null;
  /** What others see. */
  name: string;
  /** With a login and a password; guests have none. */
  registered: boolean;
};

export type MistakeView = WhatView & {
  error: number;
  /** The race's number: 1, 2 or 3. */
  race: number;
  /** The number of the boat's turn in that race; 0 for placing the boat. */
  turn: number;
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

/** a name has 1 to 24 characters that can be seen */
export type Name = string;

/** What to be called. */
export type Named = { name: Name };

/** What a host decides. Whatever is left out is as the rulebook has it. */
export type NewRegatta = {
  /** How long a player may think; as long as they like unless said otherwise. */
  clock?: Clock;
  color?: Color | null;
  /** Whether the host takes a seat; true unless said otherwise. */
  join?: boolean | null;
  /** 1 to 3; three unless said otherwise. */
  races?: number | null;
  salt?: Salt | null;
  scoring?: Scoring | null;
  seal?: Seal | null;
  /** How many seats: 2 to 6. */
  seats: number;
  sides?: Sides | null;
  /** Who finds it; public unless said otherwise. */
  visibility?: Visibility;
};

/** A new token, shown this once. */
export type NewToken = {
  /** To take it away again. */
  id: TokenId;
  /** To be sent as `Authorization: Bearer pb_…`. */
  token: string;
};

/** A regatta that was opened. */
export type Opened = {
  /** Where to find it. */
  id: RegattaId;
};

/** A legal direction and its outcome. */
export type OptionView = {
  crash: boolean;
  damage: number;
  end: Hex;
  heading: Heading;
  /** The number of water hexes ahead, at most the total. */
  run: number;
  to: Steer;
};

/** From a room to a client. */
export type Outgoing =
  | {
      /** As this client sees it. */
      snapshot: Snapshot;
      type: 'snapshot';
    }
  | {
      /** Those this client is told of. */
      events: Told[];
      type: 'events';
    }
  | {
      /** Seats whose players are connected. */
      present: Color[];
      /** How many watch. */
      spectators: number;
      type: 'presence';
    }
  | {
      /** The client's id of the action. */
      id: string;
      /** Of the last event that came of it. */
      seq: number;
      type: 'ack';
    }
  | (Refusal & {
      /** The client's id of the action; null if the message could not be read. */
      id?: string | null;
    } & { type: 'refused' })
  | { type: 'pong' }
  | { type: 'bye' };

/** a password has 8 to 200 characters */
export type Password = string;

/** One password for another. */
export type PasswordChange = { new: Password; old: Claim };

/** A regatta one sat in. */
export type Past = {
  /** The regatta in short. */
  regatta: Summary;
  /** When something last happened in it. */
  updated: number;
};

/** What a race is waiting for. */
export const PHASE_VIEWS = ['place', 'dice', 'steer', 'done'] as const;
export type PhaseView = (typeof PHASE_VIEWS)[number];

export const PILOT_NAMES = ['rookie', 'skipper', 'captain', 'admiral'] as const;
export type PilotName = (typeof PILOT_NAMES)[number];

export type PlaceHintView = { at: Hex; heading: Heading; points?: number; turns: number };

/** What to do in one's next turn. */
export type Plan = {
  /** Dice or, in the placing, a place. */
  first: Decision;
  /** Headings after the roll, the dearest first; the first that is legal is taken. */
  steer?: Steer[];
};

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

export type PlayerId = string;

export type PlayerView = {
  class: Class | null;
  color: Color;
  decisions: number;
  error: number;
  luck: number;
  /** The most costly first. */
  mistakes: MistakeView[];
  traffic: number;
  turns: number;
  turns_without_luck: number;
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

export type RaceView = { boats: BoatLuckView[]; over: boolean; race: number };

/** Everything that can come of a choice of dice in this turn. No solver is asked: all of it is exact. */
export type Reach = {
  /** Probability of a crash. Steering can't avoid one: where some heading has room, it must be taken (rule 4.3). */
  crash: number;
  /** Damage to be expected. */
  damage: number;
  /** Where it can end: by heading from left to right, then by the total, low to high. */
  ends: End[];
  /** Probability that some heading brings it home. */
  finish: number;
  /** Probability that the boat sinks, and that no heading would bring it home first. */
  sink: number;
  /** The lowest and the highest total. */
  totals: [number, number];
};

/** The events of a record. */
export type RecordStory = {
  /** The same events as when it was played. */
  happenings: Happening[];
  /** The players' names. */
  names: Partial<Record<Color, string>>;
  /** The name and text of each tag. */
  tags: [string, string][];
};

/** A refusal: its kind, and one sentence for a person. */
export type Refusal = {
  /** For programs. */
  code: RefusalReason;
  /** For people. */
  message: string;
};

/** What kind of refusal, for programs. */
export const REFUSAL_REASONS = [
  'bad-request',
  'not-signed-in',
  'wrong-password',
  'name-taken',
  'forbidden',
  'not-found',
  'too-large',
  'too-fast',
  'too-many',
  'not-seated',
  'not-host',
  'already-seated',
  'seat-taken',
  'no-seat',
  'not-ready',
  'already-started',
  'not-started',
  'not-over',
  'over',
  'stale',
  'not-your-turn',
  'wrong-phase',
  'illegal-place',
  'illegal-dice',
  'illegal-steer',
  'muted',
  'timed-out',
  'disk-full',
  'unknown',
  'stopping',
  'broken',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export type RegattaId = string;

/** What to sign in with from now on. */
export type Registration = { login: Login; password: Password };

/** Something a player wants to do. */
export type RoomAction =
  | { color?: Color | null; salt?: Salt | null; seal?: Seal | null; type: 'join' }
  | { type: 'leave' }
  | {
      /** Which. */
      color: Color;
      type: 'recolor';
    }
  | {
      /** Or no longer. */
      ready: boolean;
      seal?: Seal | null;
      type: 'ready';
    }
  | {
      /** It has to fit the seal. */
      salt: Salt;
      type: 'reveal';
    }
  | {
      color?: Color | null;
      /** Who. */
      pilot: PilotName;
      type: 'seat-pilot';
    }
  | {
      /** From which seat. */
      color: Color;
      type: 'unseat';
    }
  | { type: 'start' }
  | { type: 'close' }
  | { plan?: Plan | null; type: 'plan' }
  | {
      /** Or no longer. */
      on: boolean;
      type: 'auto-steer';
    }
  | { type: 'back' }
  | {
      /** 1 to 500 characters. */
      text: string;
      type: 'chat';
    }
  | {
      /** Or no longer. */
      muted: boolean;
      /** Whom. */
      player: PlayerId;
      type: 'mute';
    }
  | { type: 'rematch' }
  | Decision;

/** What happened. */
export type RoomEvent =
  | {
      /** SHA-256 of the secret of the dice. */
      commitment: string;
      /** Who decides before the start. */
      host: PlayerId;
      /** Players who may see a private regatta without its invitation: those of the regatta it is a rematch of. */
      invited?: PlayerId[];
      /** As the host wished. */
      settings: Settings;
      type: 'created';
    }
  | {
      /** Which. */
      color: Color;
      /** Who. */
      player: PlayerId;
      /** What they add to the dice; empty while it is hidden. */
      salt: string;
      /** SHA-256 of a hidden salt. */
      seal?: string | null;
      type: 'joined';
    }
  | {
      /** Which. */
      color: Color;
      /** Who. */
      pilot: PilotName;
      type: 'pilot-seated';
    }
  | {
      /** Which. */
      color: Color;
      type: 'unseated';
    }
  | {
      /** From which seat. */
      color: Color;
      /** Whom. */
      player: PlayerId;
      type: 'kicked';
    }
  | {
      /** Where they sat. */
      from: Color;
      /** Where they sit. */
      to: Color;
      type: 'recolored';
    }
  | {
      /** Who. */
      color: Color;
      /** Or no longer. */
      ready: boolean;
      /** SHA-256 of a new hidden salt, which replaces the one before. */
      seal?: string | null;
      type: 'ready';
    }
  | {
      /** Who. */
      host: PlayerId;
      type: 'hosted';
    }
  | {
      type: 'sealed';
      /** Until when; milliseconds since 1970. */
      until: number;
    }
  | {
      /** Who. */
      color: Color;
      /** It fits the seal. */
      salt: string;
      type: 'revealed';
    }
  | {
      /** SHA-256 of the new secret. */
      commitment: string;
      /** New salts of the seats that stay, drawn by the server; a player may replace theirs with a seal. */
      salts: Partial<Record<Color, string>>;
      /** The secret that would have counted, in hexadecimal. */
      secret: string;
      type: 'unsealed';
      /** Seats that did not reveal; they are empty now. */
      vacated: Color[];
    }
  | {
      /** SHA-256 of the new secret. */
      commitment: string;
      /** The number of the first thing that chance decides by it. */
      from: number;
      type: 'redrawn';
    }
  | { type: 'started' }
  | {
      /** What. */
      happening: Happening;
      type: 'game';
    }
  | {
      /** Milliseconds in each player's bank. */
      banks: Partial<Record<Color, number>>;
      /** Whose. */
      color: Color;
      type: 'clock';
      /** When it is up, bank included; null for a pilot. */
      until?: number | null;
    }
  | {
      /** Whose. */
      color: Color;
      type: 'timed-out';
    }
  | {
      /** Which. */
      color: Color;
      type: 'taken-over';
    }
  | {
      /** Who. */
      color: Color;
      type: 'back';
    }
  | {
      /** Who. */
      color: Color;
      plan?: Plan | null;
      type: 'planned';
    }
  | {
      /** Whose. */
      color: Color;
      /** Why. */
      reason: string;
      type: 'plan-dropped';
    }
  | {
      /** Who. */
      color: Color;
      /** Or no longer. */
      on: boolean;
      type: 'auto-steer';
    }
  | {
      /** Who. */
      player: PlayerId;
      /** Players' or spectators'. */
      side: ChatSide;
      /** What. */
      text: string;
      type: 'chat';
    }
  | {
      /** Or no longer. */
      muted: boolean;
      /** Whom. */
      player: PlayerId;
      type: 'muted';
    }
  | {
      /** The secrets that replaced it after the server was restored, in order. */
      later?: string[];
      /** In hexadecimal. */
      secret: string;
      type: 'secret';
    }
  | {
      /** Where. */
      regatta: RegattaId;
      type: 'rematch';
    }
  | { type: 'closed' }
  | { type: 'noted' };

/** Something a player said. */
export type Said = {
  /** When. */
  at: number;
  /** Where. */
  regatta: string;
  /** To whom. */
  side: ChatSide;
  /** What. */
  text: string;
};

/** A regatta in which a player sat. */
export type Sailed = {
  /** Which. */
  id: RegattaId;
  /** As the lobby shows it. */
  summary: Record<string, never>;
  /** When something last happened. */
  updated: number;
};

/** a salt is a line of 1 to 64 characters */
export type Salt = string;

/** How a race is scored */
export const SCORINGS = ['classic', 'turns'] as const;
export type Scoring = (typeof SCORINGS)[number];

/** a seal is 64 hexadecimal digits, in small letters */
export type Seal = string;

/** Somebody in a seat. */
export type SeatView = {
  /** A pilot keeps the seat until its player comes back. */
  away: boolean;
  /** Which seat. */
  color: Color;
  /** Their name; of a pilot, what it is called; empty for somebody who has left us. */
  name: string;
  pilot?: PilotName | null;
  player?: PlayerId | null;
  /** Ready to start. */
  ready: boolean;
};

/** What a host decides. Whatever is left out is as the rulebook has it. */
export type Settings = {
  /** How long a player may think. */
  clock?: Clock;
  /** 1 to 3. */
  races?: number;
  scoring?: Scoring | null;
  /** How many seats: 2 to 6. */
  seats: number;
  /** Which sides of the tiles are up. */
  sides?: Sides;
  /** Who finds it. */
  visibility?: Visibility;
};

/** Which sides of the tiles are up */
export const SIDES = ['dark', 'light', 'mixed'] as const;
export type Sides = (typeof SIDES)[number];

/** The whole room as somebody sees it. */
export type Snapshot = {
  /** Milliseconds in each player's bank. */
  banks: Partial<Record<Color, number>>;
  /** SHA-256 of the secret of the dice. */
  commitment: string;
  course?: CourseView | null;
  /** What opens a private regatta; only for those who sit in it. */
  invite?: string | null;
  legal?: LegalView | null;
  /** The server's clock, in milliseconds since 1970: deadlines are by it. */
  now: number;
  /** Seats whose players are connected now. */
  present: Color[];
  /** The room in short. */
  regatta: Summary;
  rematch?: RegattaId | null;
  /** Until when hidden salts are to be revealed, if everybody is ready. */
  reveal_by?: number | null;
  /** What each player adds to the dice, as far as it is revealed. */
  salts: Partial<Record<Color, string>>;
  /** SHA-256 of the salts that are, or were, hidden. */
  seals: Partial<Record<Color, string>>;
  /** The secret itself, after the end. */
  secret?: string | null;
  /** The last event it has seen. */
  seq: number;
  /** How many watch. */
  spectators: number;
  state?: StateView | null;
  /** All that happened on the lake, if asked for. */
  story?: Happening[] | null;
  you?: You | null;
};

/** A [`Stage`] by name. */
export const STAGE_NAMES = ['open', 'live', 'over', 'closed'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

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

/** An action as it is sent. */
export type Submission = {
  /** What. */
  action: RoomAction;
  /** Made by the client, different for each action of this player in this room. Sent again, it acts only once. */
  id: string;
  /** The last event the client had seen. If the game has gone on since, the action is refused as stale. */
  seen?: number | null;
};

/** A regatta as a line in the lobby. */
export type Summary = {
  /** When it was opened. */
  created: number;
  /** When their time is up. */
  deadline?: number | null;
  /** Who opened it. */
  host: PlayerId;
  /** Where to find it. */
  id: RegattaId;
  /** Which race is on: 1 to 3. */
  race?: number | null;
  result?: MatchResultView | null;
  /** Who sits where. */
  seats: SeatView[];
  /** As the host wished. */
  settings: Settings;
  /** How far it is. */
  stage: StageName;
  turn?: Color | null;
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

/** A token as its owner sees it later. */
export type Token = {
  /** When it was made: milliseconds since 1970. */
  created: number;
  /** Not the token itself. */
  id: TokenId;
  /** What its owner calls it. */
  label: string;
};

export type TokenId = string;

/** An event as it is told, with the name of whoever it is about. */
export type Told = LoggedEvent & {
  /** Of whoever came or spoke. Not stored with the event: a name may change, or go. */
  name?: string | null;
};

export type TurnView = { dice_error: number; luck: number; steer_error: number };

/** Who finds a regatta. */
export const VISIBILITIES = ['public', 'link', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The colour scheme of a chart, named after its water: light for day, dark for night and for pages in dark mode. */
export const WATERS = ['light', 'dark'] as const;
export type Water = (typeof WATERS)[number];

/** The hand on which a buoy is rounded */
export const WAYS = ['left', 'right'] as const;
export type Way = (typeof WAYS)[number];

export type WhatView =
  | { best: Berth; kind: 'place'; made: Berth }
  | { best: Choice; hand: Hand; kind: 'dice'; made: Choice }
  | { best: Steer; hand: Hand; kind: 'steer'; made: Steer };

/** What concerns only the one who looks. */
export type You = {
  /** A heading without a choice is taken at once. */
  auto_steer: boolean;
  color?: Color | null;
  /** Do they decide before the start? */
  host: boolean;
  /** May they not speak? */
  muted: boolean;
  plan?: Plan | null;
  /** Who. */
  player: PlayerId;
};
