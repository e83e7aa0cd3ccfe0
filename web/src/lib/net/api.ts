// Made from the server’s description by scripts/types.mjs. Do not edit.

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

export type BoatLuckView = {
  color: Color;
  ending: string;
  error: number;
  luck: number;
  par: number;
  /** Expected turns to go: before the first turn, then after each. A boat that sinks keeps its value before that turn. */
  to_go: number[];
  traffic: number;
  turns: TurnView[];
};

/** The state of a boat. */
export type BoatView = {
  at?: Hex | null;
  color: Color;
  damage: number;
  /** The dice before this turn's roll. */
  dice: Hand;
  heading?: Heading | null;
  kept: number;
  leg: Leg;
  owes: number;
  status: string;
  turns: number;
};

export type Choice = { count: number; hold: Hand };

/** A choice of dice. */
export type ChoiceView = { count: number; hold: Hand };

/** at most 200 characters */
export type Claim = string;

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

/** The colour of a boat and of its player's seat, clockwise from orange */
export type Color = 'orange' | 'yellow' | 'black' | 'red' | 'purple' | 'white';

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
  /** `left` or `right` for buoys 1, 2 and 3. */
  rounding: string[];
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

/** The face of a die */
export type Die = number;

/** What an action led to. */
export type Done = {
  /** Of the last event that came of it. */
  seq: number;
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
export type Heading = 'E' | 'NE' | 'NW' | 'W' | 'SW' | 'SE';

/** A hex: column and row */
export type Hex = string;

/** From a client to a room. */
export type Incoming = (Submission & { type: 'act' }) | { type: 'ping' };

/** a label has 1 to 24 characters that can be seen */
export type Label = string;

/** What a token is for. */
export type Labelled = {
  /** So that its owner knows which it is. */
  label: Label;
};

/** The layout of the six tiles: number, d (dark) or l (light), and r if rotated by 180° */
export type Layout = string;

/** The mark a boat must cross next: the start line, the gate of buoy 1, 2 or 3, or the finish */
export type Leg = 'start' | '1' | '2' | '3' | 'finish';

/** All legal choices. */
export type LegalView = { places: Hex[] } | { dice: ChoiceView[] } | { options: OptionView[] };

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

/** The result of a match. */
export type MatchResultView = {
  points: { [key: string]: number };
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
export type PhaseView = 'place' | 'dice' | 'steer' | 'done';

export type PilotName = 'rookie' | 'skipper' | 'captain' | 'admiral';

/** What to do in one's next turn. */
export type Plan = {
  /** Dice or, in the placing, a place. */
  first: Decision;
  /** Headings after the roll, the dearest first; the first that is legal is taken. */
  steer?: Steer[];
};

export type PlayerId = string;

export type PlayerView = {
  /** The pilot rank that plays about as well; null if the player made no decision. */
  class?: string | null;
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
  points: { [key: string]: number };
  /** The boats that sank, in the order they did. */
  sunk: Color[];
  turns: { [key: string]: number };
};

export type RaceView = { boats: BoatLuckView[]; over: boolean; race: number };

/** A refusal: its kind, and one sentence for a person. */
export type Refusal = {
  /** For programs. */
  code: RefusalReason;
  /** For people. */
  message: string;
};

/** What kind of refusal, for programs. */
export type RefusalReason =
  | 'bad-request'
  | 'not-signed-in'
  | 'wrong-password'
  | 'name-taken'
  | 'forbidden'
  | 'not-found'
  | 'too-large'
  | 'too-fast'
  | 'too-many'
  | 'not-seated'
  | 'not-host'
  | 'already-seated'
  | 'seat-taken'
  | 'no-seat'
  | 'not-ready'
  | 'already-started'
  | 'not-started'
  | 'not-over'
  | 'over'
  | 'stale'
  | 'not-your-turn'
  | 'wrong-phase'
  | 'illegal-place'
  | 'illegal-dice'
  | 'illegal-steer'
  | 'muted'
  | 'timed-out'
  | 'disk-full'
  | 'unknown'
  | 'stopping'
  | 'broken';

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
  | {
      /** A free start place. */
      at: Hex;
      /** Any heading. */
      heading: Heading;
      type: 'place';
    }
  | {
      /** How many the boat goes to. */
      count: number;
      /** Dice held. */
      hold: Hand;
      type: 'dice';
    }
  | {
      /** One of the options. */
      to: Steer;
      type: 'steer';
    }
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
  | { type: 'rematch' };

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
      salts: { [key: string]: string };
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
      banks: { [key: string]: number };
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
      side: Side;
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
  side: Side;
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
export type Scoring = 'classic' | 'turns';

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

/** Players and spectators talk apart. */
export type Side = 'players' | 'spectators';

/** Which sides of the tiles are up */
export type Sides = 'dark' | 'light' | 'mixed';

/** The whole room as somebody sees it. */
export type Snapshot = {
  /** Milliseconds in each player's bank. */
  banks: { [key: string]: number };
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
  salts: { [key: string]: string };
  /** SHA-256 of the salts that are, or were, hidden. */
  seals: { [key: string]: string };
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
  dice?: Hand | null;
  phase: PhaseView;
  /** The points of races that are over. */
  points: { [key: string]: number };
  /** The race's number: 1, 2 or 3. */
  race: number;
  scoring: Scoring;
  starter: Color;
  turn?: Color | null;
};

/** 60° to the left, straight on, or 60° to the right */
export type Steer = 'left' | 'straight' | 'right';

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
  /** `open`, `live`, `over` or `closed`. */
  stage: string;
  turn?: Color | null;
};

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
export type Visibility = 'public' | 'link' | 'private';

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
