// The fly-over: the camera visits the marks of a course in order, and shows the way round each.
import { LEGS, type CourseView, type Leg } from '$lib/types';
import { markOf, markPoint, pointsOf } from '../lake';
import { settings } from '$lib/store/settings.svelte';
import type { Point, Viewport } from './viewport.svelte';

/** Where the camera is: at a mark, or over the whole course. */
export type FlyStop = Leg | 'whole';

/** How long the camera stays at a mark, the flight there included, in milliseconds. */
const STAY = 2200;
/** How long the whole course is shown if nothing may move. */
const WHOLE = 6000;

/** What the camera shows at a mark. */
export const stopPoints = (course: CourseView, leg: Leg): Point[] => [
  markPoint(course, leg),
  ...pointsOf(markOf(course, leg).hexes.slice(0, 4)),
];

/** The way from mark to mark, as a line that passes each buoy on its correct side. */
export function courseLine(course: CourseView): Point[] {
  return LEGS.map((leg) => {
    const [x, y] = markPoint(course, leg);
    const [near] = pointsOf(markOf(course, leg).hexes);
    return Number(leg) > 0 && near ? near : ([x, y] as const);
  });
}

/** Resolves after a time, or when the flight is ended. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()));
  });

/** Flies round the course. `tell` is called at each stop. Without motion it shows the whole course instead. */
export async function fly(
  course: CourseView,
  viewport: Viewport,
  signal: AbortSignal,
  tell: (stop: FlyStop) => void,
): Promise<void> {
  if (settings.still) {
    viewport.fit();
    tell('whole');
    return wait(WHOLE, signal);
  }
  // The window has no size before its first frame.
  while (viewport.width === 0 && !signal.aborted) await wait(30, signal);
  for (const leg of LEGS) {
    if (signal.aborted) return;
    tell(leg);
    viewport.frame(stopPoints(course, leg), [], { least: viewport.base, most: 1.5 });
    await wait(STAY, signal);
  }
}
