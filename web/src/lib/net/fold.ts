// The state of a room: a pure fold over its snapshot and its events.
import {
  type Color,
  COLORS,
  type Happening,
  type PlayerId,
  type SeatView,
  type ChatSide,
  type Snapshot,
  type StageName,
  type Summary,
  type ClientEvent,
  type You,
} from '$lib/types';

export interface Said {
  seq: number;
  at: number;
  player: PlayerId;
  name: string;
  side: ChatSide;
  text: string;
  /** A note about the room in the chat, not a message from a player. */
  event?: ClientEvent;
}

export interface RoomState {
  seq: number;
  stage: StageName;
  summary: Summary;
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
  clock: { color: Color; until: number } | undefined;
  rematch: string | undefined;
  invite: string | undefined;
  you: You | undefined;
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
    regatta.deadline && regatta.turn ? { color: regatta.turn, until: regatta.deadline } : undefined;
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

const withYou = (room: RoomState, change: Partial<You>): RoomState =>
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

/** Adds the messages from before we came, all at once because there may be many. */
export function remember(room: RoomState, told: readonly ClientEvent[]): RoomState {
  const known = new Set(room.chat.map(({ seq }) => seq));
  const fresh = told.filter(({ seq }) => !known.has(seq) && known.add(seq)).flatMap(saidIn);
  const next = fresh.length
    ? { ...room, chat: [...room.chat, ...fresh].sort((a, b) => a.seq - b.seq) }
    : room;
  return told.reduce((so, event) => (event.type === 'muted' ? talk(so, event) : so), next);
}

function saidIn(event: ClientEvent): Said[] {
  const { seq, at } = event;
  const name = event.name ?? '';
  if (event.type === 'chat') {
    const { player, side, text } = event;
    return [{ seq, at, player, side, text, name }];
  }
  if (event.type === 'unsealed' || event.type === 'redrawn' || event.type === 'kicked')
    return [{ seq, at, player: '', side: 'players', text: '', name, event }];
  return [];
}

function talk(room: RoomState, event: ClientEvent): RoomState {
  if (event.type === 'muted') {
    const muted = room.muted.filter((player) => player !== event.player);
    const next = { ...room, muted: event.muted ? [...muted, event.player] : muted };
    return room.you?.player === event.player ? withYou(next, { muted: event.muted }) : next;
  }
  const said = room.chat.some(({ seq }) => seq === event.seq) ? [] : saidIn(event);
  return said.length ? { ...room, chat: [...room.chat, ...said] } : room;
}

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
  return happened({ ...room, seq: event.seq }, event);
}

function happened(room: RoomState, event: ClientEvent): RoomState {
  switch (event.type) {
    case 'joined': {
      const { color, player, salt, seal } = event;
      const seat: SeatView = { color, player, name: event.name ?? '', ready: false, away: false };
      const next = withSeats(withSalt(room, color, salt, seal), [...others(room, color), seat]);
      const here = hereAs(next, undefined, color);
      return room.you?.player === player ? withYou(here, { color }) : here;
    }
    case 'pilot-seated': {
      const { color, pilot } = event;
      return withSeats(room, [
        ...others(room, color),
        { color, pilot, name: event.name ?? '', ready: true, away: false },
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
      return { ...room, stage: 'live', revealBy: undefined };
    case 'game':
      return played(room, event.happening);
    case 'clock':
      return {
        ...room,
        banks: event.banks,
        clock: event.until ? { color: event.color, until: event.until } : undefined,
      };
    case 'taken-over':
      return withSeat(room, event.color, { away: true });
    case 'back':
      return withSeat(room, event.color, { away: false });
    case 'planned':
      return withYou(room, { plan: event.plan ?? null });
    case 'plan-dropped':
      return withYou(room, { plan: null });
    case 'auto-steer':
      return withYou(room, { auto_steer: event.on });
    case 'chat':
    case 'muted':
      return talk(room, event);
    case 'secret':
      return { ...room, secret: event.secret };
    case 'rematch':
      return { ...room, rematch: event.regatta };
    case 'closed':
      return { ...room, stage: 'closed', clock: undefined };
    case 'created':
    case 'timed-out':
    case 'noted':
      return room;
  }
}

function played(room: RoomState, happening: Happening): RoomState {
  const next: RoomState = { ...room, stage: 'live', story: [...room.story, happening] };
  if (happening.type === 'over') return { ...next, stage: 'over', clock: undefined };
  const done = happening.type === 'placed' || happening.type === 'moved';
  return done && happening.color === room.you?.color ? withYou(next, { plan: null }) : next;
}
