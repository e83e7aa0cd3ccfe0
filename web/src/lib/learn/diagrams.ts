// The examples in the rules: a position, the decisions from there, and what the dice show.
import type { Decision, Die } from '$lib/types';

export const SECTIONS = [
  'aim',
  'course',
  'start',
  'dice',
  'heading',
  'crash',
  'boats',
  'round',
  'finish',
  'points',
  'turns',
  'repair',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface Diagram {
  id: string;
  position: string;
  bare?: boolean;
  decisions: { decision: Decision; rolled?: Die[] }[];
}

const OPEN = '#9.#/11./11./11./11./11./#4.#4.#';
const ASHORE = 'a7E,k1,k7,a1';
const ROUND = '12./12./12./12./12./12./12./12./12.';
const COURSE = 'e5E,k3,k7,b7';

const hold = (dice: Die[], count: number, rolled: Die[] = []) => ({
  decision: { type: 'dice', hold: dice, count } as const,
  rolled,
});
const steer = (to: 'left' | 'straight' | 'right') => ({ decision: { type: 'steer', to } as const });
const place = (at: string, heading: 'NE' | 'NW') => ({ decision: { type: 'place', at, heading } as const });

export const DIAGRAMS: Partial<Record<Section, Diagram[]>> = {
  course: [
    {
      id: 'course',
      position: `3.3#6./12./12./12./12./5.2#5./12./12./12. ${COURSE} A-turns red:g5NE:-:0:start:0,white:h5NE:-:0:start:0 dice:red`,
      decisions: [],
    },
  ],
  start: [
    {
      id: 'start',
      position: `${ROUND} ${COURSE} A-classic orange:unplaced:-:0:start:0,yellow:unplaced:-:0:start:0,red:unplaced:-:0:start:0,purple:unplaced:-:0:start:0 place:purple`,
      decisions: [place('g5', 'NE'), place('i5', 'NE'), place('h5', 'NW'), place('f6', 'NE')],
    },
  ],
  dice: [
    {
      id: 'dice',
      position: `#9.#/3.#7./11./11./.#9./11./#4.#4.# ${ASHORE} A-turns yellow:b6NE:32:0:start:2,white:i3W:-:0:start:1 dice:yellow`,
      bare: true,
      decisions: [hold([3], 3, [1, 1]), steer('right')],
    },
  ],
  heading: [
    {
      id: 'heading',
      position: `#9.#/11./11./11./11./11./#4.#4.# ${ASHORE} A-turns yellow:e4E:-:0:start:2,white:i3W:-:0:start:1 dice:yellow`,
      bare: true,
      decisions: [hold([], 1, [3]), steer('left')],
    },
  ],
  crash: [
    {
      id: 'crash',
      position: `#9.#/3.2#6./11./5.2#4./11./11./#4.#4.# ${ASHORE} A-turns red:c4E:322:0:start:3,white:i6W:-:0:start:2 dice:red`,
      bare: true,
      decisions: [hold([2], 2, [3]), steer('right')],
    },
    {
      id: 'sink',
      position: `#9.#/11./11./5.2#4./11./11./#4.#4.# ${ASHORE} A-turns red:c4E:22:3:start:5,white:i6W:-:0:start:4 dice:red`,
      bare: true,
      decisions: [hold([2, 2], 2), steer('left')],
    },
  ],
  boats: [
    {
      id: 'pass',
      position: `${OPEN} ${ASHORE} A-classic orange:d4E:1:0:start:2,yellow:b4E:21:0:start:2,purple:f4E:1:0:start:1 dice:yellow`,
      bare: true,
      decisions: [hold([], 2, [3, 2]), steer('straight')],
    },
    {
      id: 'behind',
      position: `${OPEN} ${ASHORE} A-turns orange:b4E:321:0:start:2,yellow:e4E:1:0:start:1 dice:orange`,
      bare: true,
      decisions: [hold([2, 1], 2), steer('straight')],
    },
    {
      id: 'crashbehind',
      position: `#2.#6.#/11./11./4.2#5./11./2.#8./#4.#4.# ${ASHORE} A-turns red:b4E:33:0:start:2,purple:d4W:-:0:start:1 dice:red`,
      bare: true,
      decisions: [hold([], 1, [3]), steer('straight')],
    },
  ],
  round: [
    {
      id: 'round',
      position: `${ROUND} ${COURSE} A-turns red:g2E:31:0:1:3,white:h8W:2:0:3:3 dice:red`,
      decisions: [hold([3, 1], 2), steer('straight')],
    },
    {
      id: 'wrong',
      position: `${ROUND} ${COURSE} A-classic red:l3NW:2:0:1:4,purple:finished:-:0:finish:2,white:sunk:-:4:3:3 dice:red`,
      decisions: [hold([2], 1), steer('straight')],
    },
    {
      id: 'unwind',
      position: `${ROUND} ${COURSE} A-turns red:i2E:2:0:1!:6,white:h8W:2:0:3:6 dice:red`,
      decisions: [hold([2], 1), steer('straight')],
    },
  ],
  finish: [
    {
      id: 'finish',
      position: `12./12./12./6.#5./12./12./12./12./12. ${COURSE} B-classic yellow:e9NE:31:0:finish:9,black:finished:-:0:finish:9,white:i8W:2:1:finish:9 dice:yellow`,
      decisions: [hold([3, 1], 2), steer('straight')],
    },
  ],
};

/** A finished race in which all players but the last have finished, to read its points. */
export function raceOver(letter: string, players: number): string {
  const colors = ['orange', 'yellow', 'black', 'red', 'purple', 'white'].slice(0, players);
  const boats = colors.map((color, i) =>
    i < players - 1 ? `${color}:finished:-:0:finish:${i + 1}` : `${color}:unfinished-h8W:-:0:finish:${i}`,
  );
  return `${ROUND} ${COURSE} ${letter}-classic ${boats.join()} over`;
}

/** Two boats that have finished, some turns apart. */
export const TURNS = `${ROUND} ${COURSE} B-turns red:finished:-:0:finish:9,white:finished:-:0:finish:12 over`;
/** Damaged in race A, and again in race B. */
export const REPAIR = `${ROUND} ${COURSE} B-turns red:finished:-:3k1:finish:9,white:finished:-:0:finish:12 over`;
