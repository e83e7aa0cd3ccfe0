// The bar at the top of a game.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '$lib/i18n/i18n.svelte';
import Bar from './Bar.svelte';

afterEach(() => setLanguage('en'));

test('a regatta of one race does not count its races', async () => {
  const heading = (races: number): string => {
    cleanup();
    render(Bar, { race: 1, races, badge: 0, onhelp: () => undefined, onmenu: () => undefined });
    return document.querySelector('strong')?.textContent ?? '';
  };
  const told = [];
  for (const language of ['en', 'de', 'fr', 'zh-Hant'] as const) {
    await setLanguage(language);
    told.push([heading(1), heading(3)]);
  }
  expect(told).toEqual([
    ['Race A', 'Race A of 3'],
    ['Rennen A', 'Rennen A von 3'],
    ['Course A', 'Course A sur 3'],
    ['A 場', 'A 場（共 3 場）'],
  ]);
});
