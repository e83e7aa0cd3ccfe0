// The state of a room: a pure fold over its snapshot and its events.
import {
  type Color,
  COLORS,
  type Happening,
  type Motion,
  type SeatOfferView,
  type Pause,
  type Phrase,
  type PlayerId,
  type SeatView,
  type ChatSide,
  type Snapshot,
  type StageName,
  type RegattaSummary,
  type ClientEvent,
  type MotionVotes,
  type OwnView,
} from '$lib/types';
import { isNotice, type Notice } from './notices';
import { talk } from './talk';

export interface Said {
  seq: number;
  at: number;
  player: PlayerId;
  name: string;
  side: ChatSide;
  /** Empty for a phrase. */
  text: string;
  /** A ready-made phrase, which everyone reads in their own language. */
  phrase?: Phrase;
  /** A note about the room in the chat, not a message from a player. */
  event?: ClientEvent;
}

export interface RoomState {
  seq: number;
  stage: StageName;
  summary: RegattaSummary;
  commitment: string;
  secret: string | undefined;
  /** Empty while the salt is hidden. */
  salts: Partial<Record<Color, string>>;
  /** The seals of salts that are, or were, hidden. */
  seals: Partial<Record<Color, string>>;
  /** Everyone is ready; the deadline for revealing hidden salts. */
  revealBy: number | undefined;
  /** The host removed us. */
  kicked: boolean;
  banks: Partial<Record<Color, number>>;
  /** Whose clock is running, and when it ends. */
  clock: { color: Color; until: number; starts?: number } | undefined;
  /** In the break between two races: when the next one begins at the latest. */
  breakUntil: number | undefined;
  paused: Pause | undefined;
  votes: MotionVotes[];
  /** Since when the players who are not connected have been gone. */
  absent: Partial<Record<Color, number>>;
  /** Names of spectators who are signed in. */
  watching: string[];
  /** Everybody at the table is registered and wants free text. */
  freeChat: boolean;
  /** Which events of the story a pilot caused for a person. */
  standIns: number[];
  /** When the last event of the game happened. */
  turnSince: number | undefined;
  /** When an open regatta closes unless something happens in it. */
  closesAt: number | undefined;
  offer: SeatOfferView | undefined;
  notices: Notice[];
  rematch: string | undefined;
  invite: string | undefined;
  you: OwnView | undefined;
  present: Color[];
  spectators: number;
  story: Happening[];
  chat: Said[];
  muted: PlayerId[];
}

/** A room from its snapshot. A snapshot has no chat, so the known messages stay. */
export function fromSnapshot(snapshot: Snapshot, before?: RoomState): RoomState {
  const { regatta } = snapshot;
  const clock =
    regatta.deadline && regatta.turn ? running(regatta.turn, regatta.deadline, snapshot.starts) : undefined;
  return {
    seq: snapshot.seq,
    stage: regatta.stage,
    summary: regatta,
    commitment: snapshot.commitment,
    secret: snapshot.secret ?? undefined,
    salts: snapshot.salts,
    seals: snapshot.seals ?? {},
    revealBy: snapshot.reveal_by ?? undefined,
    kicked: before?.kicked ?? false,
    banks: snapshot.banks,
    clock,
    breakUntil: snapshot.break_until ?? undefined,
    paused: snapshot.paused ?? undefined,
    votes: snapshot.votes,
    absent: snapshot.absent,
    watching: snapshot.watching,
    freeChat: snapshot.free_chat,
    standIns: snapshot.stand_in_story,
    turnSince: snapshot.turn_since ?? undefined,
    closesAt: snapshot.closes_at ?? undefined,
    offer: snapshot.offer ?? undefined,
    notices: before?.notices ?? [],
    rematch: snapshot.rematch ?? undefined,
    invite: snapshot.invite ?? undefined,
    you: snapshot.you ?? undefined,
    present: snapshot.present,
    spectators: snapshot.spectators,
    story: snapshot.story ?? [],
    chat: before?.chat ?? [],
    muted: before?.muted ?? [],
  };
}

const running = (color: Color, until: number, starts: number | null | undefined) => ({
  color,
  until,
  ...(starts ? { starts } : {}),
});

const order = (seats: SeatView[]): SeatView[] =>
  [...seats].sort((a, b) => COLORS.indexOf(a.color) - COLORS.indexOf(b.color));

const withSeats = (room: RoomState, seats: SeatView[]): RoomState => ({
  ...room,
  summary: { ...room.summary, seats: order(seats) },
});

const withSeat = (room: RoomState, color: Color, change: Partial<SeatView>): RoomState =>
  withSeats(
    room,
    room.summary.seats.map((seat) => (seat.color === color ? { ...seat, ...change } : seat)),
  );

const withYou = (room: RoomState, change: Partial<OwnView>): RoomState =>
  room.you ? { ...room, you: { ...room.you, ...change } } : room;

