// The regattas of the lobby, without user interface. The socket sends the first hundred and every change; older ones are fetched by page.
import type { LobbyMessage, RegattaSummary } from '$lib/types';
import { ask } from '$lib/net/http';

export type LobbyStage = 'open' | 'live';

/** How many regattas of others are kept at first. Each further page adds as many. */
const PAGE = 100;

export class LobbyList {
  regattas = $state.raw<RegattaSummary[]>([]);
  heard = $state(false);
  /** Whether there are more regattas on the server. */
  more = $state(false);
  /** How many public regattas there are, by stage. */
  counts = $state.raw<Record<LobbyStage, number>>({ open: 0, live: 0 });
  /** The stage to which the list is limited, if any. */
  stage = $state<LobbyStage | undefined>();
  loading = $state(false);
  /** More of the query for older regattas, such as `&clock=live`. */
  query = '';
  private most = PAGE;
  private cursor: string | undefined;

  constructor(private readonly mine: (summary: RegattaSummary) => boolean) {}

  get path(): string {
    return `/api/lobby/socket${this.stage ? `?stage=${this.stage}` : ''}`;
  }

  choose(stage: LobbyStage | undefined): void {
    this.stage = stage;
    this.most = PAGE;
    this.cursor = undefined;
  }

  hear(message: LobbyMessage): void {
    if (message.type === 'lobby') {
      const { regattas, more, open, live } = message;
      this.heard = true;
      this.cursor = undefined;
      this.most = PAGE;
      this.more = more;
      this.regattas = regattas;
      this.counts = { open, live };
    } else if (message.type === 'changed') this.add(message.regattas);
  }

  /** Adds new and changed regattas. Only the latest regattas of others are kept, so that the page stays fast. */
  private add(news: readonly RegattaSummary[]): void {
    // News may be older than the list. A regatta that has started never opens again.
    const isOld = ({ id, stage }: RegattaSummary): boolean =>
      stage === 'open' && this.regattas.some((known) => known.id === id && known.stage === 'live');
    const changed = news.filter((summary) => !isOld(summary));
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not kept
    const ids = new Set(changed.map(({ id }) => id));
    const still = changed.filter(({ stage }) => stage === 'open' || stage === 'live');
    const all = [...still, ...this.regattas.filter(({ id }) => !ids.has(id))];
    all.sort((a, b) => b.created - a.created);
    let others = 0;
    const kept = all.filter((summary) => this.mine(summary) || (others += 1) <= this.most);
    if (kept.length < all.length) this.more = true;
    this.regattas = kept;
  }

  /** Fetches pages until one has something new. */
  async older(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    const before = this.regattas.length;
    this.most += PAGE;
    do {
      const stage = this.stage ? `&stage=${this.stage}` : '';
      const cursor = this.cursor ? `&before=${encodeURIComponent(this.cursor)}` : '';
      const answer = await ask<RegattaSummary[]>(
        'GET',
        `/api/regattas?limit=${PAGE}${stage}${this.query}${cursor}`,
      );
      if (!answer.ok) break;
      this.cursor = answer.next;
      this.add(answer.value);
      this.more = answer.next !== undefined;
    } while (this.more && this.regattas.length === before);
    this.loading = false;
  }
}
