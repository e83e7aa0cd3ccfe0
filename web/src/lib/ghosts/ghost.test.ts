// Ghost boats: earlier runs on the same lake.
import { describe, expect, it } from 'vitest';
import type { Happening } from '$lib/types';
import { ghostsOf, racesOf, spotAt, turnsOf } from './ghost';

const moved = (color: 'red' | 'white', end: string, finished = false): Happening =>
  ({
    type: 'moved',
    color,
    to: 'straight',
    path: [end],
    end,
    heading: 'E',
    finished,
  }) as unknown as Happening;
const story = [
  { type: 'lake' },
  { type: 'race', race: 1, course: 'first' },
  { type: 'placed', color: 'red', at: 'b2', heading: 'E' },
  { type: 'placed', color: 'white', at: 'b3', heading: 'NE' },
  moved('red', 'c2'),
  moved('white', 'c3'),
  moved('red', 'd2', true),
  { type: 'race-over', race: 1 },
  { type: 'race', race: 2, course: 'second' },
  { type: 'placed', color: 'white', at: 'k1', heading: 'W' },
  { type: 'placed', color: 'red', at: 'k2', heading: 'W' },
  moved('white', 'k5', true),
  { type: 'resigned', color: 'red' },
] as Happening[];
const name = (color: string) => color.toUpperCase();

describe('ghosts', () => {
  it('are the boats of one race, turn by turn', () => {
    const [red, white] = racesOf(story.slice(0, 8)).flatMap((race) => ghostsOf(race, name));
    expect(red).toMatchObject({ name: 'RED', finished: true });
    expect(red && turnsOf(red)).toBe(2);
    expect(red && spotAt(red, 0)).toEqual({ at: 'b2', heading: 'E' });
    expect(red && spotAt(red, 2)?.at).toBe('d2');
    expect(red && spotAt(red, 3)).toBeUndefined();
    expect(white).toMatchObject({ name: 'WHITE', finished: false });
  });

  it('come from any race of a record, without boats that never moved', () => {
    const races = racesOf(story);
    expect(races.map(({ race, course }) => [race, course])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
    const [, second] = races.map((race) => ghostsOf(race, name));
    expect(second).toHaveLength(1);
    expect(second?.[0]).toMatchObject({ name: 'WHITE', finished: true });
    expect(second?.[0] && spotAt(second[0], 0)?.at).toBe('k1');
  });
});
