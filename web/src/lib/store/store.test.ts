// What version 0.1 stored in a browser (test/store-0.1.json, written by that version) can still be read and continued.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalHost } from '$lib/game/local';
import { Game } from 'powerboats';
import { anything, reader } from '../../test/regatta';
import type { SavedGame } from './games';

interface Kept {
  version: number;
  localStorage: Record<string, string>;
  games: SavedGame[];
}
const kept = JSON.parse(readFileSync('src/test/store-0.1.json', 'utf8')) as Kept;

beforeEach(() => {
  vi.resetModules();
  Object.entries(kept.localStorage).forEach(([key, text]) => localStorage.setItem(key, text));
});
afterEach(() => localStorage.clear());

test('the same keys, the same database', () => {
  expect(Object.keys(kept.localStorage).sort()).toEqual([
    'powerboats.came',
    'powerboats.hushed',
    'powerboats.learn',
    'powerboats.settings',
  ]);
  expect(kept.version).toBe(1);
});

test('settings, lessons, whom one does not hear', async () => {
  const { settings } = await import('./settings.svelte');
  expect(settings.kept).toMatchObject(JSON.parse(kept.localStorage['powerboats.settings'] ?? ''));
  expect(settings.kept).toMatchObject({ speed: 'instant', language: 'en' });
  const { remembered } = await import('$lib/learn/tutor.svelte');
  expect(remembered().done).toEqual(['dice']);
  const { hushed } = await import('$lib/online/chat/hushed.svelte');
  const ids = JSON.parse(kept.localStorage['powerboats.hushed'] ?? '') as string[];
  expect(ids.map((id) => hushed.has(id))).toEqual([true]);
});

test('somebody who came before is asked for at the server', async () => {
  const fetch = vi.fn(() => Promise.reject(new Error('no network')));
  vi.stubGlobal('fetch', fetch);
  const { account } = await import('$lib/net/me.svelte');
  await account.load();
  expect(fetch).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

const namesOf = ({ seats }: SavedGame): Record<string, string> =>
  Object.fromEntries(seats.map(({ color, name }) => [color, name]));

test.each(kept.games.filter(({ over }) => over))(
  'a regatta that is over can be checked: $id',
  async (saved) => {
    const game = Game.follow(saved.story);
    const record = saved.record ?? game.record(namesOf(saved), saved.dice, true);
    expect((await reader.verify(record)).rolls).toBeGreaterThan(0);
    game.free();
  },
);

test('a regatta on the water goes on to its end, with the dice it had', async () => {
  const saved = kept.games.find(({ over }) => !over);
  if (!saved) throw new Error('none is on the water');
  const save = vi.fn(() => Promise.resolve());
  const host = new LocalHost(structuredClone(saved), save);
  const seen = Game.follow(saved.story);
  host.listen((news) => seen.tell(...news));
  for (let i = 0; i < 2000 && !seen.view().over; i += 1) {
    const next = anything(seen.view());
    if (!next) break;
    await host.decide(next.color, next.decision);
  }
  expect(seen.view().over).toBe(true);
  const record = seen.record(namesOf(saved), saved.dice, true);
  expect((await reader.verify(record)).rolls).toBeGreaterThan(0);
  expect(save).toHaveBeenCalled();
  seen.free();
  host.close();
});
