// A room on the server, headless: its state, its line, and what one does in it.
import type { Happening } from '$lib/rules/types';
import type { Action, Outgoing, Snapshot, Told } from './api';
import { fold, fromSnapshot, remember, type RoomState } from './fold';
import { ask, heardAt, roomPath, type Refused } from './http';
import { RoomLine, type LineState, type OpenWire } from './socket';

export class Room {
  state = $state.raw<RoomState | undefined>();
  line = $state<LineState>('opening');
  /** Why there is no room to show. */
  refused = $state.raw<Refused | undefined>();
  private wire: RoomLine | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
  private readonly hearers = new Set<(news: readonly Happening[]) => void>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
  private readonly watchers = new Set<(event: Told) => void>();
  /** Without `since` the next snapshot says who we are. */
  private fresh = true;
  private closed = false;

  constructor(
    readonly id: string,
    readonly invite: string | undefined,
    private readonly open?: OpenWire,
  ) {}

  /** First over HTTP, which can say why not; then live. */
  async enter(): Promise<void> {
    this.refused = undefined;
    const answer = await ask<Snapshot>('GET', roomPath(this.id, '', this.invite));
    if (this.closed) return;
    if (!answer.ok) this.refused = answer;
    else this.connect();
  }

  connect(): void {
    this.wire = new RoomLine({
      path: () => this.path(),
      hear: (message) => this.hear(message),
      changed: (line) => (this.line = line),
      failed: () => void this.why(),
      ...(this.open ? { open: this.open } : {}),
    });
  }

  private path(): string {
    const since: Record<string, string> = this.state && !this.fresh ? { since: String(this.state.seq) } : {};
    return roomPath(this.id, '/socket', this.invite, since);
  }

  /** The line does not open: is the room gone? */
  private async why(): Promise<void> {
    const answer = await ask<Snapshot>('GET', roomPath(this.id, '', this.invite));
    if (answer.ok || this.closed || answer.code !== 'not-found') return;
    this.refused = answer;
    this.wire?.close();
  }

  private hear(message: Outgoing): void {
    switch (message.type) {
      case 'snapshot':
        this.fresh = false;
        this.become(fromSnapshot(message.snapshot, this.state));
        void this.recall();
        break;
      case 'events':
        this.tell(message.events);
        break;
      case 'presence':
        if (this.state)
          this.state = { ...this.state, present: message.present, spectators: message.spectators };
        break;
      default:
    }
  }

  private tell(events: readonly Told[]): void {
    const before = this.state;
    if (!before) return;
    const last = events.at(-1);
    if (last) heardAt(last.at);
    const seen = before.seq;
    this.become(events.reduce(fold, before));
    for (const event of events) if (event.seq > seen) this.watchers.forEach((watch) => watch(event));
  }

  private become(next: RoomState): void {
    const told = this.state?.story.length ?? 0;
    this.state = next;
    const news = next.story.slice(told);
    if (news.length > 0) this.hearers.forEach((hear) => hear(news));
  }

  /** What was said before we came. */
  private async recall(): Promise<void> {
    const answer = await ask<Told[]>('GET', roomPath(this.id, '/events', this.invite, { since: '0' }));
    if (answer.ok && this.state) this.state = remember(this.state, answer.value);
  }

  /** Hears what happens on the lake. */
  listen(hear: (news: readonly Happening[]) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** Hears every event as it comes. */
  watch(watch: (event: Told) => void): () => void {
    this.watchers.add(watch);
    return () => this.watchers.delete(watch);
  }

  act(action: Action): Promise<Refused | undefined> {
    return this.wire?.act(action) ?? Promise.resolve({ code: 'offline', message: '' });
  }

  /** Somebody signed in: the room should know. */
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
