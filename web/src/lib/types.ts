// Made from the Rust types by scripts/types.mjs. Do not edit.

import type {
  AnalysisView,
  Color,
  CoursePlan,
  CourseView,
  Decision,
  DecisionDice,
  DecisionPlace,
  DecisionSteer,
  FormatVersion,
  Happening,
  Layout,
  LegalView,
  MatchResultView,
  PilotName,
  Scoring,
  Sides,
  SkillClass,
  StateView,
  Steer,
} from 'powerboats/types';

export * from 'powerboats/types';

/** Why a pilot plays for a person. */
export const ABSENCE_REASONS = ['timeouts', 'left', 'vote', 'dropout', 'deadline'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** The password that confirms a deletion; guests need none. */
export type AccountDeletion = { password?: TypedCredential | null };

/** An achievement, with the regatta that earned it. */
export type Achievement = {
  /** In milliseconds since 1970. */
  at: number;
  feat: AchievementKind;
  regatta: RegattaId;
};

/** What was achieved. */
export const ACHIEVEMENT_KINDS = [
  'first-win',
  'best-of-six',
  'five-in-a-row',
  'giant-killer',
  'beat-the-admiral',
  'always-there',
] as const;
export type AchievementKind = (typeof ACHIEVEMENT_KINDS)[number];

/** The result of an action. */
export type ActionDone = {
  /** Number of its last event. */
  seq: number;
};

/** An action as a client sends it. */
export type ActionSubmission = {
  action: RoomAction;
  /** Chosen by the client, different for each action of this player in this room. An action that is sent twice with the
same id takes effect once. */
  id: string;
  /** Number of the last event the client has seen. If the game has moved on since, the action is refused as `stale`. */
  seen?: number | null;
};

/** The code in the link. */
export type AddressConfirmation = { code: string };

export type AddressRange = string;

/** Who may come as a new player. */
export const ADMISSIONS = ['open', 'invited'] as const;
export type Admission = (typeof ADMISSIONS)[number];

/** An analysis, or its progress. */
export type AnalysisState = AnalysisStateWorking | AnalysisStateDone;

export type AnalysisStateDone = {
  /** Luck and errors of each player, boat and turn. An analysis made by version 0.1 has fewer fields. */
  analysis: AnalysisView;
  state: 'done';
};

/** The analysis is not finished. Ask again in a moment. */
export type AnalysisStateWorking = {
  /** From 0 to 1. */
  progress: number;
  state: 'working';
};

export type AttemptId = string;

/** What the audit log says about an act. */
export type AuditEntry = {
  /** What was done. */
  act: ModerationActKind;
  actor?: PlayerId | null;
  /** In milliseconds since 1970. */
  at: number;
  /** Hours, a range of addresses, or whatever else matters. */
  detail: string;
  id: string;
  player?: PlayerId | null;
  reason: string;
  regatta?: RegattaId | null;
};

/** A line of the audit log, with the names of today. */
export type AuditLine = AuditEntry & {
  /** What others call the moderator; null for the operator at the command line, empty if the account was deleted. */
  actor_name?: string | null;
  /** What others call the player; null if it was about nobody, empty if the account was deleted. */
  player_name?: string | null;
};

/** A player whom one has blocked or muted. */
export type Blocked = {
  kind: BlockKind;
  /** Empty if the account was deleted. */
  name: string;
  player: PlayerId;
  /** In milliseconds since 1970. */
  since: number;
};

/** How far a player keeps away from another one. */
export const BLOCK_KINDS = ['mute', 'block'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The keys of a browser, in base64 without padding. */
export type BrowserKeys = {
  /** A secret of 16 bytes. */
  auth: string;
  /** Its public key: a point on the curve P-256. */
  p256dh: string;
};

/** A game on its way to another device. */
export type CarriedGame = {
  /** When it is forgotten. */
  expires: number;
  game: string;
};

/** The code of a game. */
export type CarryCode = {
  /** Eight letters and digits. */
  code: string;
  /** When the game is forgotten, in milliseconds since 1970. */
  expires: number;
};

/** A chat message. */
export type ChatMessage = {
  at: number;
  phrase?: Phrase | null;
  regatta: string;
  /** Whether it went to the players or to the spectators. */
  side: ChatSide;
  /** Empty for a phrase. */
  text: string;
};

/** The two chats of a room: players and spectators talk separately. */
export const CHAT_SIDES = ['players', 'spectators'] as const;
export type ChatSide = (typeof CHAT_SIDES)[number];

/** An event as it is sent to clients, with the name of the player it is about. */
export type ClientEvent =
  | ClientEventCreated
  | ClientEventJoined
  | ClientEventReseated
  | ClientEventPilotSeated
  | ClientEventUnseated
  | ClientEventKicked
  | ClientEventRecolored
  | ClientEventReady
  | ClientEventHosted
  | ClientEventSealed
  | ClientEventRevealed
  | ClientEventUnsealed
  | ClientEventRedrawn
  | ClientEventStarted
  | ClientEventGame
  | ClientEventClock
  | ClientEventBreak
  | ClientEventBreakOver
  | ClientEventPaused
  | ClientEventResumed
  | ClientEventVoted
  | ClientEventEnded
  | ClientEventTimedOut
  | ClientEventTakenOver
  | ClientEventBack
  | ClientEventPlanned
  | ClientEventPlanDropped
  | ClientEventAutoSteer
  | ClientEventChat
  | ClientEventPhrase
  | ClientEventMuted
  | ClientEventAnnulled
  | ClientEventSecret
  | ClientEventOffered
  | ClientEventDeclined
  | ClientEventOfferOver
  | ClientEventRematch
  | ClientEventClosed
  | ClientEventNoted;

/** The moderators annulled the result. */
export type ClientEventAnnulled = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'annulled';
};

/** A player turned automatic steering on or off. Sent only to that player. */
export type ClientEventAutoSteer = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  on: boolean;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'auto-steer';
};

/** A player came back to a seat that a pilot was playing. */
export type ClientEventBack = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'back';
};

/** A race is over, and players look at the result. No clock runs and no pilot plays until all are ready. */
export type ClientEventBreak = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'break';
  /** When the next race begins at the latest. */
  until: number;
};

/** The break is over. */
export type ClientEventBreakOver = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'break-over';
};

/** A chat message, sent to the players or to the spectators, wherever the author is. */
export type ClientEventChat = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** The author. */
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  side: ChatSide;
  text: string;
  type: 'chat';
};

/** A turn began. If it is a person's, their clock runs. */
export type ClientEventClock = {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds in each player's bank. */
  banks: Partial<Record<Color, number>>;
  /** Whose turn it is. */
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  /** When the turn's own time begins to run: pages still show what happened before. Null: at once. */
  starts?: number | null;
  type: 'clock';
  /** When their time is up, bank included; null if no clock runs: for a pilot, and in the break between two races. */
  until?: number | null;
};

/** The regatta was called off before the start. */
export type ClientEventClosed = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'closed';
};

/** The regatta was opened. */
export type ClientEventCreated = {
  /** Milliseconds since 1970. */
  at: number;
  /** SHA-256 of the secret the dice are derived from. */
  commitment: string;
  /** The player who decides before the start. */
  host: PlayerId;
  /** Players who may see a private regatta without its invitation: those of the regatta it is a rematch of. */
  invited?: PlayerId[];
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  occasion?: RegattaOccasion | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  settings: RegattaSettings;
  type: 'created';
};

/** A player gave up a reserved seat, or the host freed it. */
export type ClientEventDeclined = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'declined';
};

/** The regatta ended before its last race did. */
export type ClientEventEnded = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'ended';
  why: EarlyEnding;
};

/** Something happened in the game itself. */
export type ClientEventGame = {
  /** Milliseconds since 1970. */
  at: number;
  happening: Happening;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  /** Whether a pilot did this for a person whose time was up or who is away. */
  stand_in?: boolean;
  type: 'game';
};

/** The host left, and another player became the host. */
export type ClientEventHosted = {
  /** Milliseconds since 1970. */
  at: number;
  host: PlayerId;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'hosted';
};

/** A player took a seat. */
export type ClientEventJoined = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  player: PlayerId;
  /** The player's contribution to the dice; empty while hidden. */
  salt: string;
  /** SHA-256 of a hidden salt. */
  seal?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'joined';
};

/** The host removed a player before the start. The player can't join again. */
export type ClientEventKicked = {
  /** Milliseconds since 1970. */
  at: number;
  /** The seat that is free now. */
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'kicked';
};

/** The host muted a player or spectator, or lifted the mute. */
export type ClientEventMuted = {
  /** Milliseconds since 1970. */
  at: number;
  /** False: lifted. */
  muted: boolean;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'muted';
};

/** An action changed nothing. Stored so that its id is remembered; sent to nobody. */
export type ClientEventNoted = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'noted';
};

