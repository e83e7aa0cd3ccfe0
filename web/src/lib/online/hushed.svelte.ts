// The players that this user has muted, stored on this device.
import { SvelteSet } from 'svelte/reactivity';

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
    if (!this.players.delete(player)) this.players.add(player);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.players]));
    } catch {
      // Without storage it is not remembered.
    }
  }
}

export const hushed = new Hushed();
