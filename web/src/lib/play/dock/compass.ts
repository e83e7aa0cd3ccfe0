// Directions as they are on the screen: a boat that heads down has its left on the right.
import { thePlane } from '$lib/rules/rules';
import type { Heading, HeadingView } from '$lib/types';

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A step in this direction, in pixels to the right and down. */
function step(heading: Heading): readonly [number, number] {
  const angle = (thePlane().degrees[heading] * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The three directions from left to right as they are on the screen; of a boat that goes sideways, from top to bottom. */
export function onScreen(headings: readonly HeadingView[]): HeadingView[] {
  const ahead = headings.find(({ to }) => to === 'straight') ?? headings[0];
  if (!ahead) return [];
  const [x, y] = step(ahead.heading);
  const down = y > 0.1 || (Math.abs(y) <= 0.1 && x < 0);
  return down ? [...headings].reverse() : [...headings];
}

/** The direction that an arrow key means: the one that points most nearly that way. Of two alike, straight ahead. */
export function byArrow(key: string, headings: readonly HeadingView[]): HeadingView | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const along = ({ heading, to }: HeadingView): number => {
    const [x, y] = step(heading);
    return x * arrow[0] + y * arrow[1] + (to === 'straight' ? 0.01 : 0);
  };
  const best = [...headings].sort((a, b) => along(b) - along(a))[0];
  return best && along(best) > 0.1 ? best : undefined;
}