/** Seats of this regatta are reserved: for the players of the regatta it is a rematch of, or for players who were
challenged. */
export type ClientEventOffered = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  offer: SeatOffer;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'offered';
};

/** The time to accept a rematch is over. Seats that are still reserved are free now. */
export type ClientEventOfferOver = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'offer-over';
};

/** The game is paused: no clock runs, and no pilot plays. */
export type ClientEventPaused = {
  /** Milliseconds since 1970. */
  at: number;
  /** When the regatta ends without a result unless it goes on before. */
  expires: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  since: number;
  type: 'paused';
  why: PauseReason;
};

/** A ready-made phrase, sent to the players or to the spectators, wherever the author is. */
export type ClientEventPhrase = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  phrase: Phrase;
  /** The author. */
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  side: ChatSide;
  type: 'phrase';
};

/** A pilot was given a seat. */
export type ClientEventPilotSeated = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  pilot: PilotName;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'pilot-seated';
};

/** A plan could not be carried out. Sent only to its player. */
export type ClientEventPlanDropped = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Why, for people. */
  reason: string;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'plan-dropped';
};

/** A player saved a plan for their next turn, or deleted it. Sent only to that player. */
export type ClientEventPlanned = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  plan?: TurnPlan | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'planned';
};

/** A player is ready to start, or no longer ready. */
export type ClientEventReady = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** False: no longer ready. */
  ready: boolean;
  /** SHA-256 of a new hidden salt, which replaces the previous salt. */
  seal?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'ready';
};

/** A player changed seats. */
export type ClientEventRecolored = {
  /** Milliseconds since 1970. */
  at: number;
  from: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  to: Color;
  type: 'recolored';
};

/** The server was restored from a backup: from now on the dice are derived from a new secret. */
export type ClientEventRedrawn = {
  /** Milliseconds since 1970. */
  at: number;
  /** SHA-256 of the new secret. */
  commitment: string;
  /** The number of the first chance decision that uses the new secret. */
  from: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'redrawn';
};

/** A rematch was opened. */
export type ClientEventRematch = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** The new regatta. */
  regatta: RegattaId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'rematch';
};

/** A guest signed in to an account, and their seat became one of the account. */
export type ClientEventReseated = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** The account. */
  player: PlayerId;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'reseated';
};

/** The game goes on. */
export type ClientEventResumed = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'resumed';
};

/** A player revealed their salt. */
export type ClientEventRevealed = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** The salt whose SHA-256 is the seal. */
  salt: string;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'revealed';
};

/** Everyone is ready. Nobody can join any more, and hidden salts must be revealed. */
export type ClientEventSealed = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'sealed';
  /** The deadline for revealing, in milliseconds since 1970. */
  until: number;
};

/** The regatta is over, and the secret of the dice is revealed. */
export type ClientEventSecret = {
  /** Milliseconds since 1970. */
  at: number;
  /** Secrets that replaced it after restores from a backup, in order. */
  later?: string[];
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** In hexadecimal. */
  secret: string;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'secret';
};

/** The regatta started. */
export type ClientEventStarted = {
  /** Milliseconds since 1970. */
  at: number;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'started';
};

/** A pilot plays for this seat until its player comes back. */
export type ClientEventTakenOver = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'taken-over';
  why?: AbsenceReason;
};

/** A player's time ran out. A pilot plays this turn. */
export type ClientEventTimedOut = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'timed-out';
};

/** A salt was not revealed. The start is aborted, and the secret and all salts are drawn again. */
export type ClientEventUnsealed = {
  /** Milliseconds since 1970. */
  at: number;
  /** SHA-256 of the new secret. */
  commitment: string;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** New salts, drawn by the server, for the seats that stay. A player may replace theirs with a seal. */
  salts: Partial<Record<Color, string>>;
  /** The secret that would have been used, in hexadecimal. */
  secret: string;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'unsealed';
  /** Seats whose salt was not revealed; they are free now. */
  vacated: Color[];
};

/** A player left their seat before the start, or the host removed a pilot. */
export type ClientEventUnseated = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'unseated';
};

/** A player voted, or withdrew a vote. */
export type ClientEventVoted = {
  /** Milliseconds since 1970. */
  at: number;
  color: Color;
  motion: Motion;
  /** Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted. */
  name?: string | null;
  /** Numbered from 1 without gaps in each room. A client does not receive events that are meant for others. */
  seq: number;
  type: 'voted';
  /** When the motion lapses. */
  until: number;
  /** False: withdrawn. */
  yes: boolean;
};

/** How much time a player has. */
export type Clock = ClockNone | ClockLive | ClockCorrespondence;

/** Hours per turn. */
export type ClockCorrespondence = {
  /** Hours per turn, 1 to 720 (30 days). */
  hours: number;
  type: 'correspondence';
};

/** Seconds per turn, and a bank of seconds for when a turn is not enough. */
export type ClockLive = {
  /** Seconds in the bank at the start, 0 to 36,000. */
  bank: number;
  /** Seconds per turn, 1 to 3,600. */
  turn: number;
  type: 'live';
};

/** No limit. */
export type ClockNone = { type: 'none' };

/** A login and a password. */
export type Credentials = { login: TypedCredential; password: TypedCredential };

/** Decisions, and how many of them were perfect. */
export type DailyAccuracy = {
  /** Decisions with a choice. */
  decisions: number;
  /** Decisions that lost nothing. */
  perfect: number;
};

/** Your attempt. */
export type DailyAttempt = {
  /** The SHA-256 of the secret behind your dice. The record contains the secret once the attempt is over. */
  commitment: string;
  /** Missing while the attempt goes on. */
  ending?: DailyEnding;
  id: AttemptId;
  /** Was it played like a machine? Then it is listed apart. */
  machine_like: boolean;
  /** The number of decisions so far. */
  number: number;
  /** Luck and errors; missing until they are computed, a moment after the end. */
  review?: DailyReview;
  /** Everything that happened, from the lake on. */
  story: Happening[];
  turns: number;
};

/** A decision in an attempt. */
export type DailyDecision = {
  decision: Decision;
  /** One more than the number of decisions so far. A decision that is sent again with its number takes effect once. */
  number: number;
  /** Your contribution to your dice, if you want to make one. Send it with the placing. */
  salt?: Salt;
};

/** How an attempt ended. */
export const DAILY_ENDINGS = ['finished', 'sunk', 'gave-up', 'too-long', 'late'] as const;
export type DailyEnding = (typeof DAILY_ENDINGS)[number];

/** The number of decisions, before giving up. */
export type DailyGivingUp = {
  /** One more than the number of decisions so far. */
  number: number;
};

/** The lake of a day and its course. */
export type DailyLake = {
  /** The buoys and the line, as in a record. */
  course: CoursePlan;
  /** The layout of the tiles, as in a record. */
  layout: Layout;
  /** Dark tiles are easier: dark from Monday to Wednesday, mixed on Thursday and Friday, light at the weekend. */
  sides: Sides;
};

/** A run on a daily lake, in the results of its day. */
export type DailyResult = {
  /** The id of the attempt, for its record. */
  attempt: AttemptId;
  ending?: DailyEnding;
  /** Empty if the account was deleted. */
  name: string;
  /** From 1; equal runs share a place. */
  place: number;
  /** Missing if the account was deleted. */
  player?: PlayerId;
  /** Luck and errors; missing until they are computed. */
  review?: DailyReview;
  turns: number;
};

/** The results of a day: the best hundred runs of each list. */
export type DailyResults = {
  guests: DailyResult[];
  /** Runs with more perfect decisions than a person makes. Each says how many of how many decisions were
perfect. */
  machine_like: DailyResult[];
  /** Players who were registered when they began. */
  registered: DailyResult[];
};

/** How lucky and how good an attempt was, in turns: turns = par + errors − luck. */
export type DailyReview = DailyAccuracy & {
  /** Turns lost by decisions. */
  error: number;
  /** Turns gained by the dice. */
  luck: number;
  /** What best play needs on average. */
  par: number;
  /** One sign for each turn: ● both decisions were the best, ◐ they cost up to a third of a turn, ○ they cost more. It does
not show the course, so it can be shared. */
  signs: string;
};

/** One of your attempts, in the export of your data. */
export type DailyRun = {
  /** For its record: `GET /api/daily/{day}/attempts/{attempt}/record`. */
  attempt: AttemptId;
  day: Day;
  /** Missing if it was not raced to the end. */
  ending?: DailyEnding;
  machine_like: boolean;
  review?: DailyReview;
};

/** What came of a decision. */
export type DailyStep = {
  /** How the attempt ended, if it did. */
  ending?: DailyEnding;
  /** What happened. */
  happenings: Happening[];
  /** The number of decisions, this one included. */
  number: number;
};

/** A player's days in a row. */
export type DailyStreak = {
  /** Days raced in the current streak. It can still go on today. */
  days: number;
  /** The missed day that the current streak survived last, if it was within the last week: another one would end it. */
  forgiven?: Day;
  /** The longest streak. */
  longest: number;
  /** Was today's lake raced? */
  today: boolean;
};

