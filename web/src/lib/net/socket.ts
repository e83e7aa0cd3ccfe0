// A WebSocket that comes back by itself, and actions that are sent until they are answered.
import type { Action, Incoming, Outgoing, Submission } from './api';
import type { Refused } from './http';

export type LineState = 'opening' | 'open' | 'lost';

/** What is used of a WebSocket: tests bring their own. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}
export type OpenWire = (path: string) => Wire;

const openSocket: OpenWire = (path) => {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`) as unknown as Wire;
};

/** Milliseconds before another try: a little more each time, never the same for all. */
export const backoff = (tries: number, random = Math.random()): number =>
  Math.min(15_000, 400 * 2 ** Math.min(tries, 6)) * (0.7 + 0.6 * random);

const PING = 15_000;
/** Nothing heard for so long: the connection is dead, whatever it says. */
const SILENT = 35_000;

interface LineSetup<T> {
  /** Asked anew for each try. */
  path: () => string;
  hear: (message: T) => void;
  changed: (state: LineState) => void;
  /** Just opened. */
  opened?: () => void;
  /** A try failed without ever opening: the server may say why over HTTP. */
  failed?: () => void;
  /** What asks the other side for a sign of life. */
  ping?: string;
  open?: OpenWire;
}

export class Line<T> {
  private wire: Wire | undefined;
  private state: LineState = 'opening';
  private tries = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private closed = false;

  constructor(private readonly setup: LineSetup<T>) {
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.hurry);
      window.addEventListener('offline', this.drop);
      document.addEventListener('visibilitychange', this.hurry);
    }
    this.connect();
  }

  private become(state: LineState): void {
    if (this.state === state) return;
    this.state = state;
    this.setup.changed(state);
  }

  private connect(): void {
    clearTimeout(this.again);
    if (this.closed) return;
    const wire = (this.setup.open ?? openSocket)(this.setup.path());
    this.wire = wire;
    let opened = false;
    wire.onopen = () => {
      if (wire !== this.wire) return;
      opened = true;
      this.heard = Date.now();
      this.become('open');
      this.setup.opened?.();
    };
    wire.onmessage = ({ data }) => {
      if (wire !== this.wire) return;
      this.heard = Date.now();
      this.tries = 0;
      this.setup.hear(JSON.parse(data) as T);
    };
    wire.onclose = () => {
      if (wire !== this.wire) return;
      if (!opened) this.setup.failed?.();
      this.lost();
    };
    clearInterval(this.pulse);
    if (this.setup.ping) this.pulse = setInterval(() => this.beat(), PING);
  }

  private beat(): void {
    if (this.state !== 'open') return;
    if (Date.now() - this.heard > SILENT) this.drop();
    else this.send(this.setup.ping ?? '');
  }

  private lost(): void {
    clearInterval(this.pulse);
    this.wire = undefined;
    if (this.closed) return;
    this.become('lost');
    this.again = setTimeout(() => this.connect(), backoff(this.tries));
    this.tries += 1;
  }

  /** Gives the connection up and makes another. */
  readonly drop = (): void => {
    const wire = this.wire;
    if (!wire) return;
    this.wire = undefined;
    wire.close();
    this.lost();
  };

  /** Somebody looks, or the network is back: no need to wait. */
  readonly hurry = (): void => {
    if (this.state !== 'lost' || this.wire || this.closed) return;
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
    this.connect();
  };

  /** At once, with another path: somebody signed in. */
  restart(): void {
    const wire = this.wire;
    this.wire = undefined;
    wire?.close();
    this.become('opening');
    this.connect();
  }

  /** True if it went out; whether it arrived, only an answer tells. */
  send(text: string): boolean {
    if (this.state !== 'open' || !this.wire) return false;
    this.wire.send(text);
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.pulse);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.hurry);
      window.removeEventListener('offline', this.drop);
      document.removeEventListener('visibilitychange', this.hurry);
    }
    const wire = this.wire;
    this.wire = undefined;
    wire?.close();
  }
}

type Asked = { submission: Submission; answer: (refused: Refused | undefined) => void };

/** A room's line: what happens comes in, what we do goes out and is answered. */
export class RoomLine {
  private readonly line: Line<Outgoing>;
  private readonly waiting = new Map<string, Asked>();
  private count = 0;
  /** Different for each page that is opened, so that no id is used twice. */
  private readonly mark = Math.random().toString(36).slice(2, 10);

  constructor(setup: Omit<LineSetup<Outgoing>, 'ping' | 'opened'>) {
    this.line = new Line<Outgoing>({
      ...setup,
      ping: JSON.stringify({ type: 'ping' } satisfies Incoming),
      opened: () => this.waiting.forEach((asked) => this.put(asked)),
      hear: (message) => {
        if (message.type === 'ack') this.settle(message.id, undefined);
        else if (message.type === 'refused' && message.id && message.code !== 'stopping')
          this.settle(message.id, { code: message.code, message: message.message });
        setup.hear(message);
        if (message.type === 'bye') this.line.drop();
      },
    });
  }

  private put({ submission }: Asked): void {
    this.line.send(JSON.stringify({ type: 'act', ...submission } satisfies Incoming));
  }

  private settle(id: string, refused: Refused | undefined): void {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    asked?.answer(refused);
  }

  /** Does something; sent again after a lost connection, until it is answered. The answer is a refusal, or nothing. */
  act(action: Action): Promise<Refused | undefined> {
    this.count += 1;
    const submission: Submission = { id: `${this.mark}-${this.count}`, action };
    return new Promise((answer) => {
      const asked = { submission, answer };
      this.waiting.set(submission.id, asked);
      this.put(asked);
    });
  }

  restart(): void {
    this.line.restart();
  }

  close(): void {
    this.line.close();
    this.waiting.forEach(({ answer }) => answer(undefined));
    this.waiting.clear();
  }
}
