// The rivals' faces, put together from parts: flat, few colours, readable at 32 pixels. Everything stays in a circle of radius 32.
import type { Rival } from './rivals';

const INK = '#1d2b36';
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, width = 2.4, color = INK): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const dot = (x: number, y: number, r: number, fill = INK, ry = r): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${ry}" fill="${fill}"/>`;
const pair = (x: number, y: number, r: number, fill = INK, ry = r): string =>
  dot(32 - x, y, r, fill, ry) + dot(32 + x, y, r, fill, ry);

/** Shoulders that end on the circle. */
const shirt = (color: string): string =>
  path('M8 53A32 32 0 0 0 56 53C54 45.500 46 43.500 39 43H25C18 43.500 10 45.500 8 53Z', color);
const neck = (skin: string): string => path('M26.500 38H37.500V44C36 48.500 28 48.500 26.500 44Z', skin);
const head = (skin: string, wide = 13.5, high = 15): string =>
  pair(wide + 0.6, 32, 3, skin) + dot(32, 31, wide, skin, high);

const eyes = {
  open: pair(5.6, 31, 2.3, INK, 2.7),
  /** Looks up, with a light in each eye. */
  dreamy: pair(5.6, 30, 2.7, INK, 3) + pair(4.9, 28.8, 1, '#fff'),
  happy: line('M23.400 31.500Q26.400 27.800 29 31.500M35 31.500Q37.600 27.800 40.600 31.500'),
  half: pair(5.6, 31.4, 2.3, INK, 2.2) + line('M22.800 29.600H29.400M34.600 29.600H41.200', 2),
  sly: path(
    'M22.600 29.600L30 32.200Q26 34.600 22.600 29.600ZM41.400 29.600L34 32.200Q38 34.600 41.400 29.600Z',
    INK,
  ),
  wink: dot(26.4, 31, 2.3, INK, 2.7) + line('M34.800 31.500Q37.600 28.800 40.800 31.200'),
};
const mouth = {
  small: line('M29.500 39.400Q32 41 34.500 39.400'),
  smile: line('M27.500 38.300Q32 42.800 36.500 38.300'),
  laugh:
    path('M25.800 36.800H38.200Q37.200 43.600 32 43.600T25.800 36.800Z', INK) +
    path('M27.400 37.400H36.600V39.400H27.400Z', '#fff'),
  flat: line('M28.500 39.600H35.500'),
  smirk: line('M28 40Q33.500 41.200 36.600 37.600'),
};
const brows = (d: string, color: string): string => line(d, 2.2, color);

