// The player's account on the server: none yet, a guest with a name, or a registered account.
import { settings } from '$lib/store/settings.svelte';
import type { Me } from '$lib/types';
import { ask, type Refused } from './http';

/** Whether this browser has had an account before. The cookie itself can't be read. */
const KEY = 'powerboats.came';
function came(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // unknown, so ask the server
  }
}
function remember(yes: boolean): void {
  try {
    if (yes) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without localStorage the server is asked each time.
  }
}

class Account {
  me = $state.raw<Me | undefined>();
  /** Has the server been asked yet? */
  known = $state(false);
  /** The server does not answer. */
  offline = $state(false);
  /** What signing in has changed, in words. */
  news = $state('');
  private asking: Promise<void> | undefined;

  /** Asks the server once. Every page waits for the same answer. */
  load(again = false): Promise<void> {
    if (again || this.offline) this.asking = undefined;
    this.asking ??= this.find();
    return this.asking;
  }

  private async find(): Promise<void> {
    if (!came()) {
      this.known = true;
      return;
    }
    const answer = await ask<Me>('GET', '/api/me');
    this.offline = !answer.ok && answer.code === 'offline';
    this.me = answer.ok ? answer.value : undefined;
    this.known = !this.offline;
    if (this.known) remember(answer.ok);
  }

  /** Creates a guest account, or changes the name. */
  async call(name: string, invitation?: string): Promise<Refused | undefined> {
    const body = { name, ...(invitation ? { invitation } : {}) };
    const answer = await ask<Me>(this.me ? 'PATCH' : 'POST', '/api/me', body);
    if (!answer.ok) return answer;
    settings.set('name', answer.value.name);
    this.is(answer.value);
    return undefined;
  }

  is(me: Me | undefined, news = ''): void {
    this.me = me;
    this.news = news;
    this.known = true;
    remember(me !== undefined);
    this.offline = false;
    this.asking = Promise.resolve();
  }
}

export const account = new Account();
