// Luck in words.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { LANGUAGES, setLanguage } from '$lib/i18n/i18n.svelte';
import type { AnalysisView, PlayerAnalysisView } from '$lib/types';
import LuckWords from './LuckWords.svelte';

afterEach(() => setLanguage('en'));

/** A player who sank, with more luck and errors than a family can make sense of. */
const sunk = (stand_in = 0): PlayerAnalysisView => ({
  color: 'red',
  name: 'Ada',
  points: 3,
  races: 1,
  luck: 58.7,
  luck_per_race: 58.7,
  luck_capped: 6,
  luck_percentile: 99.98,
  error: 167.3,
  error_capped: 12.1,
  error_per_decision: 4.2,
  decisions: 40,
  stand_in: { turns: stand_in, luck: -3.2, error: 41.9 },
  traffic: 0.4,
  class: 'mate',
  turns: 31.4,
  turns_without_luck: 90.1,
  place_without_luck: 1,
  mistakes: [],
  in_points: null,
});
const shown = (...players: PlayerAnalysisView[]): string => {
  const analysis: AnalysisView = { format: 1, players, races: [] };
  render(LuckWords, { analysis, seats: players.map(({ color, name }) => ({ color, name })) });
  return document.body.textContent ?? '';
};

test('luck is told in words, without a number that needs explaining, in every language', async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const text = shown(sunk());
    expect(text, language).toContain('99');
    expect(text, language).not.toMatch(/[+−-]\d|\d[.,]\d|58|167|luck\./);
    cleanup();
  }
});

test('turns of a stand-in are told apart, and a player who never played gets no verdict', () => {
  expect(shown(sunk())).not.toContain('computer player');
  cleanup();
  expect(shown(sunk(3))).toContain('A computer player stood in for 3 turns, not counted here.');
  cleanup();
  const absent = { ...sunk(24), luck_percentile: null, class: null, decisions: 0 };
  const text = shown(absent);
  expect(text).toContain('24 turns');
  expect(text).not.toMatch(/ordinary|lucky dice|plays like/);
});
