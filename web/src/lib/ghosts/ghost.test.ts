// Ghost boats: earlier runs on the same lake.
import { describe, expect, it } from 'vitest';
import type { Happening } from '$lib/types';
import { ghostsOf, spotAt, turnsOf } from './ghost';

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
  { type: 'placed', color: 'red', at: 'b2', heading: 'E' },
  { type: 'placed', color: 'white', at: 'b3', heading: 'NE' },
  moved('red', 'c2'),
  moved('white', 'c3'),
  moved('red', 'd2', true),
  { type: 'race-over', race: 1 },
  moved('red', 'z9'),
] as Happening[];

describe('ghosts', () => {
  it('are the boats of the first race, turn by turn', () => {
    const [red, white] = ghostsOf(story, (color) => color.toUpperCase());
    expect(red).toMatchObject({ name: 'RED', finished: true });
    expect(red && turnsOf(red)).toBe(2);
    expect(red && spotAt(red, 0)).toEqual({ at: 'b2', heading: 'E' });
    expect(red && spotAt(red, 2)?.at).toBe('d2');
    expect(red && spotAt(red, 3)).toBeUndefined();
    expect(white).toMatchObject({ name: 'WHITE', finished: false });
  });
});
