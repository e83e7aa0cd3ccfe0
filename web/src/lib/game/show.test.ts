// What is shown while events arrive.
import { describe, expect, test, vi } from 'vitest';
import { Game } from 'powerboats';
import type { Happening } from '$lib/types';
import { still } from '../../test/regatta';
import { Show } from './show.svelte';

const at = (story: readonly Happening[], count: number) => {
  const game = Game.follow(story.slice(0, count));
  const view = game.view();
  game.free();
  return view;
};

describe('a show', () => {
  test('jumps anywhere, and is there what following says', () => {
    const show = new Show(still(30));
    for (const count of [1, 9, 4, 20, 2, show.told, 12]) {
      show.setPlaying(false);
      show.goTo(count);
      expect(show.shown).toBe(count);
      expect(show.view).toEqual(at(show.story, count));
    }
    show.close();
  });

  test('plays on to the end, one happening at a time, each on the stage first', async () => {
    const host = still(12);
    const heard: string[] = [];
    const show = new Show(host, 2, ({ type }) => heard.push(type));
    const played: number[] = [];
    show.setStage({ play: async () => (played.push(show.shown), () => undefined), cancel: () => undefined });
    await vi.waitFor(() => expect(show.current).toBe(true));
    await show.caughtUp();
    expect(heard).toEqual(host.story.slice(2).map(({ type }) => type));
    expect(show.view).toEqual(at(host.story, host.story.length));
    show.close();
  });

  test('wakes are the hexes of this race', () => {
    const show = new Show(still(20));
    const moved = show.story.filter((it) => it.type === 'moved' && it.color === 'red');
    const hexes = moved.flatMap((it) => (it.type === 'moved' ? it.path : []));
    // A move begins where the one before ended.
    const [start, ...moves] = show.wakes.red ?? [];
    expect(moves.flatMap((move) => move.slice(1))).toEqual(hexes);
    expect([start, ...moves].slice(0, -1).map((move) => move?.at(-1))).toEqual(moves.map(([from]) => from));
    show.close();
  });

  test('looks back to just after the last move of a colour', () => {
    const show = new Show(still(30));
    const since = show.since('red');
    const last = show.story[since - 1];
    expect(last?.type).toBe('moved');
    expect(last && 'color' in last && last.color).toBe('red');
    expect(show.story.slice(since).some((it) => it.type === 'moved' && it.color === 'red')).toBe(false);
    show.close();
  });

  test('a story against the rules is a fault, not a crash', () => {
    const host = still(10);
    const story = [...host.story];
    const moved = story.findIndex(({ type }) => type === 'moved');
    story[moved] = { ...story[moved], total: 25 } as Happening;
    const show = new Show({
      ...host,
      story,
      listen: () => () => undefined,
      close: () => undefined,
    } as typeof host);
    expect(show.fault?.message).toContain('from the rules');
  });
});
