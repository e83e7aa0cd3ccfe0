// A WebSocket that reconnects by itself and sends each action until it is answered.
import type { SocketRequest, RegattaMessage, RoomAction, ActionSubmission } from '$lib/types';
import type { Refused } from './http';

export type ConnectionState = 'opening' | 'open' | 'lost';

/** The part of WebSocket that we use, so that tests can replace it. */
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

/** Milliseconds before the next attempt: longer each time, with a random part so that clients do not reconnect together. */
export const backoff = (tries: number, random = Math.random()): number =>
  Math.min(15_000, 400 * 2 ** Math.min(tries, 6)) * (0.7 + 0.6 * random);

/** Milliseconds between pings, for a visible page and for a hidden one. */
const PING = 3_000;
const PING_HIDDEN = 15_000;
/** After this time without an answer to a ping, the connection is dead. PING + UNANSWERED < 8 s. */
const UNANSWERED = 4_000;
const PING_TEXT = JSON.stringify({ type: 'ping' } satisfies SocketRequest);
/** A timer that is this late means that the device slept, not that the connection is dead. */
const LATE = 2_000;
/** How long to wait for the first message; longer after several failed attempts. */
const limit = (tries: number): number => (tries < 3 ? 5_000 : 10_000);

const hidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden';

interface ConnectionSetup<T> {
  /** Called for each attempt. */
  path: () => string;
  hear: (message: T) => void;
  changed: (state: ConnectionState) => void;
  /** Called after the first message of a connection. */
  opened?: () => void;
  /** Called when an attempt failed before it opened. HTTP may give the reason. */
  failed?: () => void;
  /** Which messages answer a ping. Without this, no pings are sent. */
  answers?: (message: T) => boolean;
  /** Tells the server whether the player sees the page. While they do, they get no banners or mail. */
  looks?: boolean;
  /** Old servers never answer a ping, so a missing first answer does not end the connection. */
  lenient?: boolean;
  open?: OpenWire;
}

/** `open` begins with the first message of a connection. Nothing is sent before that. */
export class Connection<T> {
  private wire: Wire | undefined;
  private state: ConnectionState = 'opening';
  private tries = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** The timer for the next ping, or for the first message or the answer to a ping. */
  private pulse: ReturnType<typeof setTimeout> | undefined;
  /** A timer was late, so send one more ping before giving up. */
  private doubted = false;
  /** A ping has been answered on this connection. */
  private answers = false;
  private closed = false;

  constructor(private readonly setup: ConnectionSetup<T>) {
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.hurry);
      window.addEventListener('offline', this.drop);
      document.addEventListener('visibilitychange', this.hurry);
      document.addEventListener('visibilitychange', this.look);
    }
    this.connect();
  }

  private become(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.setup.changed(state);
  }

  private connect(): void {
    clearTimeout(this.again);
    clearTimeout(this.pulse);
    if (this.closed) return;
    const wire = (this.setup.open ?? openSocket)(this.setup.path());
    this.wire = wire;
    let opened = false;
    let heard = false;
    this.answers = false;
    const fail = (): void => {
      if (!opened) this.setup.failed?.();
      this.drop();
    };
    this.pulse = setTimeout(fail, limit(this.tries));
    wire.onopen = () => (opened = true);
    wire.onmessage = ({ data }) => {
      if (wire !== this.wire) return;
      const message = JSON.parse(data) as T;
      if (heard && this.setup.answers?.(message)) this.answered();
      this.setup.hear(message);
      if (heard || wire !== this.wire) return;
      heard = true;
      this.tries = 0;
      this.become('open');
      this.wait();
      this.look();
      this.setup.opened?.();
    };
    wire.onclose = () => {
      if (wire === this.wire) fail();
    };
  }

  /** Sends a ping, and gives the connection up if no answer comes. */
  private beat(): void {
    clearTimeout(this.pulse);
    if (!this.setup.answers || !this.send(PING_TEXT)) return;
    const due = Date.now() + UNANSWERED;
    this.pulse = setTimeout(() => {
      // The device slept or was slow, so the answer may not have been read yet.
      const late = Date.now() - due > LATE && !this.doubted;
      this.doubted = late;
      if (late) this.beat();
      else if (this.answers || !this.setup.lenient) this.drop();
    }, UNANSWERED);
  }

  private answered(): void {
    this.answers = true;
    this.doubted = false;
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => this.beat(), hidden() ? PING_HIDDEN : PING);
  }

  private lost(): void {
    clearTimeout(this.pulse);
    this.wire = undefined;
    if (this.closed) return;
    this.become('lost');
    this.again = setTimeout(() => this.connect(), backoff(this.tries));
    this.tries += 1;
  }

  /** Gives the connection up and opens another. */
  readonly drop = (): void => {
    const wire = this.wire;
    if (!wire) return;
    this.wire = undefined;
    wire.close();
    this.lost();
  };

  /** Says whether the page can be seen. */
  private readonly look = (): void => {
    if (this.setup.looks)
      this.send(JSON.stringify({ type: 'look', looking: !hidden() } satisfies SocketRequest));
  };

  /** The page is visible again or the network is back, so do not wait. */
  readonly hurry = (): void => {
    if (this.closed || hidden()) return;
    if (this.state === 'open') this.beat();
    else if (this.state === 'lost' && !this.wire) this.connect();
  };

  /** Reconnects at once with another path, after signing in. */
  restart(): void {
    const wire = this.wire;
    this.wire = undefined;
    wire?.close();
    this.become('opening');
    this.connect();
  }

  /** True if the message was sent. Only an answer shows that it arrived. */
  send(text: string): boolean {
    if (this.state !== 'open' || !this.wire) return false;
    this.wire.send(text);
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.again);
    clearTimeout(this.pulse);
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.hurry);
      window.removeEventListener('offline', this.drop);
      document.removeEventListener('visibilitychange', this.hurry);
      document.removeEventListener('visibilitychange', this.look);
    }
    const wire = this.wire;
    this.wire = undefined;
    wire?.close();
  }
}

