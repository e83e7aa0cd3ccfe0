// The lists of the lobby.
import { afterEach, expect, test, vi } from 'vitest';
import type { RegattaSummary } from '$lib/types';
import { LobbyList } from './lobby.svelte';

const regatta = (number: number, more: Partial<RegattaSummary> = {}): RegattaSummary => ({
  id: `r${number}`,
  stage: 'open',
  settings: { seats: 2 },
  host: 'bo',
  seats: [],
  created: number,
  ...more,
});
const many = (from: number, count: number): RegattaSummary[] =>
  Array.from({ length: count }, (_, i) => regatta(from - i));
const lobby = (): LobbyList => new LobbyList(({ host }) => host === 'ada');
const first = (list: LobbyList, regattas: RegattaSummary[], more = false): void =>
  list.hear({ type: 'lobby', regattas, more, open: 250, live: 3 });

afterEach(() => vi.unstubAllGlobals());

test('changes: new ones come, finished ones go, ours stay however old they are', () => {
  const list = lobby();
  first(list, [regatta(1, { host: 'ada' }), ...many(100, 99)]);
  list.hear({ type: 'changed', regattas: [regatta(50, { stage: 'over' }), ...many(300, 10)] });
  expect(list.regattas).toHaveLength(101);
  expect(list.regattas.some(({ id }) => id === 'r50')).toBe(false);
  expect(list.regattas.at(-1)?.id).toBe('r1');
  expect([list.more, list.counts.open]).toEqual([true, 250]);
});

test('news that is older than the list changes nothing', () => {
  const list = lobby();
  first(list, [regatta(1, { stage: 'live' })]);
  list.hear({ type: 'changed', regattas: [regatta(1)] });
  expect(list.regattas.map(({ stage }) => stage)).toEqual(['live']);
});

test('older ones come by the page, none twice, until there are no more', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    // The socket has already sent the first page.
    const from = path.includes('before=150') ? 150 : 250;
    const headers: Record<string, string> = from === 250 ? { 'x-next-before': '150' } : {};
    return Promise.resolve(Response.json(many(from, 100), { headers }));
  });
  const list = lobby();
  list.choose('open');
  expect(list.path).toBe('/api/lobby/socket?stage=open');
  first(list, many(250, 100), true);
  await list.older();
  expect(asked).toEqual([
    '/api/regattas?limit=100&stage=open',
    '/api/regattas?limit=100&stage=open&before=150',
  ]);
  expect(list.regattas).toHaveLength(200);
  expect(list.more).toBe(false);
});
