// Questions to the server over HTTP. A refusal is an answer like any other, not an exception.
import { t, type Key } from '$lib/i18n/i18n.svelte';
import type { Refusal, Why } from './api';

/** Why there is no answer: the server's own reason, or none came at all. */
export interface Refused {
  code: Why | 'offline';
  /** In English, from the server. */
  message: string;
}
export type Answer<T> = { ok: true; value: T } | ({ ok: false } & Refused);

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;
export const serverNow = (): number => Date.now() + ahead;

/** An event says when it happened; it is never heard before, so the nearest one says it best. */
export const heardAt = (at: number): void => {
  ahead = Math.max(ahead, at - Date.now());
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const offline: Refused = { code: 'offline', message: '' };

async function send(method: Method, path: string, body?: unknown): Promise<Response | undefined> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    return undefined;
  }
}

async function refusal(response: Response): Promise<Refused> {
  const told = (await response.json().catch(() => undefined)) as Refusal | undefined;
  // Something in between answered, or a server that is not ours.
  return told && typeof told.code === 'string' ? { code: told.code, message: told.message } : offline;
}

/** Asks for JSON. */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<Answer<T>> {
  const response = await send(method, path, body);
  if (!response) return { ok: false, ...offline };
  const date = Date.parse(response.headers.get('date') ?? '');
  // Whole seconds only: good enough until an event says better.
  if (!Number.isNaN(date) && Math.abs(date - serverNow()) > 2000) ahead = date - Date.now();
  if (!response.ok) return { ok: false, ...(await refusal(response)) };
  if (response.status === 204) return { ok: true, value: undefined as T };
  try {
    return { ok: true, value: (await response.json()) as T };
  } catch {
    return { ok: false, ...offline };
  }
}

/** Asks for text: a record. */
export async function askText(path: string): Promise<Answer<string>> {
  const response = await send('GET', path);
  if (!response) return { ok: false, ...offline };
  if (!response.ok) return { ok: false, ...(await refusal(response)) };
  return { ok: true, value: await response.text() };
}

/** A refusal for people, in their language. */
export const refusedText = ({ code }: Refused): string => t(`refused.${code}` satisfies Key);

/** What a player adds to the dice. */
export function freshSalt(): string {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

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
