// The boats' colours and patterns outside the chart: as the chart paints them. Written by `npm run wasm`.
import looks from '$wasm/pkg/looks.json';
import type { Color, Look } from '$lib/types';

export const PAINT: Record<Color, Look> = looks;
