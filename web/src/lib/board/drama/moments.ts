// Moments of a race that deserve a sign: what was special about a happening.
import { LEGS, type BoatView, type Color, type CourseView, type GameView, type Happening } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import { beyond, isOpen, markPoint } from '../lake';
import { thePlane } from '$lib/rules/rules';

export type Moment =
  | { kind: 'photo' }
  | { kind: 'finish'; place: number }
  | { kind: 'sink' }
  | { kind: 'crash'; damage: number }
  | { kind: 'round'; buoy: number }
  | { kind: 'overtake'; whom: Color }
  | { kind: 'exact' }
  | { kind: 'threes' }
  /** The finish can be reached in this turn. */
  | { kind: 'last' };

/** How far a boat is: a greater number is farther on. Only for signs; the rules do not rank boats in a race. */
function progress(course: CourseView, { leg, owes, at }: Pick<BoatView, 'leg' | 'owes' | 'at'>): number {
  const here = thePlane().centers[at ?? ''];
  const mark = markPoint(course, leg);
  const far = here ? Math.hypot(here[0] - mark[0], here[1] - mark[1]) : 0;
  return LEGS.indexOf(leg) - (owes ? 0.5 : 0) - far / 4000;
}

/** The boat that was ahead before this move and is not any more. */
function overtaken(moved: Happened<'moved'>, was: BoatView, before: GameView): Color | undefined {
  const { course, state } = before;
  if (!course || !state || was.leg === 'start') return undefined;
  const [then, now] = [progress(course, was), progress(course, { ...moved, at: moved.end })];
  const passed = state.boats.filter(({ color, status, leg, ...boat }) => {
    if (color === moved.color || status !== 'racing' || leg === 'start') return false;
    const there = progress(course, { leg, owes: boat.owes, at: boat.at });
    return then < there && there < now;
  });
  return passed[0]?.color;
}

/** Did the boat stop on the last hex of water? */
function isExact({ crash, path, total, end }: Happened<'moved'>, from: string, course: CourseView): boolean {
  if (crash || path.length < 3 || path.length !== total) return false;
  const next = beyond(path.at(-2) ?? from, end);
  return next === undefined || !isOpen(course, next);
}

function movedMoments(moved: Happened<'moved'>, before: GameView): Moment[] {
  const was = before.state?.boats.find(({ color }) => color === moved.color);
  const { course, state } = before;
  if (!was?.at || !course || !state) return [];
  const found: Moment[] = [];
  if (moved.finished) {
    const finished = state.boats.filter(({ status }) => status === 'finished');
    if (finished.some(({ turns }) => turns === was.turns + 1)) found.push({ kind: 'photo' });
    found.push({ kind: 'finish', place: finished.length + 1 });
  } else if (moved.sunk) found.push({ kind: 'sink' });
  if (moved.crash) found.push({ kind: 'crash', damage: moved.damage });
  if (moved.finished || moved.sunk) return found;
  const [then, now] = [LEGS.indexOf(was.leg), LEGS.indexOf(moved.leg)];
  if (now > then && now > 1) found.push({ kind: 'round', buoy: now - 1 });
  const whom = moved.crash ? undefined : overtaken(moved, was, before);
  if (whom) found.push({ kind: 'overtake', whom });
  if (isExact(moved, was.at, course)) found.push({ kind: 'exact' });
  return found;
}

/** The moments of a happening, the greatest first. */
export function momentsOf(happening: Happening, before: GameView): Moment[] {
  if (happening.type === 'moved') return movedMoments(happening, before);
  const threes = happening.type === 'rolled' && happening.rolled.length > 0;
  return threes && happening.dice.filter((die) => die === 3).length === 3 ? [{ kind: 'threes' }] : [];
}
