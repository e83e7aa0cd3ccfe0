// Requests to the server and their failures.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, askText, SLOW, submit } from './http';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that takes the request and never answers. */
const silent = (): ReturnType<typeof vi.fn> => {
  const fetch = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('a request that is not answered ends', async () => {
  silent();
  const answer = ask('GET', '/api/me');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toEqual({ ok: false, code: 'offline', message: '' });
});

test('what makes the server work may take longer, and ends too', async () => {
  silent();
  const answered = vi.fn();
  void askText('/record').then(answered);
  void ask('GET', '/analysis', undefined, SLOW).then(answered);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(answered).toHaveBeenCalledTimes(2);
});

test('an answer says where the next page begins', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([1], { headers: { 'x-next-before': '7' } })));
  expect(await ask('GET', '/api/regattas')).toEqual({ ok: true, value: [1], next: '7' });
});

test('an action that may have been stored is sent again with the same id', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    bodies.push(body);
    const unknown = Response.json({ code: 'unknown', message: '' }, { status: 503 });
    return Promise.resolve(bodies.length < 3 ? unknown : Response.json({ seq: 4 }));
  });
  const answer = submit('r1', { id: 'a', action: { type: 'back' } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toEqual({ ok: true, value: { seq: 4 } });
  expect(new Set(bodies).size).toBe(1);
});
