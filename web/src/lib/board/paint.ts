// The boats' colours and patterns, the same as in the chart. `npm run wasm` writes them.
import looks from '$still/looks.json';
import type { Color, Look } from '$lib/types';

export const PAINT: Record<Color, Look> = looks;
