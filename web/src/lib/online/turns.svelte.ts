// The player's regattas in which it is their turn, on every page: for the badge, the first page and the way to the next one.
import { ask } from '$lib/net/http';
import type { PlayerId, RegattaSummary } from '$lib/types';
import { isMyTurn } from './words';

/** How often the server is asked, for a visible page and for a hidden one, in milliseconds. */
const EVERY = 20_000;
const EVERY_HIDDEN = 60_000;

class Turns {
  list = $state.raw<readonly RegattaSummary[]>([]);
  private asked = 0;

  async load(me: PlayerId): Promise<void> {
    this.asked = Date.now();
    const answer = await ask<RegattaSummary[]>('GET', '/api/regattas?mine=true&stage=live');
    if (answer.ok) this.set(answer.value, me);
  }

  /** The player's regattas, as a page knows them. The nearest deadline comes first. */
  set(regattas: readonly RegattaSummary[], me: PlayerId): void {
    const soon = ({ deadline }: RegattaSummary): number => deadline ?? Number.MAX_SAFE_INTEGER;
    this.list = regattas
      .filter((summary) => summary.stage === 'live' && !summary.paused && isMyTurn(summary, me))
      .sort((a, b) => soon(a) - soon(b));
  }

  /** The player has decided in this regatta: it waits no longer. */
  done(id: string): void {
    if (this.list.some((summary) => summary.id === id))
      this.list = this.list.filter((summary) => summary.id !== id);
  }

  /** Another regatta that waits. */
  next(except: string): RegattaSummary | undefined {
    return this.list.find(({ id }) => id !== except);
  }

  /** Keeps the list up to date. Returns a function that stops. */
  watch(me: PlayerId): () => void {
    const look = (): void => {
      const pause = document.hidden ? EVERY_HIDDEN : EVERY;
      if (Date.now() - this.asked >= pause - 1000) void this.load(me);
    };
    const seen = (): void => {
      if (!document.hidden) void this.load(me);
    };
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', seen);
    void this.load(me);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      this.list = [];
    };
  }
}

export const turns = new Turns();
