// A room for tests, before its start: a snapshot and the events that follow it.
import type { Snapshot, ClientEvent } from '$lib/types';

type Unnumbered<Event> = Event extends ClientEvent ? Omit<Event, 'seq' | 'at' | 'name'> : never;
/** An event without its number and time. */
export type RoomEvent = Unnumbered<ClientEvent>;

export const SNAPSHOT: Snapshot = {
  seq: 3,
  commitment: 'c0ffee',
  salts: { red: 'one' },
  seals: {},
  now: 0,
  banks: {},
  present: ['red'],
  spectators: 1,
  absent: {},
  watching: [],
  free_chat: false,
  votes: [],
  stand_in_story: [],
  you: { player: 'ada', color: 'red', host: true, auto_steer: false, muted: false },
  regatta: {
    id: 'r1',
    stage: 'open',
    settings: { seats: 2 },
    host: 'ada',
    seats: [{ color: 'red', name: 'Ada', player: 'ada', ready: false, away: false }],
    created: 0,
  },
};

let seq = SNAPSHOT.seq;
/** Starts numbering events again from the first one after the snapshot. */
export const rewind = (): void => {
  seq = SNAPSHOT.seq;
};
export const event = (what: RoomEvent, name?: string): ClientEvent => ({
  ...what,
  seq: (seq += 1),
  at: 0,
  ...(name ? { name } : {}),
});
