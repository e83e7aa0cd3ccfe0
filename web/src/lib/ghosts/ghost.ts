// Ghosts: boats of other races, which show where they were after as many turns. They are drawn and never in the way.
import type { Show } from '$lib/game/show.svelte';
import type { Color, Happening, Heading, Hex } from '$lib/types';

/** The run of a boat on the first course of a record. */
export interface Ghost {
  name: string;
  color: Color;
  /** Where it was placed, then where it was after each turn. */
  spots: { at: Hex; heading: Heading }[];
  finished: boolean;
}

/** The ghosts of the boats of a story, from its first race. */
export function ghostsOf(story: readonly Happening[], nameOf: (color: Color) => string): Ghost[] {
  const ghosts = new Map<Color, Ghost>();
  for (const happening of story) {
    if (happening.type === 'race-over') break;
    if (happening.type === 'placed') {
      const { color, at, heading } = happening;
      ghosts.set(color, { name: nameOf(color), color, spots: [{ at, heading }], finished: false });
    } else if (happening.type === 'moved') {
      const ghost = ghosts.get(happening.color);
      ghost?.spots.push({ at: happening.end, heading: happening.heading });
      if (ghost && happening.finished) ghost.finished = true;
    }
  }
  return [...ghosts.values()];
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
