// Regattas in which a seat is reserved for this player: challenges and rematches that wait for an answer.
import { ask, submit, type Refused } from '$lib/net/http';
import type { PlayerId, RegattaSummary } from '$lib/types';
import { isOffered } from '../words';

/** How often the server is asked while the page is visible, in milliseconds. The lobby's list is in its memory, so this is cheap. */
const EVERY = 30_000;

class Challenges {
  list = $state.raw<readonly RegattaSummary[]>([]);
  /** Those that the player has put off or has seen elsewhere. */
  private seen = $state.raw<readonly string[]>([]);

  /** The latest one that the player has not been told of. */
  get next(): RegattaSummary | undefined {
    return this.list.find(({ id }) => !this.seen.includes(id));
  }

  async load(me: PlayerId): Promise<void> {
    const answer = await ask<RegattaSummary[]>('GET', '/api/regattas?mine=true&stage=open');
    if (answer.ok) this.list = answer.value.filter((summary) => isOffered(summary, me));
  }

  /** Keeps the list up to date while the page is visible. Returns a function that stops. */
  watch(me: PlayerId): () => void {
    const look = (): void => {
      if (!document.hidden) void this.load(me);
    };
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      this.list = [];
    };
  }

  /** Does not tell of this one again. */
  hide(id: string): void {
    if (!this.seen.includes(id)) this.seen = [...this.seen, id];
  }

  async decline(id: string): Promise<Refused | undefined> {
    const answer = await submit(id, { id: crypto.randomUUID(), action: { type: 'decline' } });
    if (answer.ok) this.list = this.list.filter((summary) => summary.id !== id);
    return answer.ok ? undefined : answer;
  }
}

export const challenges = new Challenges();
