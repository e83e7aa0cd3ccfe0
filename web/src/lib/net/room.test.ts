// The connection to a room.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Show } from '$lib/game/show.svelte';
import { seal } from 'powerboats';
import { story } from '../../test/regatta';
import { event, rewind, SNAPSHOT } from '../../test/room';
import type { Happening, RegattaMessage, RoomAction, Snapshot, ClientEvent } from '$lib/types';
import { refusedText, serverNow } from './http';
import { OnlineHost } from './online';
import { Room } from './room.svelte';
import { keepSalt } from './salts';
import type { Wire } from './socket';

interface Sent {
  id: string;
  action: RoomAction;
  seen?: number;
}
class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Sent[] = [];
  constructor(readonly path: string) {}
  send(text: string): void {
    const message = JSON.parse(text) as Sent & { type: string };
    if (message.type === 'act') this.sent.push(message);
  }
  close(): void {
    this.onclose?.();
  }
  tell(message: RegattaMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: FakeWire[] = [];
const last = (): FakeWire => wires.at(-1) as FakeWire;
/** A room whose first message is this snapshot. */
function entered(snapshot: Partial<Snapshot> = {}, invite?: string): Room {
  const room = new Room('r1', invite, (path) => {
    const wire = new FakeWire(path);
    wires.push(wire);
    return wire;
  });
  room.connect();
  last().onopen?.();
  last().tell({ type: 'snapshot', snapshot: { ...SNAPSHOT, ...snapshot } });
  return room;
}
const live = (told: Happening[]): Partial<Snapshot> => ({
  regatta: { ...SNAPSHOT.regatta, stage: 'live' },
  story: told,
});
const games = (happenings: readonly Happening[]): RegattaMessage => ({
  type: 'events',
  events: happenings.map((happening): ClientEvent => event({ type: 'game', happening })),
});

let answers: (path: string) => Response;
beforeEach(() => {
  rewind();
  wires = [];
  vi.useFakeTimers();
  answers = () => {
    throw new Error('no network');
  };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve().then(() => answers(path)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a room comes back with since, and its host tells the show what was missed', async () => {
  const told = story(0);
  const room = entered(live(told), 'let-me-in');
  const host = new OnlineHost(room);
  const show = new Show(host, told.length);
  expect(host.mine).toEqual(['red']);
  expect(show.view.state?.phase).toBe('place');
  expect(last().path).toBe('/api/regattas/r1/socket?invite=let-me-in');

  last().close();
  expect(room.connection).toBe('lost');
  await vi.advanceTimersByTimeAsync(2000);
  expect(last().path).toBe('/api/regattas/r1/socket?since=3&invite=let-me-in');
  last().onopen?.();
  const missed = story(1).slice(told.length);
  last().tell(games(missed));
  await vi.advanceTimersByTimeAsync(10);
  expect(show.told).toBe(told.length + missed.length);

  const decided = host.decide('red', { type: 'steer', to: 'left' });
  const sent = last().sent[0];
  expect(sent?.seen).toBe(3 + missed.length);
  last().tell({ type: 'refused', id: sent?.id ?? '', code: 'not-your-turn', message: 'It is not.' });
  await expect(decided).rejects.toMatchObject({ code: 'not-your-turn', message: 'It is not your turn.' });
  expect(room.missed).toBeUndefined();
  show.close();
  room.close();
});

test('a decision made offline for an earlier turn is dropped, told, and another can be made', async () => {
  const told = story(0);
  const room = entered(live(told));
  const host = new OnlineHost(room);
  last().close();
  expect(room.waiting).toBeUndefined();
  const decided = host.decide('red', { type: 'place', at: 'a1', heading: 'E' });
  expect(room.waiting).toContain('Your choice is sent as soon as it is back');
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  expect(last().sent).toEqual([]);
  last().tell(games(story(1).slice(told.length)));
  await decided;
  expect(room.waiting).toBeUndefined();
  expect(room.missed?.code).toBe('missed');
  expect(refusedText({ code: 'missed', message: '' })).toContain('while you were offline');
  expect(last().sent).toEqual([]);
  // The next decision is sent, and the notice is gone.
  void host.decide('red', { type: 'dice', hold: [], count: 1 });
  expect(room.missed).toBeUndefined();
  expect(last().sent.map(({ action }) => action.type)).toEqual(['dice']);
  room.close();
});

test('a decision is dropped after a snapshot, too, if the game went on', async () => {
  const room = entered(live(story(0)));
  last().close();
  const decided = room.decide({ type: 'place', at: 'a1', heading: 'E' });
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  last().tell({ type: 'snapshot', snapshot: { ...SNAPSHOT, ...live(story(2)), seq: 40 } });
  expect([await decided, room.missed?.code, last().sent.length]).toEqual([undefined, 'missed', 0]);
  room.close();
});

test.each(['stale', 'timed-out'] as const)(
  '%s is no fault of the decision: told the same way',
  async (code) => {
    const room = entered(live(story(0)));
    const decided = room.decide({ type: 'place', at: 'a1', heading: 'E' });
    last().tell({ type: 'refused', id: last().sent[0]?.id ?? '', code, message: '' });
    expect([await decided, room.missed?.code]).toEqual([undefined, code]);
    room.close();
  },
);

const REVEAL: Partial<Snapshot> = { salts: { red: '' }, seals: { red: seal('pepper') } };

test('our salt is revealed as soon as everybody is ready, until it is stored', async () => {
  keepSalt('r1', 'pepper');
  keepSalt('r1', 'ginger');
  const room = entered(REVEAL);
  expect(last().sent).toEqual([]);
  last().tell({ type: 'events', events: [event({ type: 'sealed', until: 99 })] });
  expect(last().sent.map(({ action }) => action)).toEqual([{ type: 'reveal', salt: 'pepper' }]);
  last().tell({ type: 'refused', id: last().sent[0]?.id ?? '', code: 'too-fast', message: '' });
  await vi.advanceTimersByTimeAsync(1100);
  expect(last().sent).toHaveLength(2);
  last().tell({ type: 'events', events: [event({ type: 'revealed', color: 'red', salt: 'pepper' })] });
  last().tell({ type: 'ack', id: last().sent[1]?.id ?? '', seq: 99 });
  await vi.advanceTimersByTimeAsync(2000);
  expect([last().sent.length, room.saltLost]).toEqual([2, false]);
  last().tell({ type: 'events', events: [event({ type: 'started' })] });
  expect(localStorage.getItem('powerboats.salts')).toBe('{}');
  room.close();
});

test('who comes back while salts are revealed does so at once; without the salt they are told', () => {
  keepSalt('r1', 'pepper');
  const room = entered({ ...REVEAL, reveal_by: 99 });
  expect(last().sent.map(({ action }) => action)).toEqual([{ type: 'reveal', salt: 'pepper' }]);
  room.close();
  localStorage.clear();
  const elsewhere = entered({ salts: { red: '' }, seals: { red: seal('nutmeg') }, reveal_by: 99 });
  expect([last().sent.length, elsewhere.saltLost]).toEqual([0, true]);
  elsewhere.close();
});

test('ready: with the seal that one can open, or a fresh one', async () => {
  keepSalt('r1', 'pepper');
  const room = entered(REVEAL);
  expect(await room.readying(true)).toEqual({ type: 'ready', ready: true });
  last().tell({
    type: 'events',
    events: [event({ type: 'unsealed', vacated: [], secret: 's', commitment: 'c', salts: { red: 'drawn' } })],
  });
  const action = await room.readying(true);
  if (action.type !== 'ready' || !action.seal) throw new Error('no seal');
  const kept = JSON.parse(localStorage.getItem('powerboats.salts') ?? '{}') as Record<string, string[]>;
  expect(seal(kept['r1']?.at(-1) ?? '')).toBe(action.seal);
  expect(await room.joining('red')).toMatchObject({
    type: 'join',
    color: 'red',
    seal: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  room.close();
});

test('sent away from a private regatta: no more tries; the others have a new invitation', async () => {
  const settings = { seats: 2, visibility: 'private' as const };
  const regatta = { ...SNAPSHOT.regatta, settings };
  const us = entered({ regatta, invite: 'old' });
  last().tell({ type: 'events', events: [event({ type: 'kicked', color: 'red', player: 'ada' })] });
  expect(us.refused?.code).toBe('not-found');
  const tries = wires.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires).toHaveLength(tries);

  rewind();
  const other = entered({ regatta, invite: 'old' });
  answers = (path) => Response.json(path.includes('/events') ? [] : { ...SNAPSHOT, regatta, invite: 'new' });
  last().tell({ type: 'events', events: [event({ type: 'kicked', color: 'white', player: 'bo' })] });
  await vi.advanceTimersByTimeAsync(1);
  expect(other.state?.invite).toBe('new');
  other.close();
});

test('what was said before is read page by page, and not without end', async () => {
  const asked: string[] = [];
  const said = (number: number): ClientEvent => ({
    ...{ type: 'chat', player: 'bo', side: 'players', text: `${number}` },
    seq: number,
    at: 0,
  });
  answers = (path) => {
    asked.push(path);
    const first = path.includes('since=4000');
    const headers: Record<string, string> = first ? { 'x-next-since': '5000' } : {};
    return Response.json([said(first ? 4500 : 5500)], { headers });
  };
  const room = entered({ seq: 9000 });
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map((path) => new URL(path, 'http://x').searchParams.get('since'))).toEqual(['4000', '5000']);
  expect(room.state?.chat.map(({ text }) => text)).toEqual(['4500', '5500']);
  room.close();
});

test('the server’s clock is taken from its snapshot', () => {
  const room = entered({ now: Date.now() - 7_200_000 });
  expect(serverNow() - Date.now()).toBe(-7_200_000);
  room.close();
});
