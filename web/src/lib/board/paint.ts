// The boats' colours and patterns outside the chart: as the chart paints them. Written by `npm run wasm`.
import looks from '$wasm/pkg/looks.json';
import type { Color } from '$lib/rules/types';

interface Paint {
  hull: string;
  /** Stands out from the hull. */
  sign: string;
  /** Of its wake and of its line in a graph. */
  dashes: string;
  /** Its emblem, about 9 wide round the origin, facing east. */
  emblem: string;
}

export const PAINT: Record<Color, Paint> = looks;
