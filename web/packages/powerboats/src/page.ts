// What a page needs to draw boats and to offer choices.
import { ask, checked, whole } from './load.js';
import type { Color, Heading, Look, Plane, Scoring } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** The coordinates of a whole lake's chart, for drawing more on top of it. */
export const plane = (): Plane => ask(wasm.plane);

/** A boat as an SVG group, centred on the origin. */
export const boatSvg = (color: Color, heading: Heading, damage: number): string =>
  checked(() => wasm.boat(color, heading, whole(damage, 255, 'damage')));

/** How boats look outside a chart. */
export const looks = (): Record<Color, Look> => ask(wasm.looks);

/** The ways to score a match of this many players. */
export const scorings = (players: number): Scoring[] =>
  ask(() => wasm.scorings(whole(players, 6, 'number of players')));

/** The damage at which a boat sinks. */
export const sinksAt = (): number => checked(wasm.sinksAt);
