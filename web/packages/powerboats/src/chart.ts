// How charts look.
import type { Water } from './types.js';

/** The frame of a chart: letters and numbers of the hexes, or none. */
export type Rim = 'coordinates' | 'none';

/** The choices of a chart. */
export interface ChartOptions {
  /** Light or dark water; `light` unless given. */
  water?: Water;
  /** `coordinates` unless given. */
  rim?: Rim;
}
