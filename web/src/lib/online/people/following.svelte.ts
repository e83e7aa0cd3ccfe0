// The players whom this player follows, and who of them is online.
import { ask, type Refused } from '$lib/net/http';
import type { Followed, PlayerId } from '$lib/types';

const path = (player: PlayerId): string => `/api/me/following/${encodeURIComponent(player)}`;
/** How often the list is fetched while it is shown, in milliseconds. */
const EVERY = 20_000;

class Following {
  list = $state.raw<readonly Followed[]>([]);
  loaded = $state(false);
  private watchers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  has(player: PlayerId): boolean {
    return this.list.some((one) => one.player === player);
  }

  async load(): Promise<void> {
    const answer = await ask<Followed[]>('GET', '/api/me/following');
    if (!answer.ok) return;
    this.list = answer.value;
    this.loaded = true;
  }

  /** Keeps the list up to date while somebody looks at it. Returns a function that stops. */
  watch(): () => void {
    this.watchers += 1;
    if (this.watchers === 1) this.timer = setInterval(() => void this.load(), EVERY);
    void this.load();
    return () => {
      this.watchers -= 1;
      if (this.watchers === 0) clearInterval(this.timer);
    };
  }

  async set(player: PlayerId, follow: boolean): Promise<Refused | undefined> {
    const answer = await ask<undefined>(follow ? 'PUT' : 'DELETE', path(player));
    await this.load();
    return answer.ok ? undefined : answer;
  }
}

export const following = new Following();
