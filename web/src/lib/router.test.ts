// Which page an address shows.
import { expect, test } from 'vitest';
import { match } from './router.svelte';

test('a path fits its pattern and no other', () => {
  expect(match('/game/ab%20c', '/game/:id')).toEqual({ id: 'ab c' });
  expect(match('/', '/')).toEqual({});
  expect(match('/game', '/game/:id')).toBeUndefined();
  expect(match('/games/1', '/game/:id')).toBeUndefined();
});
