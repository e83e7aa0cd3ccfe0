// A room on the server without any user interface: its state, its connection, and the player's actions.
import type {
  Color,
  Decision,
  Happening,
  RegattaMessage,
  RoomAction,
  Snapshot,
  ClientEvent,
} from '$lib/types';
import { t } from '$lib/i18n/i18n.svelte';
import { fold, fromSnapshot, type RoomState } from './fold';
import { remember } from './talk';
import { ask, heardAt, roomPath, setServerNow, type Refused } from './http';
import { notice } from './notice.svelte';
import { forgetSalts, freshSeal, saltFor } from './salts';
import { RoomConnection, type ConnectionState, type Moment, type OpenWire } from './socket';

/** Codes for decisions that came too late. These are not errors. */
const TOO_LATE: readonly string[] = ['stale', 'timed-out', 'missed'];
/** How many past events are fetched for the chat. Older messages are not shown. */
const PAST = 5000;

export class Room {
  state = $state.raw<RoomState | undefined>();
  connection = $state<ConnectionState>('opening');
  /** Why the room can't be shown. */
  refused = $state.raw<Refused | undefined>();
  /** Why the last decision was not used. Reset by the next one. */
  missed = $state.raw<Refused | undefined>();
  /** What we have done and the server has not answered yet. */
  pending = $state.raw<readonly RoomAction[]>([]);
  /** Our salt must be revealed now, but this browser does not have it. */
  saltLost = $state(false);
  private wire: RoomConnection | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
  private readonly hearers = new Set<(news: readonly Happening[]) => void>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
  private readonly watchers = new Set<(event: ClientEvent) => void>();
  /** Whether the next connection asks for a whole snapshot, which says who we are. */
  private fresh = true;
  private closed = false;
  private asking = false;
  private revealing = false;

  constructor(
    readonly id: string,
    /** The invitation to a private regatta. It changes when the host removes a player. */
    public invite: string | undefined,
    private readonly open?: OpenWire,
  ) {}

  /** Fetches the room over HTTP first, which can give a reason for a failure, and then connects. */
  async enter(): Promise<void> {
    this.refused = undefined;
    const answer = await ask<Snapshot>('GET', roomPath(this.id, '', this.invite));
    if (this.closed) return;
    if (!answer.ok) this.refused = answer;
    else this.connect();
  }

  connect(): void {
    this.wire = new RoomConnection({
      path: () => this.path(),
      hear: (message) => this.hear(message),
      changed: (state) => (this.connection = state),
      failed: () => void this.why(),
      looks: true,
      ...(this.open ? { open: this.open } : {}),
    });
  }

  private path(): string {
    const since: Record<string, string> = this.state && !this.fresh ? { since: String(this.state.seq) } : {};
    return roomPath(this.id, '/socket', this.invite, since);
  }

  /** The connection does not open. Check whether the room still exists. */
  private async why(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const answer = await ask<Snapshot>('GET', roomPath(this.id, '', this.invite));
    this.asking = false;
    if (!answer.ok && (answer.code === 'not-found' || answer.code === 'not-kept')) this.gone(answer);
  }

  /** The room does not exist for us, or not any more. */
  private gone(refused: Refused): void {
    if (this.closed) return;
    this.refused = refused;
    this.wire?.close();
  }

