// The lake as a map: which hexes are open water, and where marks lie.
import { thePlane } from '$lib/rules/rules';
import type { CourseView, Hex, Leg } from '$lib/types';
import type { Point } from './camera/viewport.svelte';

/** Is this hex water without a buoy? */
export function isOpen(course: CourseView, hex: Hex): boolean {
  const column = hex.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = Number(hex.slice(1)) - 1;
  return course.lake[row]?.[column] === '.' && !course.buoys.includes(hex) && course.finish_buoy !== hex;
}

/** All open hexes. */
export const openHexes = (course: CourseView): Hex[] =>
  Object.keys(thePlane().centers).filter((hex) => isOpen(course, hex));

export const pointsOf = (hexes: readonly (Hex | null | undefined)[]): Point[] => {
  const { centers } = thePlane();
  return hexes.flatMap((hex) => (hex && centers[hex] ? [centers[hex]] : []));
};

/** The middle of some points. */
export const middle = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / Math.max(points.length, 1),
  points.reduce((sum, [, y]) => sum + y, 0) / Math.max(points.length, 1),
];

let named: Map<string, Hex> | undefined;
const place = ([x, y]: Point): string => `${Math.round(x / 17)} ${Math.round(y / 30)}`;

/** The hex that follows `to` on the straight line from `from`, its neighbour, if it is on the map. */
export function beyond(from: Hex, to: Hex): Hex | undefined {
  const { centers } = thePlane();
  const [a, b] = [centers[from], centers[to]];
  if (!a || !b) return undefined;
  named ??= new Map(Object.entries(centers).map(([hex, point]) => [place(point), hex]));
  return named.get(place([2 * b[0] - a[0], 2 * b[1] - a[1]]));
}

/** A mark as it is drawn. */
export interface MarkView {
  /** The buoy to go round; none at the line. */
  buoy: Point | undefined;
  /** The water of the gate or the line, from the buoy outward. */
  hexes: Hex[];
  /** The direction in which boats pass, in degrees as for SVG's `rotate`. */
  passing: number;
  /** 1 if boats turn clockwise round the buoy, as seen on the chart, and −1 if they turn anticlockwise. */
  turn: 1 | -1;
}

/** How many hexes of a gate are drawn. It goes on, but nobody passes that far from the buoy. */
const GATE = 7;

const angle = ([ax, ay]: Point, [bx, by]: Point): number => (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;

export function markOf(course: CourseView, leg: Leg): MarkView {
  const { degrees } = thePlane();
  const number = Number(leg);
  const gate = number > 0 ? course.gates[number - 1] : undefined;
  if (!gate) {
    const line = middle(pointsOf(course.line));
    const passing =
      leg === 'start'
        ? angle(line, middle(pointsOf(course.start_side)))
        : angle(middle(pointsOf(course.finish_side)), line);
    // Across the line, however far the hexes beside it reach.
    const [first, last] = pointsOf([course.line[0], course.line[3]]);
    const along = first && last ? angle(first, last) : 0;
    const across = Math.cos(((passing - along - 90) * Math.PI) / 180) > 0 ? along + 90 : along - 90;
    return { buoy: undefined, hexes: course.line, passing: across, turn: 1 };
  }
  const turn = course.rounding[number - 1] === 'right' ? 1 : -1;
  const [buoy] = pointsOf([course.buoys[number]]);
  const hexes = gate.hexes.slice(0, GATE).filter((hex) => isOpen(course, hex));
  return { buoy, hexes, passing: degrees[gate.heading] + 90 * turn, turn };
}

/** Where a mark is: its buoy, or the middle of the line. */
export function markPoint(course: CourseView, leg: Leg): Point {
  return markOf(course, leg).buoy ?? middle(pointsOf(course.line));
}
