// The boats' colours and patterns outside the chart: as the chart paints them (crates/chart/src/boat.rs, wake.rs).
import type { Color } from '$lib/rules/types';

interface Paint {
  hull: string;
  /** Stands out from the hull. */
  sign: string;
  /** Of its wake and of its line in a graph. */
  dashes: string;
  /** Its emblem, about 9 wide round the origin. */
  emblem: string;
}

export const PAINT: Record<Color, Paint> = {
  orange: {
    hull: '#f47b16',
    sign: '#2b1400',
    dashes: 'none',
    emblem: 'M-3.7 0a3.7 3.7 0 1 1 7.4 0 3.7 3.7 0 1 1-7.4 0z',
  },
  yellow: { hull: '#f6c700', sign: '#2e2500', dashes: '9 5', emblem: 'M0-4.4 4.2 3.2H-4.2z' },
  black: { hull: '#1d222a', sign: '#ffffff', dashes: '0.1 5', emblem: 'M-3.2-3.2H3.2V3.2H-3.2z' },
  red: { hull: '#c8102e', sign: '#ffffff', dashes: '14 5 0.1 5', emblem: 'M-4.2 0 0-4.8 4.2 0 0 4.8z' },
  purple: {
    hull: '#7a2fb8',
    sign: '#ffffff',
    dashes: '5 5',
    emblem: 'M0-4.8 1.3-1.5 4.7-1.4 2 .7 3 4-.1 2.1-3 4-2 .7-4.7-1.4-1.3-1.5z',
  },
  white: {
    hull: '#f4f7fa',
    sign: '#16222c',
    dashes: '9 5 0.1 5 0.1 5',
    emblem: 'M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3z',
  },
};
