// The player's way so far on this device: results against rivals, and which rival comes next.
import type { PilotName } from '$lib/types';
import { settings } from './settings.svelte';

/** The strongest rival of a race, and whether the player came in ahead of them. */
export interface Duel {
  pilot: PilotName;
  won: boolean;
}

interface Kept {
  /** The latest duels, oldest first. */
  duels: Duel[];
  /** The rival whom the rules suggest next. */
  next?: PilotName;
  /** Does the player want rivals of their own strength? They have them until they want others. */
  fair: boolean;
}

const KEY = 'powerboats.journey';
const MOST = 20;
const plain: Kept = { duels: [], fair: true };

function remembered(): Kept {
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...plain };
  }
}

class Journey {
  kept = $state.raw<Kept>(remembered());

  /** No race has been raced to its end on this device yet. */
  get first(): boolean {
    return settings.kept.raced === 0;
  }

  /** A race against rivals has ended. `suggest` names the next rival, from all duels so far. */
  raced(duel: Duel, suggest: (duels: Duel[]) => PilotName): void {
    const duels = [...this.kept.duels, duel].slice(-MOST);
    this.keep({ duels, next: suggest(duels) });
  }

  setFair(fair: boolean): void {
    this.keep({ fair });
  }

  /** Treats the next race as the first one again, with all its tips. */
  startAgain(): void {
    settings.set('raced', 0);
    settings.set('coached', []);
    settings.set('coach', true);
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Without storage it lasts until the page is closed.
    }
  }
}

export const journey = new Journey();