  private hear(message: RegattaMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.fresh = false;
        setServerNow(message.snapshot.now);
        this.become(fromSnapshot(message.snapshot, this.state));
        void this.recall();
        break;
      case 'events':
        this.tell(message.events);
        break;
      case 'presence':
        if (this.state)
          this.state = {
            ...this.state,
            present: message.present,
            spectators: message.spectators,
            absent: message.absent ?? {},
            watching: message.watching ?? [],
            freeChat: message.free_chat ?? false,
          };
        break;
      case 'notice':
        notice.value = message;
        break;
      default:
    }
  }

  private tell(events: readonly ClientEvent[]): void {
    const before = this.state;
    if (!before) return;
    const last = events.at(-1);
    if (last) heardAt(last.at);
    const seen = before.seq;
    this.become(events.reduce(fold, before));
    for (const event of events) if (event.seq > seen) this.watchers.forEach((watch) => watch(event));
    if (events.some(({ type }) => type === 'kicked')) void this.kicked();
  }

  /** The host removed a player. In a private regatta that player can't come back, and the others get a new invitation. */
  private async kicked(): Promise<void> {
    if (this.state?.summary.settings.visibility !== 'private') return;
    if (this.state.kicked) return this.gone({ code: 'not-found', message: '' });
    const answer = await ask<Snapshot>('GET', roomPath(this.id, '', this.invite));
    if (answer.ok && this.state) this.state = { ...this.state, invite: answer.value.invite ?? undefined };
  }

  private become(next: RoomState): void {
    const told = this.state?.story.length ?? 0;
    const stage = this.state?.stage;
    this.state = next;
    if (next.invite) this.invite = next.invite;
    // After the start the salts are public, so forget ours.
    if (next.stage !== 'open' && next.stage !== stage) forgetSalts(this.id);
    this.reveal();
    const news = next.story.slice(told);
    if (news.length > 0) this.hearers.forEach((hear) => hear(news));
  }

  /** Reveals our salt once everyone is ready. */
  private reveal(): void {
    const sealed = this.state && dueSeal(this.state);
    const salt = sealed && saltFor(this.id, sealed);
    this.saltLost = Boolean(sealed && !salt);
    if (!salt || this.revealing || this.closed) return;
    this.revealing = true;
    void this.act({ type: 'reveal', salt }).then(async (refused) => {
      // Refused because another tab was quicker or we sent too fast. Try again while the salt is due.
      if (refused) await new Promise((resolve) => setTimeout(resolve, 1000));
      this.revealing = false;
      if (refused) this.reveal();
    });
  }

  /** The action that takes a seat. The others see only the seal of our salt. */
  async joining(color: Color): Promise<RoomAction> {
    return { type: 'join', color, seal: await freshSeal(this.id) };
  }

  /** The action that says we are ready, with a seal whose salt this browser has. */
  async readying(ready: boolean): Promise<RoomAction> {
    const color = this.state?.you?.color;
    const sealed = color ? this.state?.seals[color] : undefined;
    if (!ready || (sealed && saltFor(this.id, sealed))) return { type: 'ready', ready };
    return { type: 'ready', ready, seal: await freshSeal(this.id) };
  }

  /** Messages from before we came. */
  private async recall(): Promise<void> {
    let since = String(Math.max(0, (this.state?.seq ?? 0) - PAST));
    for (;;) {
      const answer = await ask<ClientEvent[]>('GET', roomPath(this.id, '/events', this.invite, { since }));
      if (!answer.ok || !this.state || this.closed) return;
      this.state = remember(this.state, answer.value);
      if (!answer.next || answer.next === since) return;
      since = answer.next;
    }
  }

  /** Subscribes to what happens on the lake. */
  listen(hear: (news: readonly Happening[]) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** Subscribes to every room event. */
  watch(watch: (event: ClientEvent) => void): () => void {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }

  async act(action: RoomAction): Promise<Refused | undefined> {
    if (!this.wire) return { code: 'offline', message: '' };
    this.pending = [...this.pending, action];
    const refused = await this.wire.act(action, this.moment(action));
    this.pending = this.pending.filter((one) => one !== action);
    return refused;
  }

  /** Without a connection: what will become of what we have done and is not answered yet. */
  get waiting(): string | undefined {
    if (this.connection === 'open' || this.pending.length === 0) return undefined;
    return t(this.pending.some(decides) ? 'waiting.decision' : 'waiting.action');
  }

  /** Sends a decision. If it came too late, `missed` says so and no error is thrown. */
  async decide(decision: Decision): Promise<Refused | undefined> {
    this.missed = undefined;
    const refused = await this.act(decision);
    if (!refused || !TOO_LATE.includes(refused.code)) return refused;
    this.missed = refused;
    return undefined;
  }

  /** What an action applies to: a decision to this moment of the game, a plan to our next turn. */
  private moment(action: RoomAction): Moment | undefined {
    const state = this.state;
    const decision = decides(action);
    if (!state || !(decision || action.type === 'plan')) return undefined;
    const count = (room: RoomState | undefined): number =>
      decision ? (room?.story.length ?? 0) : turnsOf(room);
    const then = count(state);
    const outdated = (): boolean => count(this.state) !== then;
    return decision ? { seen: state.seq, outdated } : { outdated };
  }

  /** Tries to connect at once. */
  hurry(): void {
    this.wire?.hurry();
  }

  /** Reconnects after signing in, so that the room knows who we are. */
  again(): void {
    this.fresh = true;
    if (this.wire) this.wire.restart();
    else void this.enter();
  }

  close(): void {
    this.closed = true;
    this.wire?.close();
    this.hearers.clear();
    this.watchers.clear();
  }
}

const decides = ({ type }: RoomAction): boolean => type === 'place' || type === 'dice' || type === 'steer';

/** How many turns our boat has had, including its placing. */
const turnsOf = (room: RoomState | undefined): number =>
  room?.story.filter(
    (happening) =>
      (happening.type === 'placed' || happening.type === 'moved') && happening.color === room.you?.color,
  ).length ?? 0;

/** Our seal, if its salt must be revealed now. */
function dueSeal({ revealBy, you, salts, seals, stage }: RoomState): string | undefined {
  const color = you?.color;
  return stage === 'open' && revealBy && color && !salts[color] ? seals[color] : undefined;
}
