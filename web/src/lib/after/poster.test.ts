// Tests of the posters that people share.
import { describe, expect, it } from 'vitest';
import { MOST_LINES, posterSvg } from './poster';

const poster = { title: 'Club <evening>', below: 'Round 3', app: 'Powerboats', address: 'example.org' };

describe('a poster', () => {
  it('has a line for each place and escapes what people have written', () => {
    const svg = posterSvg({ ...poster, lines: [{ place: '1', text: 'Ann & Ben', value: '2.50' }] });
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(drawn.querySelector('parsererror')).toBeNull();
    expect([...drawn.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
      'Club <evening>',
      'Round 3',
      '1',
      'Ann & Ben',
      '2.50',
      'Powerboats',
      'example.org',
    ]);
  });

  it('grows with its lines, up to a limit', () => {
    const lines = Array.from({ length: 40 }, (_, i) => ({ text: `Player ${i}` }));
    const svg = posterSvg({ ...poster, lines });
    expect(svg.split('Player ').length - 1).toBe(MOST_LINES);
    expect(svg).toContain(`viewBox="0 0 1200 ${236 + MOST_LINES * 62 + 110}"`);
  });
});
