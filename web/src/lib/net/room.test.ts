import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Show } from '$lib/game/show.svelte';
import { story } from '../../test/regatta';
import type { Outgoing, Snapshot, Told, What } from './api';
import { fold, fromSnapshot, remember, type RoomState } from './fold';
import { OnlineHost } from './online';
import { Room } from './room.svelte';
import type { Wire } from './socket';

const SNAPSHOT: Snapshot = {
  seq: 3,
  commitment: 'c0ffee',
  salts: { red: 'one' },
  banks: {},
  present: ['red'],
  spectators: 1,
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

let seq = 0;
const event = (what: What, name?: string): Told => ({
  ...what,
  seq: (seq += 1),
  at: 0,
  ...(name ? { name } : {}),
});
const after = (room: RoomState, ...whats: What[]): RoomState =>
  whats.map((what) => event(what)).reduce(fold, room);
const open = (): RoomState => fromSnapshot(SNAPSHOT);

beforeEach(() => {
  seq = 3;
});

test('seats: taken, ready, changed, left', () => {
  let room = fold(open(), event({ type: 'joined', color: 'white', player: 'bo', salt: 'two' }, 'Bo'));
  expect(room.summary.seats.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  expect(room.salts).toEqual({ red: 'one', white: 'two' });
  expect(room.present).toEqual(['red', 'white']);
  room = after(
    room,
    { type: 'ready', color: 'white', ready: true },
    { type: 'recolored', from: 'red', to: 'orange' },
  );
  expect(room.you?.color).toBe('orange');
  expect(room.salts).toEqual({ orange: 'one', white: 'two' });
  expect(room.summary.seats.map(({ color, ready }) => [color, ready])).toEqual([
    ['orange', false],
    ['white', true],
  ]);
  room = after(room, { type: 'unseated', color: 'orange' }, { type: 'hosted', host: 'bo' });
  expect(room.you).toMatchObject({ color: null, host: false });
  expect(room.summary.host).toBe('bo');
  room = after(room, { type: 'pilot-seated', color: 'red', pilot: 'captain' });
  expect(room.summary.seats[0]).toMatchObject({ color: 'red', pilot: 'captain', ready: true });
  expect(after(room, { type: 'closed' }).stage).toBe('closed');
});

test('an event seen before changes nothing', () => {
  const room = open();
  expect(fold(room, { type: 'started', seq: 3, at: 0 })).toBe(room);
});

test('on the water: story, clock, plan, a pilot that keeps the seat, the end', () => {
  const told = story(2);
  let room = after(open(), { type: 'started' });
  expect(room.stage).toBe('live');
  room = after(room, ...told.map((happening): What => ({ type: 'game', happening }) as What));
  expect(room.story).toEqual(told);
  room = after(room, { type: 'clock', color: 'red', until: 99, banks: { red: 5 } });
  expect([room.clock, room.banks]).toEqual([{ color: 'red', until: 99 }, { red: 5 }]);
  const plan = { first: { type: 'dice' as const, hold: [], count: 1 } };
  room = after(room, { type: 'planned', color: 'red', plan });
  expect(room.you?.plan).toEqual(plan);
  room = after(
    room,
    { type: 'plan-dropped', color: 'red', reason: 'no' },
    { type: 'auto-steer', color: 'red', on: true },
  );
  expect(room.you).toMatchObject({ plan: null, auto_steer: true });
  room = after(room, { type: 'taken-over', color: 'red' });
  expect(room.summary.seats[0]?.away).toBe(true);
  room = after(room, { type: 'back', color: 'red' }, { type: 'clock', color: 'red', banks: {} });
  expect([room.summary.seats[0]?.away, room.clock]).toEqual([false, undefined]);
  room = after(
    room,
    { type: 'game', happening: { type: 'over', points: {}, ranking: [['red']] } },
    { type: 'secret', secret: '07' },
    { type: 'rematch', regatta: 'r2' },
  );
  expect(room).toMatchObject({ stage: 'over', secret: '07', rematch: 'r2' });
});

test('chat is kept through a snapshot, in order, once', () => {
  const said: Told = {
    type: 'chat',
    player: 'bo',
    side: 'players',
    text: 'hello',
    seq: 2,
    at: 0,
    name: 'Bo',
  };
  let room = after(open(), { type: 'chat', player: 'ada', side: 'players', text: 'hi' });
  room = remember(room, [said, said]);
  expect(room.chat.map(({ text }) => text)).toEqual(['hello', 'hi']);
  expect(fromSnapshot(SNAPSHOT, room).chat).toHaveLength(2);
  room = after(room, { type: 'muted', player: 'ada', muted: true });
  expect([room.muted, room.you?.muted]).toEqual([['ada'], true]);
});

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: { id: string; action: unknown }[] = [];
  constructor(readonly path: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: string; action: unknown });
  }
  close(): void {
    this.onclose?.();
  }
  tell(message: Outgoing): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a room comes back with since, and its host tells the show what was missed', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  const wires: FakeWire[] = [];
  const room = new Room('r1', 'let-me-in', (path) => {
    const wire = new FakeWire(path);
    wires.push(wire);
    return wire;
  });
  room.connect();
  const told = story(0);
  wires[0]?.onopen?.();
  wires[0]?.tell({
    type: 'snapshot',
    snapshot: {
      ...SNAPSHOT,
      regatta: { ...SNAPSHOT.regatta, stage: 'live' },
      story: told as Snapshot['story'],
    },
  });
  const host = new OnlineHost(room);
  const show = new Show(host, told.length);
  expect(host.mine).toEqual(['red']);
  expect(show.view.state?.phase).toBe('place');
  expect(wires[0]?.path).toBe('/api/regattas/r1/socket?invite=let-me-in');

  wires[0]?.close();
  expect(room.line).toBe('lost');
  await vi.advanceTimersByTimeAsync(2000);
  expect(wires[1]?.path).toBe('/api/regattas/r1/socket?since=3&invite=let-me-in');
  wires[1]?.onopen?.();
  const missed = story(1).slice(told.length);
  wires[1]?.tell({
    type: 'events',
    events: missed.map((happening): Told => event({ type: 'game', happening } as What)),
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(show.told).toBe(told.length + missed.length);

  const decided = host.decide('red', { type: 'steer', to: 'left' });
  const sent = wires[1]?.sent[0];
  wires[1]?.tell({ type: 'refused', id: sent?.id ?? '', code: 'not-your-turn', message: 'It is not.' });
  await expect(decided).rejects.toMatchObject({ code: 'not-your-turn', message: 'It is not your turn.' });
  show.close();
  room.close();
});
