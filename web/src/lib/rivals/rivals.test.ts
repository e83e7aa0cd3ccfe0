// What the computer players say.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Show } from '$lib/game/show.svelte';
import { seatsAgainst, seatsOf } from '$lib/game/seats';
import { PILOT_NAMES } from '$lib/types';
import { still } from '../../test/regatta';
import { Chatter } from './chatter.svelte';
import { faceSvg, personSvg } from './faces';
import { fairRivals, FIRST, RIVALS, rivalTitle, stepOf, USUAL } from './rivals';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('every pilot of the rules has a name, a face and a place on the ladder', () => {
  expect([...RIVALS].sort()).toEqual([...PILOT_NAMES].sort());
  const faces = RIVALS.map((rival) => faceSvg(rival));
  expect(new Set(faces).size).toBe(RIVALS.length);
  for (const svg of [...faces, personSvg('#fff')]) {
    const drawn = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`,
      'image/svg+xml',
    );
    expect(drawn.querySelector('parsererror')).toBeNull();
    // Several of them stand on one page, so nothing in them may have an id.
    expect(drawn.querySelector('[id]')).toBeNull();
  }
  expect(rivalTitle('captain')).toBe('Captain Ines');
  expect(stepOf('rookie')).toBeLessThan(stepOf('admiral'));
});

test('a first race is against the rivals whom the ladder names for it', () => {
  const kinds = readFileSync('../crates/pilots/src/pilot/kind.rs', 'utf8');
  const [, named = ''] = /FIRST_RIVALS: \[PilotKind; \d+\] = \[([^\]]*)\]/.exec(kinds) ?? [];
  expect(named.toLowerCase().replaceAll('pilotkind::', '').split(', ')).toEqual(FIRST);
});

test('a fair race is against the suggested rival and people of about that strength', () => {
  for (const rival of RIVALS) {
    const rivals = fairRivals(rival);
    expect(rivals[0]).toBe(rival);
    expect(new Set(rivals).size).toBe(rivals.length);
    for (const other of rivals) expect(Math.abs(stepOf(other) - stepOf(rival))).toBeLessThanOrEqual(1);
  }
});

test('a race against rivals: you are yellow, they have names, nobody is there twice', () => {
  for (const rivals of [FIRST, USUAL]) {
    const seats = seatsAgainst('', rivals);
    expect(seats).toHaveLength(rivals.length + 1);
    expect(seats.find(({ pilot }) => !pilot)).toEqual({ color: 'yellow', name: 'Yellow' });
    expect(new Set(seats.map(({ color }) => color)).size).toBe(seats.length);
  }
  expect(seatsOf([{ color: 'red', who: 'captain', name: 'ignored' }])).toEqual([
    { color: 'red', pilot: 'captain', name: 'Ines' },
  ]);
});

test('rivals speak once in a while, one at a time, and stop by themselves', () => {
  const show = new Show(still(40));
  const chatter = new Chatter();
  let lines = 0;
  let before: string | undefined;
  show.story.forEach((happening) => {
    chatter.hear(happening, show);
    if (chatter.line && chatter.line.text !== before) lines += 1;
    before = chatter.line?.text;
  });
  const moves = show.story.filter(({ type }) => type === 'moved').length;
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(1 + moves / 6);
  expect(chatter.line?.pilot ?? 'skipper').toBe('skipper');
  vi.runAllTimers();
  expect(chatter.line).toBeUndefined();
  chatter.close();
  show.close();
});
