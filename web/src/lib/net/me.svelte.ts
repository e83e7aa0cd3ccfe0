// Who one is on the server: nobody yet, a guest with a name, or somebody registered.
import { settings } from '$lib/store/settings.svelte';
import type { Me } from '$lib/types';
import { ask, type Refused } from './http';

/** Whether somebody came from this browser before: the cookie itself can't be read. */
const KEY = 'powerboats.came';
function came(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // not known: ask
  }
}
function remember(yes: boolean): void {
  try {
    if (yes) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Then the server is asked each time.
  }
}

class Account {
  me = $state.raw<Me | undefined>();
  /** Was the server asked yet? */
  known = $state(false);
  /** The server does not answer. */
  offline = $state(false);
  private asking: Promise<void> | undefined;

  /** Asks once; every page awaits the same answer. */
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

  /** Comes as a guest, or is called something else. */
  async call(name: string): Promise<Refused | undefined> {
    const answer = await ask<Me>(this.me ? 'PATCH' : 'POST', '/api/me', { name });
    if (!answer.ok) return answer;
    settings.set('name', answer.value.name);
    this.is(answer.value);
    return undefined;
  }

  is(me: Me | undefined): void {
    this.me = me;
    this.known = true;
    remember(me !== undefined);
    this.offline = false;
    this.asking = Promise.resolve();
  }
}

export const account = new Account();
