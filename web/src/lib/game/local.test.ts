// The host of a local game.
import { expect, test, vi } from 'vitest';
import type { Brain } from '$lib/rules/brain';
import { Game, PowerboatsError } from 'powerboats';
import type { SavedGame } from '$lib/store/games';
import { anything, DICE, reader, SEATS } from '../../test/regatta';
import { LocalHost, newGame, openRecord } from './local';

/** A computer player that makes the first legal decision. */
const pilots = {
  pilot: async ({ story }: { story: Parameters<typeof Game.follow>[0] }) => {
    const game = Game.follow(story);
    const next = anything(game.view());
    game.free();
    return next?.decision;
  },
} as unknown as Brain;

const fresh = () => newGame([...SEATS], { sides: 'dark', races: 1 }, 1, DICE);

test('everything is kept before it is told, and a reload goes on where it was', async () => {
  let kept: SavedGame | undefined;
  const keep = vi.fn(async (game: SavedGame) => {
    kept = JSON.parse(JSON.stringify(game)) as SavedGame;
  });
  const host = new LocalHost(fresh(), keep, pilots);
  const heard = vi.fn(() => expect(kept?.story.length).toBe(host.story.length));
  host.listen(heard);
  host.setPace(() => Promise.resolve());
  for (let i = 0; i < 6; i += 1) {
    await vi.waitFor(() => expect(host.mine).toContain(turn(host.story)));
    const game = Game.follow(host.story);
    const next = anything(game.view());
    game.free();
    if (next) await host.decide(next.color, next.decision);
  }
  expect(heard).toHaveBeenCalled();
  host.close();
  const again = new LocalHost(kept as SavedGame, keep, pilots);
  expect(again.story).toEqual(kept?.story);
  again.close();
});

const turn = (story: Parameters<typeof Game.follow>[0]) => {
  const game = Game.follow(story);
  const { state } = game.view();
  game.free();
  return state?.turn;
};

test('what the rules forbid is refused and changes nothing', async () => {
  const host = new LocalHost(fresh(), async () => undefined, pilots);
  const before = host.story.length;
  await expect(host.decide('red', { type: 'steer', to: 'left' })).rejects.toBeInstanceOf(PowerboatsError);
  expect(host.story.length).toBe(before);
  host.close();
});

test('a device that keeps nothing is reported, and play goes on', async () => {
  const trouble = vi.fn();
  const host = new LocalHost(fresh(), () => Promise.reject(new Error('full')), pilots, trouble);
  const game = Game.follow(host.story);
  const next = anything(game.view());
  game.free();
  if (next) await host.decide(next.color, next.decision);
  expect(trouble).toHaveBeenCalledOnce();
  expect(host.story.length).toBe(3);
  host.close();
});

test('a record is opened with its names, and one that lies is refused', async () => {
  const saved = fresh();
  const game = Game.follow(saved.story);
  const record = game.record({ red: 'Ada', white: 'Bo' }, DICE, true);
  game.free();
  expect((await reader.verify(record)).rolls).toBe(0);
  const opened = await openRecord(record, reader);
  expect(opened.seats.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  expect(opened.story).toEqual(saved.story);
  await expect(openRecord(record.replace('sides: dark', 'sides: wet'), reader)).rejects.toThrowError(
    /line \d+/i,
  );
});
