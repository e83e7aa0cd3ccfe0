// What the operators of the server have announced, and a word of the moderators.
import type { ServerNotice } from '$lib/types';
import { ask } from './http';

class Notice {
  value = $state.raw<ServerNotice | undefined>();
  /** What the moderators say; empty for a protected player, undefined if there is nothing. */
  warning = $state<string | undefined>();

  async load(): Promise<void> {
    const answer = await ask<ServerNotice>('GET', '/api/server');
    if (answer.ok) this.value = answer.value;
  }

  async loadWarning(): Promise<void> {
    const answer = await ask<{ text?: string | null }>('GET', '/api/me/warning');
    this.warning = answer.ok ? (answer.value.text ?? undefined) : undefined;
  }

  async read(): Promise<void> {
    const answer = await ask<undefined>('DELETE', '/api/me/warning');
    if (answer.ok) this.warning = undefined;
  }
}

export const notice = new Notice();