/** A day in the archive. */
export type DailySummary = {
  /** The fewest turns of a boat that finished, machine-like runs left out. */
  best?: number;
  day: Day;
  par: number;
  /** Attempts that are over. */
  players: number;
};

/** A daily lake, with your own attempt. */
export type DailyView = DailyLake & {
  /** Your attempt, if you have begun one. */
  attempt?: DailyAttempt;
  /** When attempts that have begun must be over, and when all runs of the day are shown to everyone. In milliseconds since
1970. */
  closes: number;
  day: Day;
  /** Can an attempt begin now? */
  open: boolean;
  /** The turns that best play needs on average. */
  par: number;
  /** Your days in a row, if you are signed in. */
  streak?: DailyStreak;
};

/** A day in UTC: YYYY-MM-DD */
export type Day = string;

/** How a game was decided. */
export const DUEL_DECISIONS = ['played', 'walkover', 'unplayed'] as const;
export type DuelDecision = (typeof DUEL_DECISIONS)[number];

/** A side of a game. */
export type DuelSide = NamedPlayer & {
  /** Points of all races, once it is decided. */
  points?: number | null;
  /** Match points, once it is decided: 2 for a win, 1 for a draw. */
  score?: number | null;
};

/** How far a game has come. */
export const DUEL_STAGES = ['waiting', 'running', 'decided'] as const;
export type DuelStage = (typeof DUEL_STAGES)[number];

/** A game of a group. */
export type DuelView = {
  /** The player in the first seat. */
  first: DuelSide;
  how?: DuelDecision | null;
  regatta?: RegattaId | null;
  /** From 1. */
  round: number;
  second: DuelSide;
  stage: DuelStage;
};

/** Why a regatta ended before its last race did. */
export const EARLY_ENDINGS = ['agreed', 'abandoned', 'expired', 'resigned', 'closed', 'annulled'] as const;
export type EarlyEnding = (typeof EARLY_ENDINGS)[number];

/** A result that the organiser set. */
export type EventCorrection = {
  /** In milliseconds since 1970. */
  at: number;
  /** The rank of each seat. */
  ranks: number[];
  reason: string;
};

/** How an event is decided. */
export type EventFormat = EventFormatRounds | EventFormatKnockout;

/** The best of each heat go on, until one table is left: the final. */
export type EventFormatKnockout = {
  /** How many of each heat go on, 1 to 5; fewer where a heat is too small. */
  advance: number;
  type: 'knockout';
};

/** Everybody races in each round. */
export type EventFormatRounds = {
  /** Number of rounds, 1 to 60. The organiser can stop earlier or add some. */
  rounds: number;
  type: 'rounds';
};

export type EventId = string;

/** A message from an event to a client. */
export type EventMessage = EventMessageEvent | EventMessagePong | EventMessageBye;

/** The server is about to close the connection. Reconnect in a moment. */
export type EventMessageBye = { type: 'bye' };

/** The event: the first message, sent again after each change. */
export type EventMessageEvent = { event: EventView; type: 'event' };

/** The answer to `ping`. */
export type EventMessagePong = { type: 'pong' };

/** A person in an event. */
export type EventPerson = {
  /** Empty if the player is deleted. */
  name: string;
  player: PlayerId;
};

/** A player who has checked in. */
export type EventPlayer = EventPerson & {
  /** Whether they take part in the next round. */
  present: boolean;
};

/** A round. */
export type EventRound = {
  sits_out?: EventPerson | null;
  /** In milliseconds since 1970. */
  started: number;
  tables: EventTable[];
};

/** A seat at a table. */
export type EventSeat = {
  person?: EventPerson | null;
  pilot?: PilotName | null;
  /** The rank that counts, from 1; null while the game has no result. */
  rank?: number | null;
};

/** The settings of an event. */
export type EventSettings = {
  /** The clock of all games: live or correspondence. */
  clock: Clock;
  format: EventFormat;
  /** Whether everybody finds the event in the list; true by default. Otherwise people need its link. */
  listed?: boolean;
  pilots?: PilotName | null;
  /** Races of each game, 1 to 3; 1 by default. */
  races?: number;
  /** Whether the games are rated. Then only registered players can check in. */
  rated?: boolean;
  scoring?: Scoring | null;
  /** Which side of the tiles faces up; dark by default. */
  sides?: Sides;
  /** Boats at a full table, 2 to 6. */
  tables: number;
  /** What to call it, 1 to 40 characters. */
  title: string;
};

/** How far an event is. */
export const EVENT_STAGES = ['check-in', 'playing', 'between', 'done', 'closed'] as const;
export type EventStage = (typeof EVENT_STAGES)[number];

/** One line of the standings. */
export type EventStanding = EventPerson & {
  /** Games that count. */
  games: number;
  /** The mean points of the people met; 0 if there are none. */
  opponents: number;
  /** From 1; players who are equal share it. */
  place: number;
  /** For each game the share of opponents beaten. */
  points: number;
  /** In a knockout: the last round the player was in. */
  reached?: number | null;
  wins: number;
};

/** A table of a round. */
export type EventTable = {
  /** Results that the organiser set, in order. The last one counts. */
  corrections: EventCorrection[];
  /** The game. */
  regatta: RegattaId;
  /** In seat order. */
  seats: EventSeat[];
};

/** An event. */
export type EventView = {
  /** Whether another round can start after the last one. */
  can_go_on: boolean;
  id: EventId;
  /** When it was opened, in milliseconds since 1970. */
  opened: number;
  organiser: EventPerson;
  /** Everybody who ever checked in. */
  players: EventPlayer[];
  rounds: EventRound[];
  settings: EventSettings;
  stage: EventStage;
  /** The best first. */
  standings: EventStanding[];
};

/** Everything stored about a player. Times are milliseconds since 1970. */
export type Export = {
  /** The players whom they have blocked or muted. */
  blocks?: Blocked[];
  /** When each browser in which the account was used was last used with it. The server notices accounts of one browser that
race each other. */
  browsers?: number[];
  /** Games on their way to another device. */
  carried?: CarriedGame[];
  /** Their chat messages. */
  chat: ChatMessage[];
  /** When the account was created. */
  created: number;
  /** Their attempts at daily lakes, the oldest first. */
  daily?: DailyRun[];
  /** Their rated Duels in the statistics of fair play, the oldest first. */
  duels?: RatedDuel[];
  /** The events they organised or entered. */
  events?: ExportedEvent[];
  /** The players whom they follow. */
  following?: PlayerId[];
  /** The version of this JSON. */
  format: FormatVersion;
  /** Whether they hide that they are online. */
  hides_online?: boolean;
  me: Me;
  /** What moderators did about them. */
  moderation?: AuditEntry[];
  /** How they are told what waits for them. */
  notifications: ExportedNotifications;
  play_now?: WaitingForGame | null;
  /** Whether only they can see their profile. */
  private_profile?: boolean;
  /** Their ratings, with the history of each. */
  ratings: RatingHistory[];
  /** The regattas they played in, newest first. Their records can be downloaded separately. */
  regattas: PlayedRegatta[];
  /** What they have told the moderators. */
  reports?: MyReport[];
  /** Their part in the seasons. */
  seasons: MySeason;
  /** When each session began. */
  sessions: number[];
  title?: PlayerTitle | null;
  tokens: Token[];
  warning?: PendingWarning | null;
};

/** A browser that shows messages. */
export type ExportedBrowser = {
  /** When it was added. */
  added: number;
  /** Its address at the push service. */
  endpoint: string;
};

/** An event that the player organised or entered. */
export type ExportedEvent = {
  id: EventId;
  /** When it was opened. */
  opened: number;
  /** Whether the player organised it. */
  organised: boolean;
  /** The player's place in the standings; null for an organiser who did not take part. */
  place?: number | null;
  title: string;
};

/** When mail about a regatta was last sent. */
export type ExportedMail = { regatta: string; sent: number };

/** A message that waits to be sent. */
export type ExportedMessage = {
  /** When that happened. */
  at: number;
  channel: MessageChannel;
  /** When it is to be sent. */
  due: number;
  /** What it is about. */
  kind: MessageKind;
  /** The regatta that it is about; empty for a digest. */
  regatta: string;
};

/** Everything stored about how a player is told what waits for them. */
export type ExportedNotifications = {
  /** The confirmed mail address. */
  address?: string | null;
  /** The push services of the browsers that show messages, and when each was added. */
  browsers: ExportedBrowser[];
  choices?: MessageChoices | null;
  /** When mail about a regatta was last sent. */
  mails?: ExportedMail[];
  /** A mail address that waits for its confirmation. */
  pending?: string | null;
  /** Messages that wait to be sent. */
  waiting?: ExportedMessage[];
};

