// Made from the Rust types by scripts/types.mjs. Do not edit.

/** An analysis, or its progress. */
export type AnalysisState =
  | {
      /** From 0 to 1. */
      progress: number;
      state: 'working';
    }
  | {
      /** Luck and errors of each player, boat and turn. An analysis made by version 0.1 has fewer fields. */
      analysis: AnalysisView;
      state: 'done';
    };

/** An analysis: luck and errors in turns, and in points if they were measured. */
export type AnalysisView = { players: PlayerAnalysisView[]; races: RaceAnalysisView[] };

/** A start place and the direction of the boat on it. */
export type BerthView = { at: Hex; heading: Heading };

export const BLOCKS = ['land', 'buoy'] as const;
export type Block = (typeof BLOCKS)[number];

/** One boat in one race. */
export type BoatAnalysisView = {
  color: Color;
  ending: BoatEnding;
  error: number;
  luck: number;
  par: number;
  /** The rank by turns without luck, from 1. */
  place_without_luck: number;
  placing: DecisionView | null;
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

/** A chat message. */
export type ChatMessage = {
  at: number;
  regatta: string;
  /** Whether it went to the players or to the spectators. */
  side: ChatSide;
  text: string;
};

/** The two chats of a room: players and spectators talk separately. */
export const CHAT_SIDES = ['players', 'spectators'] as const;
export type ChatSide = (typeof CHAT_SIDES)[number];

/** A choice of dice. */
export type ChoiceView = { count: number; hold: Hand };

/** at most 200 characters */
export type Claim = string;

/** The pilot or rank that somebody plays like, the best first. The bounds come from matches of the pilots: see docs/analysis.md. */
export const CLASSES = ['admiral', 'captain', 'mate', 'skipper', 'deckhand', 'rookie'] as const;
export type Class = (typeof CLASSES)[number];

/** An event as it is sent to clients, with the name of the player it is about. */
export type ClientEvent = LoggedEvent & {
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
};

/** How much time a player has. */
export type Clock =
  | { type: 'none' }
  | {
      /** Seconds in the bank at the start, 0 to 36,000. */
      bank: number;
      /** Seconds per turn, 1 to 3,600. */
      turn: number;
      type: 'live';
    }
  | {
      /** Hours per turn, 1 to 720 (30 days). */
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

/** A login and a password. */
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

/** The cost of a decision in points. */
export type DecisionPointsView = PointsView & {
  /** The best choice in points. */
  best: string;
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

/** The password that confirms a deletion; guests need none. */
export type Deletion = { password?: Claim | null };

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

/** The result of an action. */
export type Done = {
  /** Number of its last event. */
  seq: number;
};

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

/** Everything stored about a player. Times are milliseconds since 1970. */
export type Export = {
  /** Their chat messages. */
  chat: ChatMessage[];
  /** When the account was created. */
  created: number;
  me: Me;
  /** The regattas they played in, newest first. Their records can be downloaded separately. */
  regattas: PlayedRegatta[];
  /** When each session began. */
  sessions: number[];
  tokens: Token[];
};

/** What a check of the dice has shown. */
export type Fairness = {
  /** What was shown of the secret before anybody joined. */
  commitment: string;
  /** Was the secret replaced on the way, because the server was restored from a backup? */
  redrawn: boolean;
  /** The number of rolls. */
  rolls: number;
  /** The salts that were hidden until the start. */
  sealed: SealedSalt[];
};

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

/** A message from a client to a room. */
export type Incoming = (Submission & { type: 'act' }) | { type: 'ping' };

/** a label must have 1 to 24 visible characters */
export type Label = string;

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

/** A message from the lobby to a client. */
export type LobbyMessage =
  | {
      /** Number of public regattas being played. */
      live: number;
      /** Whether there are more. `GET /api/regattas` lists all of them. */
      more: boolean;
      /** Number of public regattas that have not started. */
      open: number;
      /** At most 100: first those you play in or host, then the newest public ones. */
      regattas: Summary[];
      type: 'lobby';
    }
  | { regattas: Summary[]; type: 'changed' }
  | { type: 'pong' }
  | { type: 'bye' };

/** An event with its number and time. */
export type LoggedEvent = RoomEvent & {
  /** Milliseconds since 1970. */
  at: number;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
};

/** a login must have 2 to 32 characters: letters a-z, digits, - and _ */
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
  /** Visible to everyone. */
  id: PlayerId;
  /** The name to sign in with; nobody else sees it. */
  login?: string | null;
  /** The name others see. */
  name: string;
  /** Whether the player has a login and a password; guests have neither. */
  registered: boolean;
};

/** What was decided, and what would have been best. */
export type MistakeKind =
  | { best: BerthView; kind: 'place'; made: BerthView }
  | { best: DiceChoiceView; hand: Hand; kind: 'dice'; made: DiceChoiceView }
  | { best: Steer; hand: Hand; kind: 'steer'; made: Steer };

/** A decision that cost something. */
export type MistakeView = MistakeKind & {
  /** The turns it cost. */
  error: number;
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

/** a name must have 1 to 24 visible characters */
export type Name = string;

/** A label for a token. */
export type NewLabel = {
  /** Helps its owner to recognise the token. */
  label: Label;
};

/** A name for a player. */
export type NewName = { name: Name };

/** The settings of a new regatta. The defaults are those of the rulebook. */
export type NewRegatta = {
  /** How much time a player has; unlimited by default. */
  clock?: Clock;
  color?: Color | null;
  /** Whether the host takes a seat; true by default. */
  join?: boolean | null;
  /** Number of races, 1 to 3; 3 by default. */
  races?: number | null;
  salt?: Salt | null;
  scoring?: Scoring | null;
  seal?: Seal | null;
  /** Number of seats, 2 to 6. */
  seats: number;
  sides?: Sides | null;
  /** Who can find it; public by default. */
  visibility?: Visibility;
};

/** A new token. This is the only time that it is shown. */
export type NewToken = {
  /** Id for deleting it. */
  id: TokenId;
  /** To be sent as `Authorization: Bearer pb_…`. */
  token: string;
};

/** A regatta that was opened. */
export type Opened = { id: RegattaId };

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

/** A message from a room to a client. */
export type Outgoing =
  | {
      /** The room as this client sees it. */
      snapshot: Snapshot;
      type: 'snapshot';
    }
  | {
      /** The events that this client may see. */
      events: ClientEvent[];
      type: 'events';
    }
  | {
      /** Seats whose players are connected. */
      present: Color[];
      /** Number of spectators. */
      spectators: number;
      type: 'presence';
    }
  | {
      /** The client's id of the action. */
      id: string;
      /** Number of its last event. */
      seq: number;
      type: 'ack';
    }
  | (Refusal & {
      /** The client's id of the action; null if the message could not be parsed. */
      id?: string | null;
    } & { type: 'refused' })
  | { type: 'pong' }
  | { type: 'bye' };

/** a password must have 8 to 200 characters */
export type Password = string;

/** A change of password. */
export type PasswordChange = { new: Password; old: Claim };

/** A regatta you played in. */
export type Past = {
  regatta: Summary;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** What a race is waiting for. */
export const PHASE_VIEWS = ['place', 'dice', 'steer', 'done'] as const;
export type PhaseView = (typeof PHASE_VIEWS)[number];

export const PILOT_NAMES = ['rookie', 'skipper', 'captain', 'admiral'] as const;
export type PilotName = (typeof PILOT_NAMES)[number];

export type PlaceHintView = { at: Hex; heading: Heading; points?: number; turns: number };

/** A player's plan for their next turn. */
export type Plan = {
  /** Dice, or a place while boats are being placed. */
  first: Decision;
  /** Headings after the roll, in order of preference. The first legal one is taken. */
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

/** A regatta the player had a seat in. */
export type PlayedRegatta = {
  id: RegattaId;
  /** The regatta as shown in the lobby. */
  summary: Record<string, never>;
  /** When it last changed. */
  updated: number;
};

/** A player in the whole regatta. */
export type PlayerAnalysisView = {
  class: Class | null;
  color: Color;
  /** The number of decisions in which there was a choice. */
  decisions: number;
  error: number;
  error_per_decision: number;
  in_points: PlayerPointsView | null;
  luck: number;
  luck_per_race: number;
  /** The costliest first. */
  mistakes: MistakeView[];
  name: string;
  /** The rank by turns without luck, from 1. */
  place_without_luck: number;
  /** Points in the regatta so far. */
  points: number;
  /** The number of races in which the boat was placed. */
  races: number;
  traffic: number;
  /** Turns taken, plus the turns still to go. */
  turns: number;
  turns_without_luck: number;
};

export type PlayerId = string;

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
  /** The same events as when it was played. */
  happenings: Happening[];
  /** The players' names. */
  names: Partial<Record<Color, string>>;
  /** The name and text of each tag. */
  tags: [string, string][];
};

/** A refusal: a code for programs and a sentence for people. */
export type Refusal = {
  /** The kind of refusal, for programs. */
  code: RefusalReason;
  /** What is wrong, for people. */
  message: string;
};

/** The kind of a refusal, for programs. */
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

/** The login and password to register with. */
export type Registration = { login: Login; password: Password };

/** An action a player wants to take. */
export type RoomAction =
  | { color?: Color | null; salt?: Salt | null; seal?: Seal | null; type: 'join' }
  | { type: 'leave' }
  | {
      /** The free seat to take. */
      color: Color;
      type: 'recolor';
    }
  | {
      /** False means not ready. */
      ready: boolean;
      seal?: Seal | null;
      type: 'ready';
    }
  | {
      /** The salt whose SHA-256 is the seal. */
      salt: Salt;
      type: 'reveal';
    }
  | { color?: Color | null; pilot: PilotName; type: 'seat-pilot' }
  | {
      /** The seat to clear. */
      color: Color;
      type: 'unseat';
    }
  | { type: 'start' }
  | { type: 'close' }
  | { plan?: Plan | null; type: 'plan' }
  | {
      /** False turns it off. */
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
      /** False lifts the mute. */
      muted: boolean;
      player: PlayerId;
      type: 'mute';
    }
  | { type: 'rematch' }
  | Decision;

/** Something that happened in a room. */
export type RoomEvent =
  | {
      /** SHA-256 of the secret the dice are derived from. */
      commitment: string;
      /** The player who decides before the start. */
      host: PlayerId;
      /** Players who may see a private regatta without its invitation: those of the regatta it is a rematch of. */
      invited?: PlayerId[];
      settings: Settings;
      type: 'created';
    }
  | {
      color: Color;
      player: PlayerId;
      /** The player's contribution to the dice; empty while hidden. */
      salt: string;
      /** SHA-256 of a hidden salt. */
      seal?: string | null;
      type: 'joined';
    }
  | { color: Color; pilot: PilotName; type: 'pilot-seated' }
  | { color: Color; type: 'unseated' }
  | {
      /** The seat that is free now. */
      color: Color;
      player: PlayerId;
      type: 'kicked';
    }
  | { from: Color; to: Color; type: 'recolored' }
  | {
      color: Color;
      /** False: no longer ready. */
      ready: boolean;
      /** SHA-256 of a new hidden salt, which replaces the previous salt. */
      seal?: string | null;
      type: 'ready';
    }
  | { host: PlayerId; type: 'hosted' }
  | {
      type: 'sealed';
      /** The deadline for revealing, in milliseconds since 1970. */
      until: number;
    }
  | {
      color: Color;
      /** The salt whose SHA-256 is the seal. */
      salt: string;
      type: 'revealed';
    }
  | {
      /** SHA-256 of the new secret. */
      commitment: string;
      /** New salts, drawn by the server, for the seats that stay. A player may replace theirs with a seal. */
      salts: Partial<Record<Color, string>>;
      /** The secret that would have been used, in hexadecimal. */
      secret: string;
      type: 'unsealed';
      /** Seats whose salt was not revealed; they are free now. */
      vacated: Color[];
    }
  | {
      /** SHA-256 of the new secret. */
      commitment: string;
      /** The number of the first chance decision that uses the new secret. */
      from: number;
      type: 'redrawn';
    }
  | { type: 'started' }
  | { happening: Happening; type: 'game' }
  | {
      /** Milliseconds in each player's bank. */
      banks: Partial<Record<Color, number>>;
      /** Whose turn it is. */
      color: Color;
      type: 'clock';
      /** When their time is up, bank included; null for a pilot. */
      until?: number | null;
    }
  | { color: Color; type: 'timed-out' }
  | { color: Color; type: 'taken-over' }
  | { color: Color; type: 'back' }
  | { color: Color; plan?: Plan | null; type: 'planned' }
  | {
      color: Color;
      /** Why, for people. */
      reason: string;
      type: 'plan-dropped';
    }
  | { color: Color; on: boolean; type: 'auto-steer' }
  | {
      /** The author. */
      player: PlayerId;
      side: ChatSide;
      text: string;
      type: 'chat';
    }
  | {
      /** False: lifted. */
      muted: boolean;
      player: PlayerId;
      type: 'muted';
    }
  | {
      /** Secrets that replaced it after restores from a backup, in order. */
      later?: string[];
      /** In hexadecimal. */
      secret: string;
      type: 'secret';
    }
  | {
      /** The new regatta. */
      regatta: RegattaId;
      type: 'rematch';
    }
  | { type: 'closed' }
  | { type: 'noted' };

/** a salt must be a line of 1 to 64 characters */
export type Salt = string;

/** How a race is scored */
export const SCORINGS = ['classic', 'turns'] as const;
export type Scoring = (typeof SCORINGS)[number];

/** a seal must have 64 hexadecimal digits in lower case */
export type Seal = string;

/** A salt, and the seal that was shown while the salt was hidden. */
export type SealedSalt = { color: Color; salt: string; seal: string };

/** An occupied seat. */
export type SeatView = {
  /** Whether a pilot plays for them until they come back. */
  away: boolean;
  color: Color;
  /** The player's or pilot's name; empty if the account was deleted. */
  name: string;
  pilot?: PilotName | null;
  player?: PlayerId | null;
  /** Whether they are ready to start. */
  ready: boolean;
};

/** The host's settings. The defaults are those of the rulebook. */
export type Settings = {
  /** How much time a player has. */
  clock?: Clock;
  /** Number of races, 1 to 3. */
  races?: number;
  scoring?: Scoring | null;
  /** Number of seats, 2 to 6. */
  seats: number;
  /** Which side of the tiles faces up. */
  sides?: Sides;
  visibility?: Visibility;
};

/** Which sides of the tiles are up */
export const SIDES = ['dark', 'light', 'mixed'] as const;
export type Sides = (typeof SIDES)[number];

/** The whole room as one viewer sees it. */
export type Snapshot = {
  /** Milliseconds in each player's bank. */
  banks: Partial<Record<Color, number>>;
  /** SHA-256 of the secret the dice are derived from. */
  commitment: string;
  course?: CourseView | null;
  /** The invitation to a private regatta; only for its players. */
  invite?: string | null;
  legal?: LegalView | null;
  /** The server's clock, in milliseconds since 1970. All deadlines refer to it. */
  now: number;
  /** Seats whose players are connected now. */
  present: Color[];
  /** The regatta as listed in the lobby. */
  regatta: Summary;
  rematch?: RegattaId | null;
  /** The deadline for revealing hidden salts, once everyone is ready; in milliseconds since 1970. */
  reveal_by?: number | null;
  /** Each player's contribution to the dice, as far as revealed. */
  salts: Partial<Record<Color, string>>;
  /** SHA-256 of the salts that are, or were, hidden. */
  seals: Partial<Record<Color, string>>;
  /** The secret itself, once the regatta is over. */
  secret?: string | null;
  /** Number of the last event included in this snapshot. */
  seq: number;
  /** Number of spectators connected now. */
  spectators: number;
  state?: StateView | null;
  /** Everything that has happened in the game, if requested. */
  story?: Happening[] | null;
  you?: You | null;
};

/** The name of a [`Stage`], without its table. */
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

/** An action as a client sends it. */
export type Submission = {
  action: RoomAction;
  /** Chosen by the client, different for each action of this player in this room. An action that is sent twice with the
same id takes effect once. */
  id: string;
  /** Number of the last event the client has seen. If the game has moved on since, the action is refused as `stale`. */
  seen?: number | null;
};

/** A regatta as a line in the lobby. */
export type Summary = {
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** When the current player's time is up, in milliseconds since 1970. */
  deadline?: number | null;
  host: PlayerId;
  id: RegattaId;
  /** The current race, 1 to 3. */
  race?: number | null;
  result?: MatchResultView | null;
  /** The occupied seats. */
  seats: SeatView[];
  settings: Settings;
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

/** A token as listed, without its secret. */
export type Token = {
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** Id of the token; not the token itself. */
  id: TokenId;
  label: string;
};

export type TokenId = string;

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
  /** The points that each player gained by the roll; null if points were not measured. */
  luck_in_points: Partial<Record<Color, PointsView>> | null;
  roll: string;
  /** The error of `heading`. */
  steer_error: number;
  traffic: number;
  /** The boat's turn in this race, from 1. */
  turn: number;
};

/** Who can find a regatta. */
export const VISIBILITIES = ['public', 'link', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The colour scheme of a chart, named after its water: light for day, dark for night and for pages in dark mode. */
export const WATERS = ['light', 'dark'] as const;
export type Water = (typeof WATERS)[number];

/** The hand on which a buoy is rounded */
export const WAYS = ['left', 'right'] as const;
export type Way = (typeof WAYS)[number];

/** What only the viewer sees of a room. */
export type You = {
  /** Whether the server takes a heading for them when there is only one. */
  auto_steer: boolean;
  color?: Color | null;
  /** Whether they are the host. */
  host: boolean;
  /** Whether the host has muted them. */
  muted: boolean;
  plan?: Plan | null;
  player: PlayerId;
};
