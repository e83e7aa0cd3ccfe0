// Carrying a game to another device.
import { afterEach, expect, test, vi } from 'vitest';
import { newGame } from '$lib/game/local';
import { loadGame, saveGame } from '$lib/store/games';
import { SEATS } from '../../../test/regatta';
import { cleanCode, fetchGame, pack, readGame, sendGame, shownCode, unpack } from './carry';

afterEach(() => vi.unstubAllGlobals());

test('a code is read as people write it', () => {
  expect(cleanCode(' K3M9-x2qa\n')).toBe('k3m9x2qa');
  expect(shownCode('k3m9x2qa')).toBe('k3m9 x2qa');
});

test('a regatta goes to the server and comes back the same, once the rules have followed it', async () => {
  const game = newGame([...SEATS], { sides: 'dark', races: 1 });
  await saveGame(game).catch(() => undefined);
  let kept = '';
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      kept = (JSON.parse(String(init.body)) as { game: string }).game;
      return Promise.resolve(Response.json({ code: 'abcd1234', expires: 1 }, { status: 201 }));
    }
    expect(path).toBe('/api/carry/abcd1234');
    return Promise.resolve(Response.json({ game: kept }));
  });
  expect(await sendGame(game.id)).toMatchObject({ ok: true, value: { code: 'abcd1234' } });
  expect(kept.length).toBeLessThan(JSON.stringify(game).length);
  const got = await fetchGame('ABCD 1234');
  expect(got).toMatchObject({ ok: true, value: { id: game.id, dice: game.dice } });
  expect((await loadGame(game.id))?.story).toEqual(game.story);
  expect(await sendGame('unknown')).toMatchObject({ ok: false, code: 'not-found' });
});

test('what is no regatta, or too large, is refused', async () => {
  expect(await readGame('no base64!')).toBeUndefined();
  expect(await readGame(await pack('{"id":"a"}'))).toBeUndefined();
  expect(await readGame(await pack('{"id":"a","seats":[],"story":[{"type":"over"}]}'))).toBeUndefined();
  const bomb = await pack('a'.repeat(9_000_000));
  expect(bomb.length).toBeLessThan(20_000);
  await expect(unpack(bomb)).rejects.toThrow('too large');
});