/** What an action applies to, so that after a lost connection we know whether it is still wanted. */
export interface Moment {
  /** The last event that the player had seen. */
  seen?: number;
  /** Has the game moved on since then? */
  outdated: () => boolean;
}

interface Asked {
  submission: ActionSubmission;
  moment: Moment | undefined;
  /** The server may have received it. */
  sent: boolean;
  /** How often the server did not know whether it was stored. */
  doubts: number;
  answer: (refused: Refused | undefined) => void;
}

/** How often an action is sent again if the server does not know whether it was stored. */
const DOUBTS = 4;

/** A room's connection: events come in, actions go out and are answered. */
export class RoomConnection {
  private readonly connection: Connection<RegattaMessage>;
  private readonly waiting = new Map<string, Asked>();
  private count = 0;
  /** Different for each open page, so that no id is used twice. */
  private readonly mark = Math.random().toString(36).slice(2, 10);

  constructor(setup: Omit<ConnectionSetup<RegattaMessage>, 'answers' | 'opened'>) {
    this.connection = new Connection<RegattaMessage>({
      ...setup,
      answers: ({ type }) => type === 'pong' || type === 'ack' || type === 'refused',
      opened: () => this.resume(),
      hear: (message) => {
        if (message.type === 'ack') this.settle(message.id, undefined);
        else if (message.type === 'refused' && message.id) this.refused(message.id, message);
        setup.hear(message);
        if (message.type === 'bye') this.connection.drop();
      },
    });
  }

  /** After the first message, drops actions that no longer apply and sends the rest again. */
  private resume(): void {
    for (const asked of [...this.waiting.values()]) {
      // A sent action may have been carried out; only the server knows. `seen` stops it from acting too late.
      const unsafe = !asked.sent || asked.submission.seen === undefined;
      if (unsafe && asked.moment?.outdated()) {
        const told = asked.sent ? undefined : ({ code: 'missed', message: '' } as const);
        this.settle(asked.submission.id, told);
      } else this.put(asked);
    }
  }

  private put(asked: Asked): void {
    const sent = this.connection.send(
      JSON.stringify({ type: 'act', ...asked.submission } satisfies SocketRequest),
    );
    asked.sent ||= sent;
  }

  private refused(id: string, { code, message }: Refused): void {
    const asked = this.waiting.get(id);
    if (code === 'stopping') return; // the next server gets it again
    const again = code === 'unknown' || code === 'unavailable';
    if (!again || !asked || asked.doubts >= DOUBTS) return this.settle(id, { code, message });
    asked.doubts += 1;
    setTimeout(() => this.waiting.has(id) && this.put(asked), 500 * 2 ** asked.doubts);
  }

  private settle(id: string, refused: Refused | undefined): void {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    asked?.answer(refused);
  }

  /** Sends an action, again after each lost connection, until it is answered. Resolves to a refusal or to nothing. */
  act(action: RoomAction, moment?: Moment): Promise<Refused | undefined> {
    this.count += 1;
    const seen = moment?.seen;
    const id = `${this.mark}-${this.count}`;
    const submission: ActionSubmission = { id, action, ...(seen === undefined ? {} : { seen }) };
    return new Promise((answer) => {
      const asked = { submission, moment, sent: false, doubts: 0, answer };
      this.waiting.set(id, asked);
      this.put(asked);
    });
  }

  restart(): void {
    this.connection.restart();
  }

  /** Tries to connect at once. */
  hurry(): void {
    this.connection.hurry();
  }

  close(): void {
    this.connection.close();
    this.waiting.forEach(({ answer }) => answer(undefined));
    this.waiting.clear();
  }
}
