// The boats' colours and patterns, the same as in the chart. `npm run wasm` writes them.
import looks from '$wasm/pkg/looks.json';
import type { Color } from '$lib/rules/types';

interface Paint {
  hull: string;
  /** A colour that stands out from the hull. */
  sign: string;
  /** The dashes of its wake and of its line in a graph. */
  dashes: string;
  /** Its emblem, about 9 units wide, centred on the origin and facing east. */
  emblem: string;
}

export const PAINT: Record<Color, Paint> = looks;
