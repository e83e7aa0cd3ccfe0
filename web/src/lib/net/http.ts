// HTTP requests to the server. A refusal is a return value, not an exception.
import { t, type Key } from '$lib/i18n/i18n.svelte';
import type { ActionDone, Refusal, RefusalReason, ActionSubmission } from '$lib/types';

/** Why a request failed: the server's reason, or `offline` if no answer came. */
export interface Refused {
  /** `missed`: the game moved on before the action could be sent. */
  code: RefusalReason | 'offline' | 'missed';
  /** In English, from the server. */
  message: string;
}
/** `next` is the cursor of the next page, if there is one. */
export type Answer<T> = { ok: true; value: T; next?: string } | ({ ok: false } & Refused);

/** How many milliseconds the server's clock is ahead of ours. */
let ahead = 0;
export const serverNow = (): number => Date.now() + ahead;

/** An event can't arrive before it happened, so the event with the smallest delay gives the best estimate. */
export const heardAt = (at: number): void => {
  ahead = Math.max(ahead, at - Date.now());
};

/** Estimates the clock difference from a time that the server sent. */
export const setServerNow = (now: number | undefined): void => {
  if (now) ahead = now - Date.now();
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const offline: Refused = { code: 'offline', message: '' };

/** Time limits in milliseconds for a whole answer. `SLOW` is for requests that need much work on the server. */
const LIMIT = 10_000;
export const SLOW = 60_000;

async function send<T>(
  method: Method,
  path: string,
  read: (response: Response) => Promise<Answer<T>>,
  body?: unknown,
  limit = LIMIT,
): Promise<Answer<T>> {
  const giving = new AbortController();
  const timer = setTimeout(() => giving.abort(), limit);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: giving.signal,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return response.ok ? await read(response) : { ok: false, ...(await refusal(response)) };
  } catch {
    return { ok: false, ...offline };
  } finally {
    clearTimeout(timer);
  }
}

async function refusal(response: Response): Promise<Refused> {
  const told = (await response.json().catch(() => undefined)) as Refusal | undefined;
  // The answer came from a proxy or from another kind of server.
  return told && typeof told.code === 'string' ? { code: told.code, message: told.message } : offline;
}

/** Requests JSON. */
export const ask = <T>(method: Method, path: string, body?: unknown, limit?: number): Promise<Answer<T>> =>
  send(
    method,
    path,
    async (response) => {
      const { headers } = response;
      const date = Date.parse(headers.get('date') ?? '');
      // The Date header has whole seconds only, which is good enough until the first event.
      if (!Number.isNaN(date) && Math.abs(date - serverNow()) > 2000) ahead = date - Date.now();
      const next = headers.get('x-next-since') ?? headers.get('x-next-before');
      // Some answers say only that something was done, or will be.
      const text = await response.text();
      const value = (text ? JSON.parse(text) : undefined) as T;
      return { ok: true, value, ...(next ? { next } : {}) };
    },
    body,
    limit,
  );

/** Requests text, such as a record. */
export const askText = (path: string): Promise<Answer<string>> =>
  send('GET', path, async (response) => ({ ok: true, value: await response.text() }), undefined, SLOW);

/** Sends an action to a room. If the server can't store it now or does not know, sends it again with the same id. */
export async function submit(id: string, submission: ActionSubmission): Promise<Answer<ActionDone>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask<ActionDone>('POST', roomPath(id, '/actions'), submission);
    const again = !answer.ok && (answer.code === 'unknown' || answer.code === 'unavailable');
    if (!again || tries > 3) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
  }
}

/** A refusal in the reader's language. */
export const refusedText = ({ code }: Refused): string => t(`refused.${code}` satisfies Key);

/** A refusal as an exception, for callers that expect one. */
export class RefusedError extends Error {
  readonly code: Refused['code'];

  constructor(refused: Refused) {
    super(refusedText(refused));
    this.code = refused.code;
  }
}

/** The API path of a regatta, with the invitation from the page's address. */
export const roomPath = (
  id: string,
  rest = '',
  invite?: string,
  more: Record<string, string> = {},
): string => {
  const query = new URLSearchParams({ ...more, ...(invite ? { invite } : {}) }).toString();
  return `/api/regattas/${encodeURIComponent(id)}${rest}${query ? `?${query}` : ''}`;
};
