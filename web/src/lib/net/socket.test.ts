import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Incoming, Outgoing } from './api';
import { backoff, Line, RoomLine, type LineState, type Wire } from './socket';

/** A WebSocket that the test holds the other end of. */
class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Incoming[] = [];
  constructor(readonly path: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming);
  }
  close(): void {
    this.onclose?.();
  }
  tell(message: Outgoing): void {
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

beforeEach(() => {
  wires = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function room(): { line: RoomLine; states: LineState[]; heard: Outgoing[] } {
  const states: LineState[] = [];
  const heard: Outgoing[] = [];
  const line = new RoomLine({
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
  last().onopen?.();
  const done = line.act({ type: 'steer', to: 'left' });
  const first = last().sent[0];
  last().close();
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(wires).toHaveLength(2);
  last().onopen?.();
  expect(last().sent).toEqual([first]);
  if (first?.type !== 'act') throw new Error('no action');
  last().tell({ type: 'ack', id: first.id, seq: 9 });
  expect(await done).toBeUndefined();
  last().close();
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  expect(last().sent).toEqual([]);
  line.close();
});

test('what is done before the line is open is sent when it opens', async () => {
  const { line } = room();
  const done = line.act({ type: 'ready', ready: true });
  expect(last().sent).toEqual([]);
  last().onopen?.();
  const sent = last().sent[0];
  if (sent?.type !== 'act') throw new Error('no action');
  last().tell({ type: 'refused', id: sent.id, code: 'not-seated', message: 'You have no seat here.' });
  expect(await done).toEqual({ code: 'not-seated', message: 'You have no seat here.' });
  line.close();
});

test('a server that stops is waited for', async () => {
  const { line, states } = room();
  last().onopen?.();
  void line.act({ type: 'back' });
  const sent = last().sent[0];
  if (sent?.type !== 'act') throw new Error('no action');
  last().tell({ type: 'refused', id: sent.id, code: 'stopping', message: 'Come back.' });
  last().tell({ type: 'bye' });
  expect(states).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  expect(last().sent).toEqual([sent]);
  line.close();
});

test('a silent line is given up', async () => {
  const { line, states } = room();
  last().onopen?.();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(last().sent).toEqual([{ type: 'ping' }]);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(states).toContain('lost');
  expect(wires.length).toBeGreaterThan(1);
  line.close();
});

test('a line that never opened says so, and a closed one stays closed', async () => {
  const failed = vi.fn();
  const line = new Line({ path: () => '/lobby', hear: vi.fn(), changed: vi.fn(), failed, open });
  last().close();
  expect(failed).toHaveBeenCalledOnce();
  line.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires).toHaveLength(1);
});

test('a line made anew sends nothing before it is open', () => {
  const { line } = room();
  last().onopen?.();
  line.restart();
  void line.act({ type: 'back' });
  expect(last().sent).toEqual([]);
  last().onopen?.();
  expect(last().sent).toHaveLength(1);
  line.close();
});
