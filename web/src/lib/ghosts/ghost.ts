// Ghosts: boats of other races, which show where they were after as many turns. They are drawn and never in the way.
import type { Show } from '$lib/game/show.svelte';
import type { Happened } from '$lib/rules/happened';
import type { Color, Happening, Heading, Hex } from '$lib/types';

/** The run of a boat in one race of a record. */
export interface Ghost {
  name: string;
  color: Color;
  /** Where it was placed, then where it was after each turn. */
  spots: { at: Hex; heading: Heading }[];
  finished: boolean;
}

/** A race of a story: its course, and what happened after it was dealt. */
export interface Race extends Pick<Happened<'race'>, 'race' | 'course'> {
  happenings: Happening[];
}

/** The races of a story, as far as they were raced. */
export function racesOf(story: readonly Happening[]): Race[] {
  const races: Race[] = [];
  for (const happening of story) {
    if (happening.type === 'race')
      races.push({ race: happening.race, course: happening.course, happenings: [] });
    else races.at(-1)?.happenings.push(happening);
  }
  return races;
}

/** The ghosts of the boats of a race. A boat that never moved has none. */
export function ghostsOf({ happenings }: Race, nameOf: (color: Color) => string): Ghost[] {
  const ghosts = new Map<Color, Ghost>();
  for (const happening of happenings) {
    if (happening.type === 'placed') {
      const { color, at, heading } = happening;
      ghosts.set(color, { name: nameOf(color), color, spots: [{ at, heading }], finished: false });
    } else if (happening.type === 'moved') {
      const ghost = ghosts.get(happening.color);
      ghost?.spots.push({ at: happening.end, heading: happening.heading });
      if (ghost && happening.finished) ghost.finished = true;
    }
  }
  return [...ghosts.values()].filter((ghost) => turnsOf(ghost) > 0);
}

/** After how many turns ghosts are shown: as many as the person here has taken. */
export function turnsShown({ view, host }: Pick<Show, 'view' | 'host'>): number {
  const boats = view.state?.boats ?? [];
  const mine = boats.filter(({ color }) => host.mine.includes(color));
  return Math.max(0, ...(mine.length > 0 ? mine : boats).map(({ turns }) => turns));
}

/** The turns that a ghost took. */
export const turnsOf = ({ spots }: Ghost): number => spots.length - 1;

/** Where a ghost is after so many turns; nothing once its race is over. */
export const spotAt = ({ spots }: Ghost, turns: number): Ghost['spots'][number] | undefined => spots[turns];