/** A player who takes, changes or leaves a seat is connected. The next presence event may correct this. */
const hereAs = (room: RoomState, from: Color | undefined, to: Color | undefined): RoomState => {
  const here = from ? room.present.includes(from) : true;
  const rest = room.present.filter((color) => color !== from && color !== to);
  const change = here ? (from ? 0 : -1) + (to ? 0 : 1) : 0;
  return {
    ...room,
    present: here && to ? [...rest, to] : rest,
    spectators: Math.max(0, room.spectators + change),
  };
};

/** All seats but the one of that colour. */
const others = ({ summary }: RoomState, color: Color): SeatView[] =>
  summary.seats.filter((seat) => seat.color !== color);

/** All entries but one. */
export const without = <T>(all: Record<string, T>, one: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== one));

/** The room without a seat, its salt and its seal. */
function vacate(room: RoomState, color: Color): RoomState {
  const left = { ...room, salts: without(room.salts, color), seals: without(room.seals, color) };
  const next = hereAs(withSeats(left, others(room, color)), color, undefined);
  return room.you?.color === color ? withYou(next, { color: null }) : next;
}

/** Stores a player's seal, which hides the salt. Without a seal the salt is public. */
function withSalt(room: RoomState, color: Color, salt: string, seal: string | null | undefined): RoomState {
  const salts = { ...room.salts, [color]: seal ? '' : salt };
  return { ...room, salts, seals: { ...without(room.seals, color), ...(seal ? { [color]: seal } : {}) } };
}

/** The room after one more event. An event that it has already seen changes nothing. */
export function fold(room: RoomState, event: ClientEvent): RoomState {
  if (event.seq <= room.seq) return room;
  const next = happened({ ...room, seq: event.seq }, event);
  // An open regatta closes some time after its last event.
  const closesAt =
    next.stage === 'open' ? event.at + (next.summary.settings.open_hours ?? 24) * 3_600_000 : undefined;
  if (!isNotice(event)) return { ...next, closesAt };
  const notice = { seq: event.seq, at: event.at, after: room.story.length, event };
  return { ...next, closesAt, notices: [...next.notices, notice] };
}

const sameMotion = (one: Motion, other: Motion): boolean =>
  one.type === other.type &&
  (one.type !== 'replace' || other.type !== 'replace' || one.color === other.color);

/** The room without the votes about going on without this player. */
const withoutVotesAbout = (room: RoomState, color: Color): RoomState =>
  room.votes.length
    ? { ...room, votes: room.votes.filter(({ motion }) => !sameMotion(motion, { type: 'replace', color })) }
    : room;

function voted(room: RoomState, color: Color, motion: Motion, yes: boolean, until: number): RoomState {
  const before = room.votes.find((votes) => sameMotion(votes.motion, motion));
  const others = (before?.until === until ? before.yes : []).filter((other) => other !== color);
  const votes = { motion, until, yes: yes ? [...others, color] : others };
  const rest = room.votes.filter((votes) => !sameMotion(votes.motion, motion));
  return { ...room, votes: votes.yes.length ? [...rest, votes] : rest };
}

/** The regatta is over, or ended early. */
const ended = (room: RoomState): RoomState => ({
  ...room,
  stage: 'over',
  clock: undefined,
  breakUntil: undefined,
  paused: undefined,
  votes: [],
});

const NO_ABSENCE = { away: false, left: false, stand_in: false, timeouts: 0, resigned: false };

