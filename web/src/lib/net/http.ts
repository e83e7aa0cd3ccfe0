// Questions to the server over HTTP. A refusal is an answer like any other, not an exception.
import { t, type Key } from '$lib/i18n/i18n.svelte';
import type { Done, Refusal, RefusalReason, Submission } from '$lib/types';

/** Why there is no answer: the server's own reason, or none came at all. */
export interface Refused {
  /** `missed`: the game went on before it could be sent. */
  code: RefusalReason | 'offline' | 'missed';
  /** In English, from the server. */
  message: string;
}
/** `next` says where the next page begins, if there is one. */
export type Answer<T> = { ok: true; value: T; next?: string } | ({ ok: false } & Refused);

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;
export const serverNow = (): number => Date.now() + ahead;

/** An event says when it happened; it is never heard before, so the nearest one says it best. */
export const heardAt = (at: number): void => {
  ahead = Math.max(ahead, at - Date.now());
};

/** The server says what time it is. */
export const setServerNow = (now: number | undefined): void => {
  if (now) ahead = now - Date.now();
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const offline: Refused = { code: 'offline', message: '' };

/** Milliseconds an answer may take, its body included; `SLOW` for what makes the server work. */
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
  // Something in between answered, or a server that is not ours.
  return told && typeof told.code === 'string' ? { code: told.code, message: told.message } : offline;
}

/** Asks for JSON. */
export const ask = <T>(method: Method, path: string, body?: unknown, limit?: number): Promise<Answer<T>> =>
  send(
    method,
    path,
    async (response) => {
      const { headers, status } = response;
      const date = Date.parse(headers.get('date') ?? '');
      // Whole seconds only: good enough until an event says better.
      if (!Number.isNaN(date) && Math.abs(date - serverNow()) > 2000) ahead = date - Date.now();
      const next = headers.get('x-next-since') ?? headers.get('x-next-before');
      const value = (status === 204 ? undefined : await response.json()) as T;
      return { ok: true, value, ...(next ? { next } : {}) };
    },
    body,
    limit,
  );

/** Asks for text: a record. */
export const askText = (path: string): Promise<Answer<string>> =>
  send('GET', path, async (response) => ({ ok: true, value: await response.text() }), undefined, SLOW);

/** Does something in a room; with the same id again if the server can't say whether it was stored. */
export async function submit(id: string, submission: Submission): Promise<Answer<Done>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask<Done>('POST', roomPath(id, '/actions'), submission);
    if (answer.ok || answer.code !== 'unknown' || tries > 3) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
  }
}

/** A refusal for people, in their language. */
export const refusedText = ({ code }: Refused): string => t(`refused.${code}` satisfies Key);

/** Where a regatta is, with the invitation one came with. */
export const roomPath = (
  id: string,
  rest = '',
  invite?: string,
  more: Record<string, string> = {},
): string => {
  const query = new URLSearchParams({ ...more, ...(invite ? { invite } : {}) }).toString();
  return `/api/regattas/${encodeURIComponent(id)}${rest}${query ? `?${query}` : ''}`;
};