/** What each of them is made of, from back to front. */
const PARTS: Record<Rival, readonly string[]> = {
  rookie: [
    dot(32, 32, 32, '#bfe3f5'),
    shirt('#f2b632'),
    line('M24 44.500V60M40 44.500V60', 3, '#d4462b'),
    neck('#f4c9a8'),
    head('#f8d3b4', 13.5, 14),
    path(
      'M17.500 31C15 15 27 11.500 31 13.500C32 10 38 10 37.500 13.500C47 14 49 23 46.500 31C45 25 41 22.500 36 22.500C32 25 24 24 21.500 24C19.500 26 18.500 28 17.500 31Z',
      '#c9642a',
    ),
    pair(8.6, 35.5, 2.5, '#f0a58c', 1.7),
    eyes.dreamy,
    mouth.small,
  ],
  deckhand: [
    dot(32, 32, 32, '#f6d58a'),
    shirt('#f4f1e8'),
    line('M12 50H52M15 56.500H49', 3, '#245c8d'),
    neck('#6d432b'),
    head('#7d4f33'),
    path('M18 27C17 12 26 8 32 8S47 12 46 27Z', '#c8372d'),
    path('M16.500 22.500H47.500V28.500H16.500Z', '#e2574c'),
    eyes.happy,
    mouth.laugh,
  ],
  bosun: [
    dot(32, 32, 32, '#cfe6cf'),
    dot(32, 9.5, 6.5, '#5a3a26'),
    shirt('#20476b'),
    path('M26 43L32 51L38 43L41 46L34 55H30L23 46Z', '#fff'),
    neck('#e9b891'),
    head('#f0c5a0'),
    path(
      'M18 32C16 16 25 12.500 32 12.500S48 16 46 32C44.500 24 40 20.500 32 20.500S19.500 24 18 32Z',
      '#5a3a26',
    ),
    eyes.open,
    `<g fill="none" stroke="${INK}" stroke-width="1.800"><circle cx="26.200" cy="31" r="5"/><circle cx="37.800" cy="31" r="5"/><path d="M31.200 30.600Q32 29.800 32.800 30.600"/></g>`,
    mouth.small,
  ],
  mate: [
    dot(32, 32, 32, '#ffd9b8'),
    path('M16 44C13 24 19 11 32 11S51 24 48 44Z', '#e3b04b'),
    shirt('#1f8a8a'),
    neck('#dfa477'),
    head('#ecb587'),
    path(
      'M20 37C21 48 27 49.500 32 49.500S43 48 44 37C41 41.500 37 42 32 36.500C27 42 23 41.500 20 37Z',
      '#c99235',
    ),
    path(
      'M18.500 30C19 18 27 14.500 40 17C45 18.500 46 25 45.500 30C43 25 39 23 33 22.500C27 22.500 21 24 18.500 30Z',
      '#e3b04b',
    ),
    eyes.half,
    mouth.smirk,
  ],
  skipper: [
    dot(32, 32, 32, '#f9c7b6'),
    path('M44 17C57 15 59 30 52 41C53 31 50 26 44 25Z', '#2b2320'),
    shirt('#e8622c'),
    path('M30 43.500H34V62H30Z', '#fff'),
    neck('#c98d63'),
    head('#d79c70', 13, 15),
    path('M18.500 30C17 15 25 11 32 11S47 15 45.500 30C44 22 40 20 32 20S20 22 18.500 30Z', '#2b2320'),
    path(
      'M17.500 19.500C24 15.500 40 15.500 46.500 19.500V24.500C40 20.500 24 20.500 17.500 24.500Z',
      '#1d9bd1',
    ),
    brows('M22.500 27.200L29 28.600M41.500 27.200L35 28.600', '#2b2320'),
    eyes.open,
    mouth.smirk,
  ],
  commander: [
    dot(32, 32, 32, '#c9d3ea'),
    shirt('#22304f'),
    path('M27 43H37L32 53Z', '#fff'),
    line('M13 52H22M42 52H51', 3, '#e8b923'),
    neck('#e6bd8f'),
    head('#f0cb9f'),
    path(
      'M18 31C16 15 24 11.500 32 11.500S48 15 46 31L44 25C40 21.500 36 24 28 21C24 21 21 23 20 25Z',
      '#20242b',
    ),
    path('M18 32L17.800 25L20.500 24.500L20.500 30ZM46 32L46.200 25L43.500 24.500L43.500 30Z', '#9aa3ad'),
    brows('M22.800 27.600H29M35 27.600H41.200', '#20242b'),
    eyes.open,
    mouth.flat,
  ],
  captain: [
    dot(32, 32, 32, '#b8dbe8'),
    path('M17 42C15 30 17 20 32 20S49 30 47 42C44 45 20 45 17 42Z', '#3a2a20'),
    shirt('#16283c'),
    line('M25 49V60M39 49V60', 2.6, '#e8b923'),
    neck('#a96f45'),
    head('#b97d51', 13, 15),
    path('M19 29C21 22 26 21 32 21S43 22 45 29C42 25 37 24 32 24S22 25 19 29Z', '#3a2a20'),
    path('M14 17C13 8 22 5 32 5S51 8 50 17L46.500 20H17.500Z', '#fff'),
    path('M17 19H47V23.500Q32 19.500 17 23.500Z', '#16283c'),
    dot(32, 13, 3.4, '#e8b923'),
    brows('M22.600 27.800H29M35 26.600L41.200 25.600', '#3a2a20'),
    eyes.open,
    mouth.flat,
  ],
  admiral: [
    dot(32, 32, 32, '#d9c6e8'),
    shirt('#26306b'),
    pair(18, 48.5, 6, '#e8b923', 3.2),
    path('M28 43.500H36L32 60Z', '#fff'),
    neck('#e3a98a'),
    head('#efb99b'),
    path(
      'M18 30C15 44 22 51 32 51S49 44 46 30C45 36 42 37.500 38.500 36.500C35 35.500 33.500 36.500 32 37.500C30.500 36.500 29 35.500 25.500 36.500C22 37.500 19 36 18 30Z',
      '#f4f4f2',
    ),
    path('M9 22C10 7 22 3 32 3S54 7 55 22C48 17 40 19 32 21C24 19 16 17 9 22Z', '#26306b'),
    line('M10 21.500C16 17.500 24 19 32 21C40 19 48 17.500 54 21.500', 2.6, '#e8b923'),
    dot(32, 12, 4, '#e8b923'),
    brows('M22.500 27L29 28.200M41.500 27L35 28.200', '#d8d8d4'),
    eyes.open,
    line('M29.500 42Q32 43.600 34.500 42'),
  ],
  turtle: [
    dot(32, 32, 32, '#d6e6b5'),
    shirt('#4c7a3a'),
    path('M24 39H40V47C37 50 27 50 24 47Z', '#5f9449'),
    head('#eec3a4', 14, 15),
    path('M17 27C16 13 24 9 32 9S48 13 47 27C42 23.500 22 23.500 17 27Z', '#6d8f3f'),
    line('M24 12.500L27 23.500M40 12.500L37 23.500M19 19.500H45', 1.8, '#4c6b2b'),
    eyes.open,
    `<g fill="none" stroke="${INK}" stroke-width="1.800"><circle cx="26.200" cy="31" r="4.800"/><circle cx="37.800" cy="31" r="4.800"/><path d="M31 31H33"/></g>`,
    path(
      'M32 36.500C29 35.500 24 36.500 21.500 40.500C25.500 42.500 30 42 32 40C34 42 38.500 42.500 42.500 40.500C40 36.500 35 35.500 32 36.500Z',
      '#f2efe6',
    ),
  ],
  gambler: [
    dot(32, 32, 32, '#f3c9d8'),
    pair(14.5, 26, 7, '#b5361f') +
      pair(12, 17, 7.5, '#b5361f') +
      dot(32, 13, 9, '#b5361f') +
      pair(15, 36, 6, '#b5361f'),
    shirt('#6b3fa0'),
    path('M22 43C27 47.500 37 47.500 42 43L44 48C37 52.500 27 52.500 20 48Z', '#f2b632'),
    neck('#f3c7aa'),
    head('#f9d5bb', 12.5, 14.5),
    path(
      'M19.500 28C21 18 28 16.500 32 19C37 16 43 19 44.500 28C40 23.500 36 23 32 25C28 23 23 24 19.500 28Z',
      '#cf4a2c',
    ),
    `<rect x="14.500" y="38" width="6" height="6" rx="1.200" fill="#fff" stroke="${INK}" stroke-width="1"/><rect x="43.500" y="38" width="6" height="6" rx="1.200" fill="#fff" stroke="${INK}" stroke-width="1"/>`,
    pair(14.5, 41, 1.1),
    eyes.wink,
    path('M26.500 37.500H37.500Q36.500 42.600 32 42.600T26.500 37.500Z', '#a3262a'),
  ],
  fox: [
    dot(32, 32, 32, '#f2dcb8'),
    path('M17 28L13.500 9.500L25 17.500H39L50.500 9.500L47 28Z', '#d9722b'),
    shirt('#33312f'),
    path('M22 43L32 52L42 43L45 47L36 57H28L19 47Z', '#a32a2a'),
    neck('#e2b48e'),
    path(
      'M18.500 28C18.500 18 25 16 32 16S45.500 18 45.500 28C45.500 38 37 46.500 32 46.500S18.500 38 18.500 28Z',
      '#edc29c',
    ),
    path(
      'M18 31C16.500 16 25 13 32 14.500C40 12 47.500 17 46 31C44 26 42 23 40 21.500C37 24 34 24 31.500 22C29 25 24 25 22 23.500C20 25.500 19 28 18 31Z',
      '#d9722b',
    ),
    brows('M22.500 26.200L29.500 29M41.500 26.200L34.500 29', '#8a4317'),
    eyes.sly,
    mouth.smirk,
  ],
};

/** The face of a person whom we do not know: a life jacket in the colour of the boat. */
export const personSvg = (color: string): string =>
  [
    dot(32, 32, 32, '#dfe7ea'),
    shirt(color),
    line('M25 44.500V61M39 44.500V61', 2.4, '#ffffffb0'),
    neck('#cfa27f'),
    head('#dcb08c'),
    path('M18 30C16 14 26 11 33 12C42 11 48 18 46 30C44 24 40 21.500 34 22C28 24 21 23 18 30Z', '#4a3b32'),
    eyes.open,
    mouth.smile,
  ].join('');

/** The inside of an SVG with the view box `0 0 64 64`. */
export const faceSvg = (rival: Rival): string => PARTS[rival].join('');