function happened(room: RoomState, event: ClientEvent): RoomState {
  switch (event.type) {
    case 'joined': {
      const { color, player, salt, seal } = event;
      const seat: SeatView = { color, player, name: event.name ?? '', ready: false, ...NO_ABSENCE };
      const next = withSeats(withSalt(room, color, salt, seal), [...others(room, color), seat]);
      const here = hereAs(next, undefined, color);
      return room.you?.player === player ? withYou(here, { color }) : here;
    }
    case 'reseated': {
      const { color, player } = event;
      const next = withSeat(room, color, { player, name: event.name ?? '' });
      return room.you?.player === player ? withYou(next, { color }) : next;
    }
    case 'pilot-seated': {
      const { color, pilot } = event;
      return withSeats(room, [
        ...others(room, color),
        { color, pilot, name: event.name ?? '', ready: true, ...NO_ABSENCE },
      ]);
    }
    case 'unseated':
      return vacate(room, event.color);
    case 'kicked': {
      const kicked = room.kicked || room.you?.player === event.player;
      return talk({ ...vacate(room, event.color), kicked }, event);
    }
    case 'recolored': {
      const { from, to } = event;
      const { [from]: salt = '', ...salts } = room.salts;
      const { [from]: seal, ...seals } = room.seals;
      const next = withSeat(withSalt({ ...room, salts, seals }, to, salt, seal), from, { color: to });
      const here = hereAs(next, from, to);
      return room.you?.color === from ? withYou(here, { color: to }) : here;
    }
    case 'ready': {
      const next = withSeat(room, event.color, { ready: event.ready });
      return event.seal ? withSalt(next, event.color, '', event.seal) : next;
    }
    case 'sealed':
      return { ...room, revealBy: event.until };
    case 'revealed':
      return { ...room, salts: { ...room.salts, [event.color]: event.salt } };
    case 'unsealed': {
      const { commitment, vacated, salts } = event;
      const left = vacated.reduce(vacate, room);
      const seats = left.summary.seats.map((seat) => ({ ...seat, ready: Boolean(seat.pilot) }));
      const next = { ...withSeats(left, seats), commitment, salts, seals: {}, revealBy: undefined };
      return talk(next, event);
    }
    case 'redrawn':
      return talk({ ...room, commitment: event.commitment }, event);
    case 'hosted':
      return withYou(
        { ...room, summary: { ...room.summary, host: event.host } },
        { host: room.you?.player === event.host },
      );
    case 'started':
      return { ...room, stage: 'live', revealBy: undefined, offer: undefined };
    case 'game': {
      const standIns = event.stand_in ? [...room.standIns, room.story.length] : room.standIns;
      return played({ ...room, standIns, turnSince: event.at }, event.happening);
    }
    case 'clock':
      return {
        ...room,
        banks: event.banks,
        clock: event.until ? running(event.color, event.until, event.starts) : undefined,
      };
    case 'break': {
      const seats = room.summary.seats.map((seat) => ({ ...seat, ready: Boolean(seat.pilot) }));
      return { ...withSeats(room, seats), breakUntil: event.until };
    }
    case 'break-over':
      return { ...room, breakUntil: undefined };
    case 'paused': {
      const { since, expires, why } = event;
      const summary = { ...room.summary, paused: true };
      return { ...room, summary, paused: { since, expires, why }, clock: undefined, votes: [] };
    }
    case 'resumed':
      return { ...room, summary: { ...room.summary, paused: false }, paused: undefined };
    case 'voted':
      return voted(room, event.color, event.motion, event.yes, event.until);
    case 'ended':
      return ended({ ...room, summary: { ...room.summary, paused: false, ended: event.why } });
    case 'offered': {
      const { of, to, until } = event.offer;
      return { ...room, offer: { of, to, until, names: {} } };
    }
    case 'declined': {
      if (!room.offer) return room;
      const to = Object.entries(room.offer.to).filter(([, player]) => player !== event.player);
      return { ...room, offer: { ...room.offer, to: Object.fromEntries(to) } };
    }
    case 'offer-over':
      return { ...room, offer: undefined };
    case 'timed-out': {
      const seat = room.summary.seats.find(({ color }) => color === event.color);
      const timeouts = (seat?.timeouts ?? 0) + 1;
      const banks = { ...room.banks, [event.color]: 0 };
      return withSeat({ ...room, banks, clock: undefined }, event.color, { stand_in: true, timeouts });
    }
    case 'taken-over': {
      const left = ['left', 'dropout', 'deadline'].includes(event.why ?? '');
      return withoutVotesAbout(withSeat(room, event.color, { away: true, left }), event.color);
    }
    case 'back': {
      const here = { away: false, left: false, timeouts: 0 };
      return withoutVotesAbout(withSeat(room, event.color, here), event.color);
    }
    case 'planned':
      return withYou(room, { plan: event.plan ?? null });
    case 'plan-dropped':
      return withYou(room, { plan: null });
    case 'auto-steer':
      return withYou(room, { auto_steer: event.on });
    case 'chat':
    case 'phrase':
    case 'muted':
      return talk(room, event);
    case 'annulled':
      return { ...room, summary: { ...room.summary, ended: 'annulled', result: null } };
    case 'secret':
      return { ...room, secret: event.secret };
    case 'rematch':
      return { ...room, rematch: event.regatta };
    case 'closed':
      return { ...room, stage: 'closed', clock: undefined };
    case 'created':
    case 'noted':
      return room;
  }
}

function played(room: RoomState, happening: Happening): RoomState {
  const next: RoomState = { ...room, stage: 'live', story: [...room.story, happening] };
  if (happening.type === 'over') return ended(next);
  if (happening.type === 'resigned')
    return withoutVotesAbout(
      withSeat(next, happening.color, { ...NO_ABSENCE, resigned: true }),
      happening.color,
    );
  if (happening.type !== 'placed' && happening.type !== 'moved') return next;
  const { color } = happening;
  const index = room.story.length;
  // The roll of a turn comes right before its move, unless something else of the game comes between.
  const byPilot =
    room.standIns.includes(index) || (happening.type === 'moved' && room.standIns.includes(index - 1));
  const counted = byPilot && happening.type === 'moved' ? count(next, color) : next;
  const done = withSeat(counted, color, { stand_in: false });
  const decided = byPilot ? done : withoutVotesAbout(done, color);
  return color === room.you?.color ? withYou(decided, { plan: null }) : decided;
}

/** One more turn that a pilot played for a person. */
function count(room: RoomState, color: Color): RoomState {
  const stand_ins = { ...room.summary.stand_ins, [color]: (room.summary.stand_ins?.[color] ?? 0) + 1 };
  return { ...room, summary: { ...room.summary, stand_ins } };
}
