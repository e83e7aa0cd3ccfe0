// The state of a room, folded from its events.
import { beforeEach, expect, test } from 'vitest';
import { aboutRoom } from '$lib/online/table/told';
import { story } from '../../test/regatta';
import { event, rewind, SNAPSHOT, type RoomEvent } from '../../test/room';
import type { ClientEvent } from '$lib/types';
import { fold, fromSnapshot, type RoomState } from './fold';
import { remember } from './talk';

const after = (room: RoomState, ...whats: RoomEvent[]): RoomState =>
  whats.map((what) => event(what)).reduce(fold, room);
const open = (): RoomState => fromSnapshot(SNAPSHOT);

beforeEach(rewind);

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
  room = after(room, ...told.map((happening): RoomEvent => ({ type: 'game', happening })));
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

test('sealed salts: hidden, to be revealed, revealed', () => {
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
  let room = after(
    open(),
    { type: 'joined', color: 'white', player: 'bo', salt: '', seal: two },
    { type: 'ready', color: 'red', ready: true, seal: one },
    { type: 'recolored', from: 'red', to: 'orange' },
  );
  expect([room.salts, room.seals]).toEqual([
    { orange: '', white: '' },
    { orange: one, white: two },
  ]);
  room = after(room, { type: 'sealed', until: 99 }, { type: 'noted' });
  expect([room.revealBy, room.stage]).toEqual([99, 'open']);
  room = after(room, { type: 'revealed', color: 'white', salt: 'two' });
  expect(room.salts).toEqual({ orange: '', white: 'two' });
  expect(room.seals.white).toBe(two);
  expect(after(room, { type: 'started' }).revealBy).toBeUndefined();

  const seats = after(room, { type: 'pilot-seated', color: 'red', pilot: 'rookie' });
  const undone = after(seats, {
    type: 'unsealed',
    vacated: ['orange'],
    secret: 'old',
    commitment: 'new',
    salts: { white: 'drawn' },
  });
  expect(undone).toMatchObject({
    commitment: 'new',
    salts: { white: 'drawn' },
    seals: {},
    you: { color: null },
  });
  expect(undone.revealBy).toBeUndefined();
  expect(undone.summary.seats.map(({ color, ready }) => [color, ready])).toEqual([
    ['red', true],
    ['white', false],
  ]);
  expect(undone.chat.map(({ event }) => event?.type)).toEqual(['unsealed']);
});

test('sent away: the seat is free, and whoever it was knows', () => {
  const joined = after(open(), { type: 'joined', color: 'white', player: 'bo', salt: 'two' });
  const other = after(joined, { type: 'kicked', color: 'white', player: 'bo' });
  expect([other.kicked, other.summary.seats.length, other.salts]).toEqual([false, 1, { red: 'one' }]);
  const us = after(joined, { type: 'kicked', color: 'red', player: 'ada' });
  expect([us.kicked, us.you?.color]).toEqual([true, null]);
  expect(after(us, { type: 'redrawn', commitment: 'new', from: 0 }).commitment).toBe('new');
});

test('what is about the room is told among the chat, once, in order', () => {
  const kicked: ClientEvent = { type: 'kicked', color: 'white', player: 'bo', name: 'Bo', seq: 2, at: 0 };
  const room = remember(after(open(), { type: 'redrawn', commitment: 'new', from: 0 }), [kicked, kicked]);
  expect(room.chat.map(({ event }) => event && aboutRoom(event))).toEqual([
    'The host removed Bo.',
    expect.stringContaining('restored from a backup'),
  ]);
});

test('chat is kept through a snapshot, in order, once', () => {
  const said: ClientEvent = {
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

test('absence: late, taken over, back, paused, resumed, all as lasting lines', () => {
  const told = story(2);
  let room = after(open(), { type: 'started' });
  room = after(room, ...told.map((happening): RoomEvent => ({ type: 'game', happening })));
  room = after(room, { type: 'clock', color: 'red', until: 99, starts: 50, banks: { red: 5 } });
  expect(room.clock).toEqual({ color: 'red', until: 99, starts: 50 });
  room = after(room, { type: 'timed-out', color: 'red' });
  expect(room.summary.seats[0]).toMatchObject({ stand_in: true, timeouts: 1 });
  expect([room.clock, room.banks]).toEqual([undefined, { red: 0 }]);
  room = after(room, { type: 'taken-over', color: 'red', why: 'left' });
  expect(room.summary.seats[0]).toMatchObject({ away: true, left: true });
  room = after(room, { type: 'paused', since: 1, expires: 2, why: 'absent' });
  expect([room.paused, room.summary.paused]).toEqual([{ since: 1, expires: 2, why: 'absent' }, true]);
  room = after(room, { type: 'back', color: 'red' }, { type: 'resumed' });
  expect(room.summary.seats[0]).toMatchObject({ away: false, left: false, timeouts: 0 });
  expect(room.paused).toBeUndefined();
  expect(room.notices.map(({ event, after }) => [event.type, after])).toEqual(
    ['timed-out', 'taken-over', 'paused', 'back', 'resumed'].map((type) => [type, told.length]),
  );
});

test('votes and the break', () => {
  const replace = { type: 'replace' as const, color: 'white' as const };
  const vote = { type: 'voted' as const, motion: replace, until: 9 };
  let room = after(open(), { ...vote, color: 'red', yes: true });
  expect(room.votes).toEqual([{ motion: replace, yes: ['red'], until: 9 }]);
  expect(after(room, { ...vote, color: 'red', yes: false }).votes).toEqual([]);
  expect(after(room, { type: 'back', color: 'white' }).votes).toEqual([]);
  room = after(room, { ...vote, color: 'black', yes: true, until: 20 });
  expect(room.votes).toEqual([{ motion: replace, yes: ['black'], until: 20 }]);
  room = after(room, { type: 'ready', color: 'red', ready: true }, { type: 'break', until: 30 });
  expect([room.breakUntil, room.summary.seats[0]?.ready]).toEqual([30, false]);
  room = after(room, { type: 'break-over' });
  expect(room.breakUntil).toBeUndefined();
  room = after(room, { type: 'ended', why: 'agreed' });
  expect([room.stage, room.summary.ended, room.votes]).toEqual(['over', 'agreed', []]);
});

test('a boat that resigns, and turns of a stand-in', () => {
  const told = story(4);
  const moved = told.find(({ type }) => type === 'moved');
  if (moved?.type !== 'moved') throw new Error('nobody moves');
  const room = after(
    open(),
    { type: 'game', happening: moved, stand_in: true },
    { type: 'game', happening: { type: 'resigned', color: 'red' } },
  );
  expect(room.standIns).toEqual([0]);
  expect(room.summary.stand_ins).toEqual({ [moved.color]: 1 });
  expect(room.summary.seats[0]).toMatchObject({ resigned: true });
});