/** A pair that moderators should look at. A pair with several signs is listed several times. */
export type FlaggedPair = {
  /** Rated Duels against each other in the last 90 days. */
  meetings: number;
  /** The two, in the order of their ids. */
  players: FlaggedPlayer[];
  why: Suspicion;
};

/** One of a pair that moderators should look at. */
export type FlaggedPlayer = {
  /** What others call them; empty if the account was deleted. */
  name: string;
  player: PlayerId;
};

/** A player whom one follows. */
export type Followed = {
  name: string;
  /** Whether they are connected to the lobby or to a regatta, and show it. */
  online: boolean;
  player: PlayerId;
};

/** Somebody who has forgotten their password. */
export type ForgottenPassword = {
  /** The confirmed mail address of the account. */
  address: MailAddress;
  /** The language of the mail. */
  language?: Language;
};

/** A game, in a form that the server does not read. */
export type GameToCarry = {
  /** At most 256 KiB. */
  game: string;
};

/** A message from a group of a season to a client. */
export type GroupMessage = GroupMessageGroup | GroupMessagePong | GroupMessageBye;

/** The server is about to close the connection. Reconnect in a moment. */
export type GroupMessageBye = { type: 'bye' };

/** The group: the first message, sent again after each change. */
export type GroupMessageGroup = GroupPage & { type: 'group' };

/** The answer to `ping`. */
export type GroupMessagePong = { type: 'pong' };

/** A group with its standings and games. */
export type GroupPage = {
  /** In the order of their rounds. */
  games: DuelView[];
  /** `1` at the top, then `2a`, `2b`, `3a` … */
  name: string;
  season: number;
  /** The stage of the season. */
  stage: SeasonStage;
  /** The leader first. */
  standings: StandingView[];
};

/** A group in the pyramid of a season. */
export type GroupView = {
  /** The number of games that are decided. */
  decided: number;
  /** The number of games. */
  games: number;
  /** From 1 at the top. */
  level: number;
  /** `1` at the top, then `2a`, `2b`, `3a` … */
  name: string;
  /** The number of players. */
  players: number;
};

/** A ladder. Duels and fleets ask for different skills, so each has ratings of its own. */
export const LADDERS = ['duel', 'fleet'] as const;
export type Ladder = (typeof LADDERS)[number];

/** A page of a ladder, best first. Players whose rating is provisional are not on it. */
export type LadderPage = {
  /** The value to send as `after` to get the next page; null if this is the last. */
  next?: string | null;
  players: LadderPlayer[];
  /** Players on the whole ladder. */
  total: number;
};

/** A place on a ladder. */
export type LadderPlayer = RatingView & {
  /** Rated matches on this ladder. */
  matches: number;
  name: string;
  player: PlayerId;
  /** From 1. */
  rank: number;
};

/** A language that messages are written in. */
export const LANGUAGES = ['en', 'de', 'fr', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];

/** An event in the list. */
export type ListedEvent = {
  /** Whether the organiser has closed it. */
  closed: boolean;
  id: EventId;
  /** When it was opened, in milliseconds since 1970. */
  opened: number;
  organiser: EventPerson;
  title: string;
};

/** A message from the lobby to a client. */
export type LobbyMessage =
  LobbyMessageLobby | LobbyMessageChanged | LobbyMessageNotice | LobbyMessagePong | LobbyMessageBye;

/** The server is about to close the connection. Reconnect in a moment. */
export type LobbyMessageBye = { type: 'bye' };

/** Regattas that are new or have changed. */
export type LobbyMessageChanged = { regattas: RegattaSummary[]; type: 'changed' };

/** The list of regattas: the first message, sent again if the client was too slow for the changes. */
export type LobbyMessageLobby = {
  /** Number of public regattas being played. */
  live: number;
  /** Whether there are more. `GET /api/regattas` lists all of them. */
  more: boolean;
  /** Number of public regattas that have not started. */
  open: number;
  /** At most 100: first those you play in or host, then the newest public ones. */
  regattas: RegattaSummary[];
  type: 'lobby';
};

/** Operators have announced something, or taken it back. */
export type LobbyMessageNotice = ServerNotice & { type: 'notice' };

/** The answer to `ping`. */
export type LobbyMessagePong = { type: 'pong' };

/** a login must have 2 to 32 characters: letters a-z, digits, - and _ */
export type Login = string;

export type MailAddress = string;

/** A player as they see themselves. */
export type Me = {
  /** The name of a boat, which others see if you are protected. */
  boat?: string | null;
  /** Whether you want to read and write free text where all others do, too. */
  free_chat?: boolean;
  /** Visible to everyone. */
  id: PlayerId;
  /** The name to sign in with; nobody else sees it. */
  login?: string | null;
  /** The name you chose. Others see it, unless you are protected. */
  name: string;
  /** Whether the player has a login and a password; guests have neither. */
  registered: boolean;
  role?: Role;
};

