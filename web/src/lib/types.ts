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

/** An analysis: luck and errors in turns. */
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
  /** Turns to go: before the first turn, then after each; a boat that sank ends where it was before. */
  to_go: number[];
  traffic: number;
  turns: TurnView[];
};

/** Where a boat is in its race. */
export const BOAT_STATUS = ['unplaced', 'racing', 'finished', 'sunk', 'unfinished'] as const;
export type BoatStatus = (typeof BOAT_STATUS)[number];

/** A boat as it stands. */
export type BoatView = {
  at: Hex | null;
  color: Color;
  damage: number;
  /** As before this turn's roll. */
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

/** What a player does with the dice. */
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

/** What kind of fault, for programs. */
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

/** A boat's colour and its player's seat, clockwise from orange */
export const COLORS = ['orange', 'yellow', 'black', 'red', 'purple', 'white'] as const;
export type Color = (typeof COLORS)[number];

/** Where the buoys stand, and which way the line runs */
export type CoursePlan = string;

/** A course, with all that follows from where its buoys stand. */
export type CourseView = {
  buoys: Hex[];
  finish_buoy: Hex;
  finish_side: Hex[];
  gates: GateView[];
  lake: string[];
  line: Hex[];
  places: Hex[];
  /** Of buoys 1, 2, 3. */
  rounding: Way[];
  start_side: Hex[];
};

/** Who one says one is. */
export type Credentials = { login: Claim; password: Claim };

/** What a player decides. */
export type Decision =
  | {
      /** A free start place. */
      at: Hex;
      /** Any heading. */
      heading: Heading;
      type: 'place';
    }
  | {
      /** One less, the same, or one more than the hand has. */
      count: number;
      /** Dice of the hand. */
      hold: Hand;
      type: 'dice';
    }
  | {
      /** One of the options. */
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

/** What a die shows */
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

/** A refusal: its kind, and one sentence for a person. */
export type Fault = {
  /** For programs. */
  code: Code;
  /** For people. */
  message: string;
};

/** How a regatta is to be sailed, as JSON. */
export type GameSetup = {
  players: Color[];
  races: number;
  /** The usual one for so many players if left out. */
  scoring?: Scoring;
  sides: Sides;
};

/** All that a page shows of a regatta. */
export type GameView = {
  course?: CourseView;
  /** Where each heading ends, while a boat steers. */
  headings: HeadingView[];
  legal?: LegalView;
  over: boolean;
  races: number;
  /** After the first race: who leads, those who share a rank together. */
  standing?: Color[][];
  state?: StateView;
};

/** Where a buoy is rounded. */
export type GateView = {
  heading: Heading;
  /** From the buoy outward. */
  hexes: Hex[];
};

/** Dice; written high to low, read in any order */
export type Hand = number[];

/** Something that happened. Told in order, from the lake on, they make the same regatta on every machine. */
export type Happening =
  | {
      /** How the tiles lie. */
      layout: Layout;
      /** Who plays, clockwise from orange. */
      players: Color[];
      /** How many races. */
      races: number;
      /** How it is scored. */
      scoring: Scoring;
      /** Which sides of the tiles are up. */
      sides: Sides;
      /** The rolls for the start, round by round. */
      start: StartDie[][];
      /** Who starts the first race. */
      starter: Color;
      type: 'lake';
    }
  | {
      /** Where the buoys stand. */
      course: CoursePlan;
      /** Order of play, the starter first. */
      order: Color[];
      /** 1, 2 or 3. */
      race: number;
      type: 'race';
    }
  | {
      /** Where. */
      at: Hex;
      /** Whose. */
      color: Color;
      /** Which way it looks. */
      heading: Heading;
      type: 'placed';
    }
  | {
      /** Whose. */
      color: Color;
      /** How many dice the boat goes to. */
      count: number;
      /** Held and rolled together: the hand it moves with. */
      dice: Hand;
      /** Dice held. */
      hold: Hand;
      /** The headings it may take. */
      options: OptionView[];
      /** What the others show. */
      rolled: Hand;
      type: 'rolled';
    }
  | (MoveView & {
      /** Whose. */
      color: Color;
      /** How it steered. */
      to: Steer;
    } & { type: 'moved' })
  | (RaceResultView & {
      /** 1, 2 or 3. */
      race: number;
    } & { type: 'race-over' })
  | (MatchResultView & { type: 'over' });

/** A heading */
export const HEADINGS = ['E', 'NE', 'NW', 'W', 'SW', 'SE'] as const;
export type Heading = (typeof HEADINGS)[number];

export type HeadingHintView =
  | (OptionView & { ending: MoveEnding; points?: number; turns: number })
  | { error: Fault; heading: Heading; to: Steer };

/** One of the three headings of a boat that steers: where it ends, or why it may not be taken. */
export type HeadingView = {
  /** What stops it beyond its run, if anything does. */
  blocked?: Block;
  heading: Heading;
  /** The run that must be taken. */
  longest: number;
  option?: OptionView;
  /** The hexes it would run through, to its end; of one that is forbidden, as far as its water goes. */
  path: Hex[];
  /** Hexes of water, at most the total. */
  run: number;
  /** The hex it stops at if it is blocked. */
  stop?: Hex;
  to: Steer;
};

/** A hex: column and row */
export type Hex = string;

export type HintChoices =
  { places: PlaceHintView[] } | { dice: DiceHintView[] } | { options: HeadingHintView[] };

/** What everything that can be chosen now is worth, to whoever has the turn. */
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

/** How the six tiles lie */
export type Layout = string;

/** What a boat has to do next: cross the line, round buoy 1, 2 or 3, or finish */
export const LEGS = ['start', '1', '2', '3', 'finish'] as const;
export type Leg = (typeof LEGS)[number];

/** All that may be done now. */
export type LegalView = { places: Hex[] } | { dice: ChoiceView[] } | { options: OptionView[] };

/** All that a page shows of a lesson. */
export type LessonView = {
  course: CourseView;
  /** All three, from left to right, while a boat steers. */
  headings: HeadingView[];
  /** Damage that each boat would bring to the next race. */
  keeps: Partial<Record<Color, number>>;
  /** Left out when the race is over. */
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

/** What tells a boat from the others wherever it is shown: in a list, on a graph. */
export type Look = {
  /** The dashes of its wake. */
  dashes: string;
  /** The outline of its emblem, facing east round the origin. */
  emblem: string;
  /** The hull's colour. */
  hull: string;
  /** A colour that stands out from it. */
  sign: string;
};

/** What is to become of a die. */
export const MARKS = ['hold', 'roll', 'remove'] as const;
export type Mark = (typeof MARKS)[number];

/** A mark on each die, and whether one is added. */
export type Marked = {
  /** Is one added? */
  add: boolean;
  /** In the order in which the dice lie. */
  marks: Mark[];
};

/** How a match ended. */
export type MatchResultView = {
  points: Partial<Record<Color, number>>;
  /** Colours that share a rank, best first. */
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
  /** 1, 2 or 3. */
  race: number;
  /** The boat's turn in that race; 0 for its placing. */
  turn: number;
};

/** How a move ends. */
export const MOVE_ENDINGS = ['sails', 'crashes', 'sinks', 'finishes'] as const;
export type MoveEnding = (typeof MOVE_ENDINGS)[number];

/** A move that was made. */
export type MoveView = {
  crash: boolean;
  /** Taken now. */
  damage: number;
  end: Hex;
  finished: boolean;
  heading: Heading;
  leg: Leg;
  owes: number;
  /** The hexes travelled, without the one it left. */
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

/** A heading that may be taken. */
export type OptionView = {
  crash: boolean;
  damage: number;
  end: Hex;
  heading: Heading;
  /** Hexes of water, at most the total. */
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

/** What a race waits for. */
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

/** The plane of the chart of a whole lake. */
export type Plane = {
  /** The centre of every hex, to a hundredth. */
  centers: Record<Hex, [number, number]>;
  degrees: Record<Heading, number>;
  /** The outline of a hex round the origin, as SVG path data. */
  hex: string;
  /** The side of a hex. */
  side: number;
  /** Left, top, width, height of the chart. */
  view: [number, number, number, number];
};

export type PlayerId = string;

export type PlayerView = {
  class: Class | null;
  color: Color;
  decisions: number;
  error: number;
  luck: number;
  /** The costliest first. */
  mistakes: MistakeView[];
  traffic: number;
  turns: number;
  turns_without_luck: number;
};

/** How a race ended. */
export type RaceResultView = {
  /** Those that finished, first to last. */
  order: Color[];
  points: Partial<Record<Color, number>>;
  /** In the order they sank. */
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

/** A record as the story it tells. */
export type RecordStory = {
  /** The same as when it was sailed. */
  happenings: Happening[];
  /** What the players are called. */
  names: Partial<Record<Color, string>>;
  /** Name and text of each tag. */
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
  /** Whose. */
  color: Color;
  /** What it shows. */
  die: Die;
};

/** A race as it stands. */
export type StateView = {
  /** In order of play, the starter first. */
  boats: BoatView[];
  dice: Hand | null;
  phase: PhaseView;
  /** Of races that have ended. */
  points: Partial<Record<Color, number>>;
  /** 1, 2 or 3. */
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

/** A refusal as the bindings throw it. */
export type Thrown = {
  /** For the page: which sentence to show. */
  code: string;
  /** One sentence in English. */
  message: string;
  /** For the gaps in that sentence, by name. */
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

/** The colour of the water, as on the two sides of the tiles. It sets the mood of the whole chart:
light for day, dark for night and for pages in dark mode. */
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
