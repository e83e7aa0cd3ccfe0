// Sockets that reconnect.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SocketRequest, RegattaMessage } from '$lib/types';
import { backoff, Connection, RoomConnection, type ConnectionState, type Wire } from './socket';

/** A WebSocket whose other end the test controls. */
class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: SocketRequest[] = [];
  constructor(readonly path: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as SocketRequest);
  }
  close(): void {
    this.onclose?.();
  }
  tell(message: RegattaMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: FakeWire[] = [];
const open = (path: string): Wire => {
  const wire = new FakeWire(path);
  wires.push(wire);
  return wire;
};
const last = (): FakeWire => wires.at(-1) as FakeWire;
/** Opens the connection and sends a first message without missed events. */
const greet = (): void => {
  last().onopen?.();
  last().tell({ type: 'events', events: [] });
};
const acts = (): SocketRequest[] => last().sent.filter(({ type }) => type === 'act');
const act = (number = 0): Extract<SocketRequest, { type: 'act' }> => {
  const one = acts()[number];
  if (one?.type !== 'act') throw new Error('no action');
  return one;
};

beforeEach(() => {
  wires = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function room(): { line: RoomConnection; states: ConnectionState[]; heard: RegattaMessage[] } {
  const states: ConnectionState[] = [];
  const heard: RegattaMessage[] = [];
  const line = new RoomConnection({
    path: () => '/socket',
    hear: (message) => heard.push(message),
    changed: (state) => states.push(state),
    open,
  });
  return { line, states, heard };
}

test('tries again, later each time, never all at once', () => {
  expect(backoff(0, 0)).toBeLessThan(backoff(3, 0));
  expect(backoff(50, 1)).toBeLessThanOrEqual(20_000);
  expect(backoff(2, 0.1)).not.toBe(backoff(2, 0.9));
});

test('an unanswered action is sent again with the same id, and answered once', async () => {
  const { line, states } = room();
  greet();
  const done = line.act({ type: 'chat', text: 'hello' });
  const first = act();
  last().close();
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(wires).toHaveLength(2);
  greet();
  expect(acts()).toEqual([first]);
  last().tell({ type: 'ack', id: first.id, seq: 9 });
  expect(await done).toBeUndefined();
  last().close();
  await vi.advanceTimersByTimeAsync(2000);
  greet();
  expect(acts()).toEqual([]);
  line.close();
});

test('what is done before the line is open is sent after its first message', async () => {
  const { line } = room();
  const done = line.act({ type: 'ready', ready: true });
  last().onopen?.();
  expect(last().sent).toEqual([]);
  last().tell({ type: 'events', events: [] });
  last().tell({ type: 'refused', id: act().id, code: 'not-seated', message: 'You have no seat here.' });
  expect(await done).toEqual({ code: 'not-seated', message: 'You have no seat here.' });
  line.close();
});

test('a decision carries what its player had seen, the same when it is sent again', async () => {
  const { line } = room();
  greet();
  let outdated = false;
  const done = line.act({ type: 'steer', to: 'left' }, { seen: 7, outdated: () => outdated });
  const first = act();
  expect(first.seen).toBe(7);
  // It was sent and the game moved on. Only the server knows whether this decision did that.
  outdated = true;
  last().close();
  await vi.advanceTimersByTimeAsync(2000);
  greet();
  expect(acts()).toEqual([first]);
  last().tell({ type: 'refused', id: first.id, code: 'stale', message: 'Gone on.' });
  expect(await done).toEqual({ code: 'stale', message: 'Gone on.' });
  line.close();
});

test('a decision made offline is judged after the first message, dropped if the game went on', async () => {
  const { line, heard } = room();
  greet();
  last().close();
  // The game moves on while the connection is lost.
  const outdated = (): boolean =>
    heard.some((message) => message.type === 'events' && message.events.length > 0);
  const late = line.act({ type: 'dice', hold: [3], count: 1 }, { seen: 7, outdated });
  const plan = line.act({ type: 'plan', plan: null }, { outdated });
  const said = line.act({ type: 'chat', text: 'hello' });
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  expect(last().sent).toEqual([]);
  const moved = { type: 'game', happening: {}, seq: 8, at: 0 } as never;
  last().tell({ type: 'events', events: [moved] });
  expect(await late).toEqual({ code: 'missed', message: '' });
  expect(await plan).toEqual({ code: 'missed', message: '' });
  expect(acts().map((one) => one.type === 'act' && one.action.type)).toEqual(['chat']);
  last().tell({ type: 'ack', id: act().id, seq: 9 });
  expect(await said).toBeUndefined();
  line.close();
});

test('a decision made offline is sent if nothing happened since', async () => {
  const { line } = room();
  greet();
  last().close();
  void line.act({ type: 'steer', to: 'left' }, { seen: 7, outdated: () => false });
  await vi.advanceTimersByTimeAsync(2000);
  greet();
  expect(act()).toMatchObject({ seen: 7, action: { type: 'steer' } });
  line.close();
});

test('a plan that went out before its turn was played is not sent for the turn after', async () => {
  const { line } = room();
  greet();
  const plan = line.act({ type: 'plan', plan: null }, { outdated: () => true });
  last().close();
  await vi.advanceTimersByTimeAsync(2000);
  greet();
  expect(acts()).toEqual([]);
  expect(await plan).toBeUndefined();
  line.close();
});

test('if the server can’t say whether it was stored, the same id is sent again a few times', async () => {
  const { line } = room();
  greet();
  const done = line.act({ type: 'chat', text: 'hello' });
  const { id } = act();
  const unknown: RegattaMessage = { type: 'refused', id, code: 'unknown', message: 'Who knows.' };
  for (let tries = 0; tries < 4; tries += 1) {
    last().tell(unknown);
    // Pings are still answered.
    for (let i = 0; i < 5; i += 1) {
      await vi.advanceTimersByTimeAsync(2000);
      last().tell({ type: 'pong' });
    }
  }
  expect(acts()).toEqual(Array.from({ length: 5 }, () => act()));
  last().tell(unknown);
  expect(await done).toEqual({ code: 'unknown', message: 'Who knows.' });
  line.close();
});

test('a server that stops is waited for', async () => {
  const { line, states } = room();
  greet();
  void line.act({ type: 'back' });
  const sent = act();
  last().tell({ type: 'refused', id: sent.id, code: 'stopping', message: 'Come back.' });
  last().tell({ type: 'bye' });
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(2000);
  greet();
  expect(acts()).toEqual([sent]);
  line.close();
});

test('a silent line is given up within 8 seconds', async () => {
  const { line, states } = room();
  greet();
  for (let i = 0; i < 4; i += 1) {
    await vi.advanceTimersByTimeAsync(3100);
    expect(last().sent).toHaveLength(i + 1);
    last().tell({ type: 'pong' });
  }
  // Other messages arrive, but our ping is not answered.
  await vi.advanceTimersByTimeAsync(2000);
  last().tell({ type: 'presence', present: [], spectators: 1 });
  await vi.advanceTimersByTimeAsync(5500);
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(600);
  expect(wires).toHaveLength(2);
  line.close();
});

test('nobody looks: fewer pings', async () => {
  const { line } = room();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  greet();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(last().sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(last().sent).toEqual([{ type: 'ping' }]);
  line.close();
});

test('a timer that comes late is no proof: the line is asked once more', async () => {
  const { line, states } = room();
  greet();
  await vi.advanceTimersByTimeAsync(3100);
  // The device slept. Hours later the timer fires before the answer is read.
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(states).toEqual(['open']);
  expect(last().sent).toHaveLength(2);
  last().tell({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(4000);
  expect(states).toEqual(['open']);
  // Late again, and still no answer: the connection is dead.
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(4000);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(states).toEqual(['open', 'lost']);
  line.close();
});

test('every attempt is limited, whether it opens or not', async () => {
  const { line, states } = room();
  await vi.advanceTimersByTimeAsync(5000);
  expect(states).toEqual(['lost']);
  await vi.advanceTimersByTimeAsync(600);
  expect(wires).toHaveLength(2);
  // It opens, but no message comes.
  last().onopen?.();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.advanceTimersByTimeAsync(1100);
  expect(wires).toHaveLength(3);
  greet();
  expect(states).toEqual(['lost', 'open']);
  line.close();
});

test('a lobby of an older server, which answers no ping, is not given up', async () => {
  const states: ConnectionState[] = [];
  const changed = (state: ConnectionState): unknown => states.push(state);
  const answers = ({ type }: RegattaMessage): boolean => type === 'pong';
  const line = new Connection<RegattaMessage>({
    path: () => '/lobby',
    hear: vi.fn(),
    changed,
    answers,
    lenient: true,
    open,
  });
  greet();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states).toEqual(['open']);
  line.hurry();
  last().tell({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(7100);
  expect(states).toEqual(['open', 'lost']);
  line.close();
});

test('a line that never opened says so, and a closed one stays closed', async () => {
  const failed = vi.fn();
  const line = new Connection({ path: () => '/lobby', hear: vi.fn(), changed: vi.fn(), failed, open });
  last().close();
  expect(failed).toHaveBeenCalledOnce();
  line.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires).toHaveLength(1);
});

test('a line made anew sends nothing before its first message', () => {
  const { line } = room();
  greet();
  line.restart();
  void line.act({ type: 'back' });
  last().onopen?.();
  expect(acts()).toEqual([]);
  last().tell({ type: 'events', events: [] });
  expect(acts()).toHaveLength(1);
  line.close();
});