/** The ways in which a message reaches a player. */
export const MESSAGE_CHANNELS = ['push', 'mail'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** What a player wants to be told, and when. */
export type MessageChoices = {
  /** The hour of the day, 0 to 23, at which a mail lists what waits; null: no such mail. */
  digest?: number | null;
  /** The language of the messages. */
  language: Language;
  mail: MessageSwitches;
  /** Messages that the browsers show. */
  push: MessageSwitches;
  quiet?: QuietHours | null;
  /** The player's time zone, by its IANA name: `Europe/Berlin`. */
  zone: string;
};

/** A kind of message. */
export const MESSAGE_KINDS = ['turn', 'reminder', 'challenge', 'table', 'over', 'digest'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Which kinds of messages are sent over a channel. */
export type MessageSwitches = {
  /** Somebody challenges or invites you. */
  challenge: boolean;
  /** A regatta of yours is over. */
  over: boolean;
  /** Your time runs out. */
  reminder: boolean;
  /** A regatta of a season or of an event is open for you. */
  table: boolean;
  /** It is your turn. */
  turn: boolean;
};

/** A player as moderators see them. */
export type ModeratedPlayer = {
  /** Until when they may say nothing, in milliseconds since 1970; null if they may. */
  muted_until?: number | null;
  /** What others call them. */
  name: string;
  player: PlayerId;
  protected: boolean;
  registered: boolean;
  role: Role;
  /** Until when they may do nothing, in milliseconds since 1970; null if they may. */
  suspended_until?: number | null;
};

/** An act of a moderator or operator. */
export type ModerationAct =
  | ModerationActCloseReport
  | ModerationActWarn
  | ModerationActMute
  | ModerationActRename
  | ModerationActSuspend
  | ModerationActBan
  | ModerationActBanAddress
  | ModerationActCloseRoom
  | ModerationActAnnul
  | ModerationActHandSeat
  | ModerationActCloseEvent
  | ModerationActRole
  | ModerationActAnnounce
  | ModerationActRegistration
  | ModerationActEvents
  | ModerationActInvite
  | ModerationActMaintenance
  | ModerationActResetPassword;

/** Operators only: announce that the server restarts. Everybody who is connected sees it. */
export type ModerationActAnnounce = {
  /** In how many minutes, 0 to 1440; null takes the announcement back. */
  minutes?: number | null;
  type: 'announce';
};

/** Annul the result of a regatta that is over. Ratings are computed again. */
export type ModerationActAnnul = { regatta: RegattaId; type: 'annul' };

/** Operators only: a player may never do anything again. */
export type ModerationActBan = { player: PlayerId; type: 'ban' };

/** Operators only: nobody may come from a range of addresses. */
export type ModerationActBanAddress = {
  /** For how long, up to 8760; 0 lifts it. */
  hours: number;
  /** An address, or a range: `203.0.113.0/24`. */
  network: AddressRange;
  type: 'ban-address';
};

/** Close an event. Its standings are final, and games without a result never count. */
export type ModerationActCloseEvent = { event: EventId; type: 'close-event' };

/** Deal with a report without doing anything else. */
export type ModerationActCloseReport = { report: string; type: 'close-report' };

/** Close a regatta. If it has started, it ends without a result. */
export type ModerationActCloseRoom = { regatta: RegattaId; type: 'close-room' };

/** What came of an act. */
export type ModerationActDone = {
  /** The invitation, or the code to set a new password. It is shown only now. */
  code?: string | null;
};

/** Operators only: whether only organisers may open events. */
export type ModerationActEvents = { organisers_only: boolean; type: 'events' };

/** Give a player's seat to a pilot for good. */
export type ModerationActHandSeat = { player: PlayerId; regatta: RegattaId; type: 'hand-seat' };

/** Operators only: make a code that lets one new player in. It is in the answer, and works for a week. */
export type ModerationActInvite = { type: 'invite' };

/** The kinds of acts. */
export const MODERATION_ACT_KINDS = [
  'close-report',
  'warn',
  'mute',
  'rename',
  'suspend',
  'ban',
  'ban-address',
  'close-room',
  'annul',
  'hand-seat',
  'close-event',
  'role',
  'announce',
  'registration',
  'events',
  'invite',
  'maintenance',
  'reset-password',
] as const;
export type ModerationActKind = (typeof MODERATION_ACT_KINDS)[number];

/** Operators only: while it is on, only moderators can change anything. */
export type ModerationActMaintenance = { on: boolean; type: 'maintenance' };

/** A player may say nothing, neither text nor phrases. */
export type ModerationActMute = {
  /** For how long, up to 8760; 0 lifts it. */
  hours: number;
  player: PlayerId;
  type: 'mute';
};

/** Operators only: who may come. */
export type ModerationActRegistration = { mode: Admission; type: 'registration' };

/** Give a player another name; that of a boat if left out. */
export type ModerationActRename = { name?: PlayerName | null; player: PlayerId; type: 'rename' };

/** Operators only: make a code with which a player can set a new password. It is in the answer, and works for a day. */
export type ModerationActResetPassword = { player: PlayerId; type: 'reset-password' };

/** Operators only: give a player a role. */
export type ModerationActRole = { player: PlayerId; role: Role; type: 'role' };

/** A player may do nothing. */
export type ModerationActSuspend = {
  /** For how long, up to 8760; 0 lifts a suspension or a ban. */
  hours: number;
  player: PlayerId;
  type: 'suspend';
};

/** Tell a player something, which they see until they have read it. The reason is what they see. */
export type ModerationActWarn = { player: PlayerId; type: 'warn' };

/** A warning of the moderators. */
export type ModeratorWarning = {
  /** What they say; null if there is none, empty if you are protected. */
  text?: string | null;
};

/** Something that players can decide together. */
export type Motion = MotionPause | MotionAbandon | MotionEnd | MotionReplace;

/** End the regatta without a result. Everyone who is there must agree; if the result counts, also those who are absent. */
export type MotionAbandon = { type: 'abandon' };

/** End the regatta as it stands. All players must agree, except those for whom a pilot plays. */
export type MotionEnd = { type: 'end' };

/** Pause the game. Everyone who is there must agree. Not in a rated regatta, a season or an event. */
export type MotionPause = { type: 'pause' };

/** Go on without a player who is absent: a pilot plays for them until they come back. All others who are there must agree.
Not in a rated regatta, a season or an event. */
export type MotionReplace = {
  /** The absent player. */
  color: Color;
  type: 'replace';
};

/** A motion and who is for it. */
export type MotionVotes = {
  motion: Motion;
  /** When the motion lapses, in milliseconds since 1970. */
  until: number;
  /** The players who agree. */
  yes: Color[];
};

/** A player's mail address. */
export type MyMail = {
  /** The confirmed address. */
  address?: string | null;
  /** Whether this server sends mail. If not, nothing about mail should be offered. */
  available: boolean;
  /** An address that waits for its confirmation. */
  pending?: string | null;
};

/** How a player is protected, and how they chat. */
export type MyProtection = {
  /** What others call a protected player; null if not protected. */
  boat?: string | null;
  /** Whether the server protects everybody, so that nobody can lift it. */
  by_server: boolean;
  /** Whether the player wants to read and write free text where all others do, too. */
  free_chat: boolean;
  /** Whether others see the name of a boat, no free text goes to or from the player, and no public list shows them. */
  protected: boolean;
};

/** A report that the player has made. */
export type MyReport = {
  /** In milliseconds since 1970. */
  at: number;
  /** Who was reported. */
  player: PlayerId;
  reason: ReportReason;
  regatta?: RegattaId | null;
  text: string;
};

/** Your part in the seasons. Times are in milliseconds since 1970. */
export type MySeason = {
  current?: SeasonMembership | null;
  /** Whether you take part in it. */
  entered: boolean;
  /** Your games in it. */
  games: DuelView[];
  /** Until when you are on holiday. */
  holiday?: number | null;
  /** Whole days of holidays that you have left. */
  holidays_left: number;
  /** The season that players can enter now. */
  next?: number | null;
  /** Your earlier seasons, newest first. */
  past: SeasonMembership[];
};

/** A player and their name. */
export type NamedPlayer = {
  /** Empty if the account was deleted. */
  name: string;
  player: PlayerId;
};

/** A new mail address. */
export type NewAddress = {
  address: MailAddress;
  /** The language of the mail with the link. */
  language?: Language;
};

/** How far to keep away from a player. */
export type NewBlock = { kind: BlockKind };

/** Whether a player wants free chat. */
export type NewChat = {
  /** True: free text, where everybody at the table is registered and wants it, too. False: phrases only. */
  free: boolean;
};

/** A label for a token. */
export type NewLabel = {
  /** Helps its owner to recognise the token. */
  label: TokenLabel;
};

/** An act and why. */
export type NewModerationAct = {
  act: ModerationAct;
  /** For the audit log, 1 to 500 characters. A player who is warned sees it. */
  reason: string;
};

/** A name for a player. */
export type NewName = {
  /** An invitation, where new players need one. */
  invitation?: string | null;
  name: PlayerName;
};

/** A new password, with a code that proves who one is. */
export type NewPassword = {
  /** The code, from a mail or from the operator. */
  code: TypedCredential;
  password: Password;
};

/** A pilot that takes a seat. */
export type NewPilot = { color?: Color | null; pilot: PilotName };

/** Protects the account, or lifts its protection. */
export type NewProtection = {
  /** 4 to 12 digits. The same PIN lifts the protection again. */
  pin: ProtectionPin;
  /** False lifts the protection. */
  protected: boolean;
};

/** The settings of a new regatta. The defaults are those of the rulebook. */
export type NewRegatta = {
  /** Players for whom seats are reserved. They find the regatta in their list. */
  challenge?: PlayerId[];
  /** How much time a player has; unlimited by default. */
  clock?: Clock;
  color?: Color | null;
  /** Whether the host takes a seat; true by default. */
  join?: boolean | null;
  /** Hours after which it closes if it has not started and nothing happens in it, 1 to 720; 24 by default. */
  open_hours?: number | null;
  /** Pilots that take seats at once. The other seats are for people. */
  pilots?: NewPilot[];
  /** Number of races, 1 to 3; 3 by default. */
  races?: number | null;
  /** Whether the result changes the players' ratings; false by default. All people must be registered, at least two must
play, there must be a clock, and it can't be private. */
  rated?: boolean;
  salt?: Salt | null;
  scoring?: Scoring | null;
  seal?: SaltSeal | null;
  /** Number of seats, 2 to 6. */
  seats: number;
  sides?: Sides | null;
  /** What to call it, 1 to 40 characters. */
  title?: string | null;
  /** Who can find it; public by default. */
  visibility?: RegattaVisibility;
};

/** The result that an organiser wants to set. */
export type NewResult = {
  /** The rank of each seat in order, from 1; seats that tie share it: 1, 2, 2, 4. */
  ranks: number[];
  /** Why, for everybody to read: 1 to 200 characters. */
  reason: string;
  /** From 1. */
  round: number;
  /** From 1. */
  table: number;
};

/** The round to start. */
export type NewRound = {
  /** From 1. A round that has started already does not start again. */
  round: number;
};

/** A subscription as the browser's push manager gives it. */
export type NewSubscription = {
  /** The address at the push service. */
  endpoint: string;
  /** When it ends, if the browser knows. Not used: a push service says when a subscription has ended. */
  expirationTime?: number | null;
  keys: BrowserKeys;
};

/** A new token. This is the only time that it is shown. */
export type NewToken = {
  /** Id for deleting it. */
  id: TokenId;
  /** To be sent as `Authorization: Bearer pb_…`. */
  token: string;
};

/** What a player is told, and what this server offers. */
export type Notifications = {
  /** The number of browsers that show messages. */
  browsers: number;
  /** The address of a calendar with the player's deadlines. Whoever knows it can read it. */
  calendar: string;
  /** What the player has chosen, or else the defaults. */
  choices: MessageChoices;
  /** Whether the player has chosen anything. */
  chosen: boolean;
  /** Whether the server sends mail. If not, nothing about mail should be offered. */
  mail: boolean;
  /** The key with which a browser subscribes to messages; null if the server sends none. */
  push_key?: string | null;
};

/** What others see of one. */
export type OnlineVisibility = {
  /** Whether they see that one is online. */
  online: boolean;
  /** Whether they see one's profile and place on the ladders. If left out, it stays as it is. */
  profile?: boolean | null;
};

/** An event that was opened. */
export type OpenedEvent = { id: EventId };

/** A regatta that was opened. */
export type OpenedRegatta = { id: RegattaId };

/** How a player fared against another one in rated matches. */
export type Opponent = {
  lost: number;
  /** Empty if the account was deleted. */
  name: string;
  player: PlayerId;
  tied: number;
  /** How often the player came in before them. */
  won: number;
};

/** What only the viewer sees of a room. */
export type OwnView = {
  /** Whether the server takes a heading for them when there is only one. */
  auto_steer: boolean;
  color?: Color | null;
  /** Whether they are the host. */
  host: boolean;
  /** Whether the host has muted them. */
  muted: boolean;
  plan?: TurnPlan | null;
  player: PlayerId;
};

/** a password must have 8 to 200 characters */
export type Password = string;

/** A change of password. */
export type PasswordChange = { new: Password; old: TypedCredential };

/** A regatta you played in. */
export type PastRegatta = {
  regatta: RegattaSummary;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** A pause. */
export type Pause = {
  /** When the regatta ends without a result unless it goes on before. */
  expires: number;
  /** In milliseconds since 1970, as all times. */
  since: number;
  why: PauseReason;
};

/** Why a game is paused. */
export const PAUSE_REASONS = ['absent', 'vote'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A warning of the moderators. A protected player gets no text. */
export type PendingWarning = { text: string };

/** A personal record. */
export type PersonalRecord = {
  /** In milliseconds since 1970. */
  at: number;
  /** The highest rating after a match, in points. */
  highest: number;
  ladder: Ladder;
  /** The most matches won in a row. */
  longest_streak: number;
  /** The match. */
  regatta: RegattaId;
};

/** A ready-made phrase. */
export const PHRASES = [
  'hello',
  'good-luck',
  'have-fun',
  'one-moment',
  'im-back',
  'your-turn',
  'take-your-time',
  'ready',
  'nice-move',
  'wow',
  'ouch',
  'oops',
  'sorry',
  'thanks',
  'yes',
  'no',
  'close-race',
  'good-game',
  'again',
  'bye',
] as const;
export type Phrase = (typeof PHRASES)[number];

/** A regatta the player had a seat in. */
export type PlayedRegatta = {
  id: RegattaId;
  /** The regatta as shown in the lobby. */
  summary: Record<string, never>;
  /** When it last changed. */
  updated: number;
};

export type PlayerId = string;

/** a name must have 1 to 24 visible characters */
export type PlayerName = string;

/** How well somebody decides. Dice play no part in it. */
export type PlayerTitle = {
  /** The best title that is still likely. */
  at_best: SkillClass;
  /** The worst title that is still likely. */
  at_worst: SkillClass;
  decisions: number;
  /** Turns lost per decision. */
  error_per_decision: number;
  /** The races that it is made of. */
  races: number;
  /** The standard error of that. */
  standard_error: number;
  /** The pilot who decides as well. */
  title: SkillClass;
};

/** A request for a game with others who wait for one. */
export type PlayNowRequest = {
  /** Whether pilots may fill the table. They do so after half a minute of waiting. */
  pilots?: boolean;
  /** Number of boats, 2 to 6. */
  seats: number;
};

/** What has become of a request for a game. */
export type PlayNowStatus = {
  /** The time of the server, in milliseconds since 1970. */
  now: number;
  /** Whether you have waited so long that pilots are offered. */
  offers_pilots: boolean;
  regatta?: RegattaId | null;
  /** Since when you wait, in milliseconds since 1970. */
  since: number;
  /** How many people wait for a game of this size, you included. */
  waiting: number;
};

/** Who is connected to a room. */
export type PresenceView = {
  /** Seats whose players are not connected, and since when, in milliseconds since 1970. A player who sends requests without
being connected is in neither list. */
  absent?: Partial<Record<Color, number>>;
  /** Whether everybody at the table is registered and wants free text. Otherwise chat is by ready-made phrases. */
  free_chat?: boolean;
  /** Seats whose players are connected. */
  present: Color[];
  /** Number of spectators. */
  spectators: number;
  /** Names of spectators who are signed in, at most 20. */
  watching?: string[];
};

/** What others can know about a player. */
export type Profile = {
  achievements: Achievement[];
  /** Their last rated matches, newest first, at most ten. */
  form: RecentMatch[];
  /** The people whom they met most often in rated matches, without those who keep their profiles private. */
  head_to_head: Opponent[];
  name: string;
  player: PlayerId;
  /** Whether only they themselves can see this. */
  private: boolean;
  /** Their ratings, with history and opponents. Ladders without a match are left out. */
  ratings: RatingHistory[];
  records: PersonalRecord[];
  /** Whether they are registered. */
  registered: boolean;
  seasons_won: SeasonWon[];
  /** The sides of the tiles they race on, most often first. */
  sides: SideRecord[];
  /** When they came, in milliseconds since 1970. */
  since: number;
  title?: PlayerTitle | null;
};

/** a PIN must have 4 to 12 digits */
export type ProtectionPin = string;

/** A part of the day, in minutes since midnight. If it begins later than it ends, it goes past midnight. */
export type QuietHours = {
  /** The first minute, 0 to 1439. */
  from: number;
  /** The minute after the last one, 0 to 1439. */
  until: number;
};

/** A rated Duel in the statistics of fair play. */
export type RatedDuel = {
  /** When it ended. */
  at: number;
  /** Whether the player gave up. */
  gave_up: boolean;
  regatta: RegattaId;
  /** Null: a tie. */
  won?: boolean | null;
};

/** Players with similar ratings. */
export type RatingClass = {
  /** The lowest rating in the class, in points. */
  from: number;
  players: number;
};

/** A player's rating on a ladder, and how it came about. */
export type RatingHistory = RatingView & {
  /** The opponents against whom they have won most. */
  best: Opponent[];
  ladder: Ladder;
  /** Rated matches on this ladder. */
  matches: number;
  /** How many of a hundred players of the ladder have a lower rating; null while the rating is provisional. */
  percentile?: number | null;
  /** The place on the ladder, from 1; null while the rating is provisional. */
  rank?: number | null;
  /** The last matches, newest first, at most 200. */
  steps: RatingStep[];
  /** The opponents against whom they have lost most. */
  worst: Opponent[];
};

/** What one match did to a rating. */
export type RatingStep = {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  boats: number;
  /** By how much the rating changed. */
  change: number;
  /** The rank that counted, from 1. */
  rank: number;
  /** The rating after it. */
  rating: number;
  regatta: RegattaId;
  uncertainty: number;
};

/** A rating. About two of three players are within one uncertainty of their true strength. */
export type RatingView = {
  /** Whether the rating still says little. */
  provisional: boolean;
  /** In points; a newcomer has 1500. */
  rating: number;
  /** In points. It grows while somebody does not play. */
  uncertainty: number;
};

/** A recent match. */
export type RecentMatch = {
  /** In milliseconds since 1970. */
  at: number;
  boats: number;
  ladder: Ladder;
  rank: number;
  regatta: RegattaId;
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
  'not-kept',
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
  'phrases-only',
  'suspended',
  'maintenance',
  'invitation-needed',
  'timed-out',
  'paused',
  'not-absent',
  'not-registered',
  'already-entered',
  'not-entered',
  'no-holiday',
  'too-few-people',
  'disk-full',
  'unknown',
  'unavailable',
  'stopping',
  'broken',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export type RegattaId = string;

/** A message from a room to a client. */
export type RegattaMessage =
  | RegattaMessageSnapshot
  | RegattaMessageEvents
  | RegattaMessageTurn
  | RegattaMessagePresence
  | RegattaMessageAck
  | RegattaMessageRefused
  | RegattaMessageNotice
  | RegattaMessagePong
  | RegattaMessageBye;

/** The action was accepted and stored. */
export type RegattaMessageAck = {
  /** The client's id of the action. */
  id: string;
  /** Number of its last event. */
  seq: number;
  type: 'ack';
};

/** The server is about to close the connection. Reconnect with the number of the last event you have seen. */
export type RegattaMessageBye = { type: 'bye' };

/** New events, in order. Also the first message to a client that names the last event it has seen. */
export type RegattaMessageEvents = {
  /** The events that this client may see. */
  events: ClientEvent[];
  type: 'events';
};

/** Operators have announced something, or taken it back. */
export type RegattaMessageNotice = ServerNotice & { type: 'notice' };

/** The answer to `ping`. */
export type RegattaMessagePong = { type: 'pong' };

/** Who is connected. Sent when that changes; not stored. */
export type RegattaMessagePresence = PresenceView & { type: 'presence' };

/** The action was not accepted. */
export type RegattaMessageRefused = Refusal & {
  /** The client's id of the action; null if the message could not be parsed. */
  id?: string | null;
  type: 'refused';
};

/** The whole room: the first message, or the answer to a client that is too far behind. */
export type RegattaMessageSnapshot = {
  /** The room as this client sees it. */
  snapshot: Snapshot;
  type: 'snapshot';
};

/** Whose turn it is, what you have to do, and what is legal. Sent when that changes, to clients that connect with
`turns=true`. */
export type RegattaMessageTurn = TurnView & { type: 'turn' };

/** What the server has opened a regatta for. */
export type RegattaOccasion = {
  kind: RegattaOccasionKind;
  /** Which one, and where in it: `3/2b` is group 2b of season 3. */
  reference: string;
};

/** What the server opens regattas for. */
export const REGATTA_OCCASION_KINDS = ['season', 'event', 'play-now'] as const;
export type RegattaOccasionKind = (typeof REGATTA_OCCASION_KINDS)[number];

/** The host's settings. The defaults are those of the rulebook. */
export type RegattaSettings = {
  /** How much time a player has. */
  clock?: Clock;
  /** Hours after which an open regatta closes if nothing happens in it, 1 to 720. */
  open_hours?: number;
  /** Number of races, 1 to 3. */
  races?: number;
  /** Whether the result changes the players' ratings. All people must be registered, at least two must play, there must be
a clock, and it can't be private. */
  rated?: boolean;
  scoring?: Scoring | null;
  /** Number of seats, 2 to 6. */
  seats: number;
  /** Which side of the tiles faces up. */
  sides?: Sides;
  /** What the host calls the regatta, 1 to 40 characters. */
  title?: string | null;
  title_by?: PlayerId | null;
  visibility?: RegattaVisibility;
};

/** A regatta as a line in the lobby. */
export type RegattaSummary = {
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** When the current player's time is up, in milliseconds since 1970. */
  deadline?: number | null;
  ended?: EarlyEnding | null;
  host: PlayerId;
  id: RegattaId;
  occasion?: RegattaOccasion | null;
  /** Players for whom a seat is reserved. */
  offered?: PlayerId[];
  /** Whether the game is paused. */
  paused?: boolean;
  /** The current race, 1 to 3. */
  race?: number | null;
  result?: MatchResultView | null;
  /** The occupied seats. */
  seats: SeatView[];
  settings: RegattaSettings;
  stage: StageName;
  /** The number of turns that a pilot has played for a person. Seats without such turns are left out. */
  stand_ins?: Partial<Record<Color, number>>;
  turn?: Color | null;
  /** Number of the event with which that turn began. */
  turn_began?: number | null;
};

/** Who can find a regatta. */
export const REGATTA_VISIBILITIES = ['public', 'link', 'private'] as const;
export type RegattaVisibility = (typeof REGATTA_VISIBILITIES)[number];

/** The login and password to register with. */
export type Registration = { login: Login; password: Password };

/** A report to the moderators. */
export type Report = {
  /** The invitation to a private regatta. */
  invite?: string | null;
  /** Who is reported. */
  player: PlayerId;
  reason: ReportReason;
  regatta?: RegattaId | null;
  /** What happened, in up to 1000 characters. */
  text?: string;
};

/** What is wrong. */
export const REPORT_REASONS = ['name', 'chat', 'unfair', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** A report as moderators see it. */
export type ReportView = {
  /** In milliseconds since 1970. */
  at: number;
  id: string;
  /** What others call them. */
  name: string;
  /** Who is reported. */
  player: PlayerId;
  reason: ReportReason;
  regatta?: RegattaId | null;
  reporter?: PlayerId | null;
  text: string;
};

/** A player's role. Each may do what those before it may. */
export const ROLES = ['player', 'organiser', 'moderator', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** An action a player wants to take. */
export type RoomAction =
  | RoomActionJoin
  | RoomActionLeave
  | RoomActionRecolor
  | RoomActionReady
  | RoomActionReveal
  | RoomActionSeatPilot
  | RoomActionUnseat
  | RoomActionStart
  | RoomActionClose
  | RoomActionPlan
  | RoomActionAutoSteer
  | RoomActionBack
  | RoomActionPhrase
  | RoomActionChat
  | RoomActionMute
  | RoomActionVote
  | RoomActionResume
  | RoomActionResign
  | RoomActionTakeHost
  | RoomActionDecline
  | RoomActionRematch
  | DecisionPlace
  | DecisionDice
  | DecisionSteer;

/** Let the server take a heading at once when there is only one. */
export type RoomActionAutoSteer = {
  /** False turns it off. */
  on: boolean;
  type: 'auto-steer';
};

/** Return to a seat that a pilot is playing. Any other action on the lake has the same effect. */
export type RoomActionBack = { type: 'back' };

/** Send a chat message. Refused as `phrases-only`, unless everybody at the table is registered and wants free chat. */
export type RoomActionChat = {
  /** 1 to 500 characters. */
  text: string;
  type: 'chat';
};

/** Host only: call the regatta off, before the start. */
export type RoomActionClose = { type: 'close' };

/** Give up a seat that is reserved for oneself. */
export type RoomActionDecline = { type: 'decline' };

/** Take a seat. */
export type RoomActionJoin = {
  color?: Color | null;
  salt?: Salt | null;
  seal?: SaltSeal | null;
  type: 'join';
};

/** Give up the seat. After the start a pilot takes it over. */
export type RoomActionLeave = { type: 'leave' };

/** Host only: mute a player or spectator, or lift the mute. */
export type RoomActionMute = {
  /** False lifts the mute. */
  muted: boolean;
  player: PlayerId;
  type: 'mute';
};

/** Send a ready-made phrase, which each reader sees in their own language. */
export type RoomActionPhrase = { phrase: Phrase; type: 'phrase' };

/** Save a plan for one's next turn, or delete it. */
export type RoomActionPlan = { plan?: TurnPlan | null; type: 'plan' };

/** Declare oneself ready to start, or not ready. When all seats are taken and ready, the regatta starts. In the break
between two races: ready for the next one. */
export type RoomActionReady = {
  /** False means not ready. */
  ready: boolean;
  seal?: SaltSeal | null;
  type: 'ready';
};

/** Change to a free seat, before the start. */
export type RoomActionRecolor = {
  /** The free seat to take. */
  color: Color;
  type: 'recolor';
};

/** After the end: open a new regatta with the same players, pilots and settings. */
export type RoomActionRematch = { type: 'rematch' };

/** Give up: the boat leaves the lake and ranks last. It can't be undone. */
export type RoomActionResign = { type: 'resign' };

/** Go on with a paused game. */
export type RoomActionResume = { type: 'resume' };

/** Reveal one's hidden salt once everyone is ready. */
export type RoomActionReveal = {
  /** The salt whose SHA-256 is the seal. */
  salt: Salt;
  type: 'reveal';
};

/** Host only: give a free seat to a pilot. */
export type RoomActionSeatPilot = { color?: Color | null; pilot: PilotName; type: 'seat-pilot' };

/** Host only: start with the players who are there. All of them must be ready. */
export type RoomActionStart = { type: 'start' };

/** Become the host, before the start, if the host has been away for a while. */
export type RoomActionTakeHost = { type: 'take-host' };

/** Host only: remove a pilot or a player, before the start. */
export type RoomActionUnseat = {
  /** The seat to clear. */
  color: Color;
  type: 'unseat';
};

/** During the races: agree to something, or withdraw one's vote. It happens when all who have a say agree. */
export type RoomActionVote = {
  motion: Motion;
  type: 'vote';
  /** False withdraws the vote. */
  yes: boolean;
};

/** a salt must have 16 to 64 hexadecimal digits in lower case */
export type Salt = string;

/** a seal must have 64 hexadecimal digits in lower case */
export type SaltSeal = string;

/** How long a holiday lasts. */
export type SeasonHoliday = {
  /** From 1; at most as many as you have left. */
  days: number;
};

/** Your part in a season. */
export type SeasonMembership = {
  /** Whether you dropped out. */
  dropped: boolean;
  /** The name of your group. */
  group: string;
  /** Your final place in the group, from 1. */
  place?: number | null;
  season: number;
};

/** Where a player goes after a season. */
export const SEASON_MOVEMENTS = ['up', 'stay', 'down'] as const;
export type SeasonMovement = (typeof SEASON_MOVEMENTS)[number];

/** A season with its pyramid. */
export type SeasonPage = {
  /** From the top down. Empty until the start. */
  groups: GroupView[];
  season: SeasonView;
};

/** How far a season has come. */
export const SEASON_STAGES = ['entering', 'drawing', 'running', 'finishing', 'closed'] as const;
export type SeasonStage = (typeof SEASON_STAGES)[number];

/** What a player has made of the games so far: a line of the standings. */
export type SeasonTally = {
  /** Points that the opponents made. */
  conceded: number;
  draws: number;
  /** Whether they dropped out. Then they rank behind everybody else. */
  dropped: boolean;
  /** Games that are decided, without those that were not played. */
  games: number;
  losses: number;
  player: PlayerId;
  /** Points of all races. */
  points: number;
  /** Match points: 2 for a win, 1 for a draw. */
  score: number;
  wins: number;
};

/** A season. Times are in milliseconds since 1970. */
export type SeasonView = {
  /** When it was closed. */
  closed?: number | null;
  /** When the time to play is over; null before the start. */
  ends?: number | null;
  number: number;
  /** Whether the operator of the server has paused it: no games are opened, and its end moves. */
  paused: boolean;
  /** The number of players. */
  players: number;
  stage: SeasonStage;
  /** When it starts, or when it started. If fewer than four players have entered, the start is put off. */
  starts: number;
  winner?: NamedPlayer | null;
};

/** A group of a season that somebody won. Group `1` is the one at the top. */
export type SeasonWon = {
  /** The name of the group. */
  group: string;
  /** The number of the season. */
  season: number;
};

/** Seats that are reserved for players. */
export type SeatOffer = {
  of?: RegattaId | null;
  /** The reserved seats. */
  to: Partial<Record<Color, PlayerId>>;
  /** Until when a rematch can be accepted, in milliseconds since 1970; null: until the regatta closes. */
  until?: number | null;
};

/** Seats of an open regatta that are reserved. */
export type SeatOfferView = {
  /** Their names. */
  names: Partial<Record<Color, string>>;
  of?: RegattaId | null;
  /** The players who have not come yet. */
  to: Partial<Record<Color, PlayerId>>;
  /** Until when a rematch can be accepted, in milliseconds since 1970; null: until the regatta closes. */
  until?: number | null;
};

/** What a regatta means for one seat. */
export type SeatStakes = RatingView & {
  /** By how much the rating changed; null before the match is rated, and for pilots. */
  change?: number | null;
  color: Color;
  /** The expected rank, from 1. Equal boats all expect the middle. */
  expected: number;
  pilot?: PilotName | null;
  player?: PlayerId | null;
  /** The rank that counted; null before the match is rated, and for pilots. */
  rank?: number | null;
};

/** An occupied seat. */
export type SeatView = {
  /** Whether a pilot plays for them until they come back. */
  away: boolean;
  color: Color;
  /** Whether a pilot plays for them because they left. */
  left?: boolean;
  /** The player's or pilot's name; empty if the account was deleted. */
  name: string;
  pilot?: PilotName | null;
  player?: PlayerId | null;
  /** Whether they are ready to start. */
  ready: boolean;
  /** Whether they have resigned. */
  resigned?: boolean;
  /** Whether a pilot plays this turn for them, because their time ran out. */
  stand_in?: boolean;
  /** Timeouts in a row. After three of them a pilot keeps the seat until they come back. */
  timeouts?: number;
};

/** What everybody may know about the server. */
export type ServerNotice = {
  /** Whether the server sends mail, for example to players who have forgotten their password. */
  mail?: boolean;
  /** While it is on, only moderators can change anything. */
  maintenance?: boolean;
  /** Whether only organisers may open events. */
  organisers_only?: boolean;
  /** Whether the server protects everybody. */
  protected?: boolean;
  /** Who may come as a new player. */
  registration?: Admission;
  /** When the server restarts, in milliseconds since 1970; null if nothing is announced. */
  restart?: number | null;
};

/** A session: a browser in which the player is signed in. */
export type SessionView = {
  /** When it began, in milliseconds since 1970. */
  created: number;
  /** Whether it is the one that asks. */
  current: boolean;
  /** Id for ending it; not the session itself. */
  id: string;
};

/** How often somebody raced on one side of the tiles. */
export type SideRecord = {
  /** Regattas with a result. */
  played: number;
  sides: Sides;
  won: number;
};

/** An account, and what became of the seats of the guest who signed in. */
export type SignedIn = Me & {
  /** Unfinished regattas of the guest that could not become yours, because you have a seat there already. The guest has left
them. */
  kept: number;
  /** Unfinished regattas of the guest that are yours now. */
  moved: number;
};

/** The whole room as one viewer sees it. */
export type Snapshot = {
  /** Seats whose players are not connected, and since when, in milliseconds since 1970. */
  absent: Partial<Record<Color, number>>;
  /** Milliseconds in each player's bank. */
  banks: Partial<Record<Color, number>>;
  /** In the break between two races: when the next one begins at the latest. */
  break_until?: number | null;
  /** Before the start: when the regatta closes unless something happens in it. */
  closes_at?: number | null;
  /** SHA-256 of the secret the dice are derived from. */
  commitment: string;
  course?: CourseView | null;
  /** Whether everybody at the table is registered and wants free text. Otherwise chat is by ready-made phrases. */
  free_chat: boolean;
  /** The invitation to a private regatta; only for its players. */
  invite?: string | null;
  legal?: LegalView | null;
  /** The server's clock, in milliseconds since 1970. All deadlines refer to it. */
  now: number;
  offer?: SeatOfferView | null;
  paused?: Pause | null;
  /** Seats whose players are connected now. */
  present: Color[];
  /** The regatta as listed in the lobby. */
  regatta: RegattaSummary;
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
  /** Which entries of `story`, counted from 0, a pilot caused for a person. */
  stand_in_story: number[];
  /** When the current turn's own time begins to run, if pages must first show what happened before. */
  starts?: number | null;
  state?: StateView | null;
  /** Everything that has happened in the game, if requested. */
  story?: Happening[] | null;
  /** When the last event of the game happened. Without a clock, the others may go on without a player who has not decided for
three minutes since then. */
  turn_since?: number | null;
  /** What players have voted for. */
  votes: MotionVotes[];
  /** Names of spectators who are signed in, at most 20. */
  watching: string[];
  you?: OwnView | null;
};

/** A message from a client to a room. */
export type SocketRequest = SocketRequestAct | SocketRequestPing | SocketRequestLook;

/** Carry out an action. Answered by `ack` or `refused` with the same id. */
export type SocketRequestAct = ActionSubmission & { type: 'act' };

/** Whether the player sees the page. While they do, they get no banners or mail. Not answered. */
export type SocketRequestLook = { looking: boolean; type: 'look' };

/** Check the connection. Answered by `pong`. */
export type SocketRequestPing = { type: 'ping' };

/** The name of a [`Stage`], without its table. */
export const STAGE_NAMES = ['open', 'live', 'over', 'closed'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** What a regatta means for its players' ratings. */
export type Stakes = {
  ladder: Ladder;
  /** Whether the regatta is rated. */
  rated: boolean;
  seats: SeatStakes[];
};

/** A line of the standings. */
export type StandingView = SeasonTally & {
  /** Until when they are on holiday, in milliseconds since 1970. */
  holiday?: number | null;
  /** Where they go after the season, if it ended now. */
  moves: SeasonMovement;
  /** Empty if the account was deleted. */
  name: string;
  /** From 1. Ties are broken, so everybody has a place of their own. */
  place: number;
};

/** A report that was stored. */
export type StoredReport = { id: string };

/** Why a pair is on the list. */
export type Suspicion = SuspicionSameBrowser | SuspicionTooOften | SuspicionTradedWins | SuspicionGivesUp;

/** One of them gives up against the other far more often than against anybody else. */
export type SuspicionGivesUp = {
  chance: number;
  kind: 'gives-up';
  /** Who gives up. */
  player: PlayerId;
  /** How often, against this rival. */
  times: number;
  /** The share of Duels against all others in which this player gives up. */
  usual: number;
};

/** Both accounts were used in one browser. */
export type SuspicionSameBrowser = { kind: 'same-browser' };

/** They meet far more often than chance would have it. */
export type SuspicionTooOften = {
  chance: number;
  /** The meetings if rivals were chosen at random. */
  expected: number;
  kind: 'too-often';
};

/** The winner changes too regularly. */
export type SuspicionTradedWins = {
  chance: number;
  /** How often the winner of a Duel was not the winner of the one before. */
  changes: number;
  /** Duels with a winner. */
  decided: number;
  kind: 'traded-wins';
};

/** A token as listed, without its secret. */
export type Token = {
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** Id of the token; not the token itself. */
  id: TokenId;
  label: string;
};

export type TokenId = string;

/** a label must have 1 to 24 visible characters */
export type TokenLabel = string;

/** A player's plan for their next turn. */
export type TurnPlan = {
  /** Dice, or a place while boats are being placed. */
  first: Decision;
  /** Headings after the roll, in order of preference. The first legal one is taken. */
  steer?: Steer[];
};

/** What a client has to do now. The game waits for it. */
export const TURN_TASKS = ['ready', 'reveal', 'place', 'dice', 'steer'] as const;
export type TurnTask = (typeof TURN_TASKS)[number];

/** Whose turn it is, and everything that a program needs to decide. */
export type TurnView = {
  course?: CourseView | null;
  /** When the time of that seat is up, in milliseconds since 1970; null if no clock runs. */
  deadline?: number | null;
  legal?: LegalView | null;
  result?: MatchResultView | null;
  /** Number of the last event that is included. Send it as `seen` with your decision. */
  seq: number;
  stage: StageName;
  state?: StateView | null;
  task?: TurnTask | null;
  turn?: Color | null;
  you?: Color | null;
};

/** at most 200 characters */
export type TypedCredential = string;

/** What is stored about somebody who waits for a table. */
export type WaitingForGame = {
  /** Whether pilots may fill the table. */
  pilots: boolean;
  /** The rating with which opponents are looked for, in points. */
  rating: number;
  regatta?: RegattaId | null;
  seats: number;
  since: number;
};
