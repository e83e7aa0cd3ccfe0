// The players that this user has muted, stored on this device and, for other devices, in the account.
import { SvelteSet } from 'svelte/reactivity';
import { ask } from '$lib/net/http';
import { account } from '$lib/net/me.svelte';

const KEY = 'powerboats.hushed';

function remembered(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

class Hushed {
  private readonly players = new SvelteSet<string>(remembered());

  has(player: string): boolean {
    return this.players.has(player);
  }

  toggle(player: string): void {
    const lifted = this.players.delete(player);
    if (!lifted) this.players.add(player);
    if (account.me)
      void ask(lifted ? 'DELETE' : 'PUT', `/api/me/blocks/${player}`, lifted ? undefined : { kind: 'mute' });
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.players]));
    } catch {
      // Without storage it is not remembered.
    }
  }
}

export const hushed = new Hushed();
