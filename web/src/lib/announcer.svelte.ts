// Announcements for screen readers: one polite live region for the whole page (App.svelte).
import { untrack } from 'svelte';

class Announcer {
  lines = $state<{ number: number; text: string }[]>([]);
  private last = 0;

  say(text: string): void {
    if (!text) return;
    this.last += 1;
    // When called from an effect, it must not trigger that effect again.
    this.lines = [...untrack(() => this.lines).slice(-11), { number: this.last, text }];
  }
}

export const announcer = new Announcer();
