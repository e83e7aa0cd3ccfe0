// The lessons: a position, the fixed dice, and how to judge from wasm's answer whether the task is done.
import type { LearnKey } from '$lib/i18n/learn/speech.svelte';
import { speed } from 'powerboats';
import type { Die, Happening, Hex, LessonView } from '$lib/types';
import type { Happened } from '$lib/rules/happened';

/** The result of a decision: done, wrong, or a comment on the way. */
export interface Verdict {
  kind: 'done' | 'wrong' | 'on';
  key: LearnKey;
  values?: Record<string, string | number>;
}

interface Quiz {
  question: LearnKey;
  choices: number[];
  /** The right answer, from wasm. */
  answer(view: LessonView): number;
  right: LearnKey;
  wrong: LearnKey;
}

export interface LessonPlan {
  id: LessonId;
  position: string;
  /** The rolls in order. The last one repeats. */
  rolls: Die[];
  /** Hides line, buoys and gates, which are not needed yet. */
  bare?: boolean;
  /** The hex that the boat must reach. */
  target?: Hex;
  /** Judges a decision. Without a verdict the lesson just goes on. */
  judge(happening: Happening, after: LessonView): Verdict | undefined;
  quiz?: Quiz;
}

export const LESSON_IDS = [
  'dice',
  'full',
  'brake',
  'crash',
  'sink',
  'pass',
  'behind',
  'start',
  'round',
  'back',
  'finish',
  'repair',
] as const;
export type LessonId = (typeof LESSON_IDS)[number];

/** The player's boat. */
export const YOU = 'red';

// Small lakes and their courses. Early lessons need no course, so ASHORE hides it on the shore.
const OPEN = '#9.#/11./11./11./11./11./#4.#4.#';
const ASHORE = 'a7E,k1,k7,a1';
const ROUND = '12./12./12./12./12./12./12./12./12.';
const COURSE = 'e5E,k3,k7,b7';

const done = (key: LearnKey, values?: Verdict['values']): Verdict => ({ kind: 'done', key, values });
const wrong = (key: LearnKey, values?: Verdict['values']): Verdict => ({ kind: 'wrong', key, values });
const on = (key: LearnKey, values?: Verdict['values']): Verdict => ({ kind: 'on', key, values });
const numbers = ({ total, run, damage, path }: Happened<'moved'>) => ({
  total,
  run,
  damage,
  n: damage,
  steps: path.length,
});

/** Judges a lesson by its move, and perhaps by its roll. */
const whenMoved =
  (
    judge: (moved: Happened<'moved'>, after: LessonView) => Verdict,
    rolled?: (rolled: Happened<'rolled'>) => Verdict | undefined,
  ) =>
  (happening: Happening, after: LessonView): Verdict | undefined =>
    happening.type === 'moved'
      ? judge(happening, after)
      : happening.type === 'rolled'
        ? rolled?.(happening)
        : undefined;

export const LESSONS: readonly LessonPlan[] = [
  {
    id: 'dice',
    position: `${OPEN} ${ASHORE} A-turns red:c4E:-:0:start:0,white:i5W:-:0:start:0 dice:red`,
    rolls: [2],
    bare: true,
    target: 'd2',
    judge: whenMoved(
      ({ end, total }) =>
        end === 'd2' ? done('learn.dice.done', { total }) : wrong('learn.dice.missed', { end }),
      ({ count, dice }) =>
        count === 0 ? wrong('learn.dice.none') : on('learn.dice.rolled', { total: speed(dice) }),
    ),
  },
  {
    id: 'full',
    position: `#9.#/3.#7./11./11./.#9./11./#4.#4.# ${ASHORE} A-turns red:b6NE:32:0:start:2,white:i3W:-:0:start:1 dice:red`,
    rolls: [1],
    bare: true,
    judge: whenMoved(
      (moved) => done('learn.full.done', numbers(moved)),
      ({ hold, count, dice }) => {
        if (count !== 3) return wrong('learn.full.add');
        if (hold.length !== 1 || hold[0] !== 3) return wrong('learn.full.hold');
        return on('learn.full.rolled', { dice: dice.join(' + '), total: speed(dice) });
      },
    ),
  },
  {
    id: 'brake',
    position: `#9.#/11./11./6.2#3./11./11./#4.#4.# ${ASHORE} A-turns red:c4E:33:0:start:2,white:i6W:-:0:start:1 dice:red`,
    rolls: [3],
    bare: true,
    judge: whenMoved((moved) =>
      moved.crash ? wrong('learn.brake.crashed', numbers(moved)) : done('learn.brake.done', numbers(moved)),
    ),
  },
  {
    id: 'crash',
    position: `#9.#/3.2#6./11./5.2#4./11./11./#4.#4.# ${ASHORE} A-turns red:c4E:32:0:start:3,white:i6W:-:0:start:2 steer:red:32`,
    rolls: [],
    bare: true,
    judge: whenMoved((moved) => done('learn.crash.done', numbers(moved))),
  },
  {
    id: 'sink',
    position: `#9.#/11./11./5.2#4./11./11./#4.#4.# ${ASHORE} A-turns red:c4E:22:3:start:5,white:i6W:-:0:start:4 dice:red`,
    rolls: [3],
    bare: true,
    judge: whenMoved((moved) =>
      moved.sunk ? wrong('learn.sink.sunk', numbers(moved)) : done('learn.sink.done', numbers(moved)),
    ),
  },
  {
    id: 'pass',
    position: `${OPEN} ${ASHORE} A-classic orange:d4E:1:0:start:2,red:b4E:21:0:start:2,white:f4E:1:0:start:1 dice:red`,
    rolls: [3, 2],
    bare: true,
    target: 'g4',
    judge: whenMoved((moved) =>
      moved.end === 'g4'
        ? done('learn.pass.done', numbers(moved))
        : wrong('learn.pass.short', numbers(moved)),
    ),
  },
  {
    id: 'behind',
    position: `${OPEN} ${ASHORE} A-turns red:b4E:31:0:start:2,white:f4E:1:0:start:1 dice:red`,
    rolls: [3],
    bare: true,
    judge: whenMoved((moved) =>
      !moved.crash && moved.path.length < moved.run
        ? done('learn.behind.done', numbers(moved))
        : wrong('learn.behind.free', numbers(moved)),
    ),
  },
  {
    id: 'start',
    position: `${ROUND} ${COURSE} A-turns red:unplaced:-:0:start:0,white:g5NE:-:0:start:0 place:red`,
    rolls: [2],
    judge: (happening) => {
      if (happening.type === 'placed') return on('learn.start.placed');
      if (happening.type === 'rolled')
        return happening.count === 0 ? wrong('learn.start.nodice') : on('learn.start.rolled');
      if (happening.type !== 'moved') return undefined;
      return happening.leg === 'start' ? wrong('learn.start.missed') : done('learn.start.done');
    },
  },
  {
    id: 'round',
    position: `${ROUND} ${COURSE} A-turns red:i2E:2:0:1:3,white:h8W:2:0:3:3 steer:red:2`,
    rolls: [],
    judge: whenMoved((moved) => (moved.leg === '2' ? done('learn.round.done') : wrong('learn.round.missed'))),
  },
  {
    id: 'back',
    position: `${ROUND} ${COURSE} A-turns red:k2SW:2:0:2:4,white:h8W:2:0:3:3 steer:red:2`,
    rolls: [],
    judge: whenMoved((moved) => (moved.leg === '2' ? done('learn.back.done') : wrong('learn.back.undone'))),
  },
  {
    id: 'finish',
    position: `12./12./12./6.#5./12./12./12./12./12. ${COURSE} B-classic black:finished:-:0:finish:9,red:e9NE:31:0:finish:9,white:i8W:2:1:finish:9 dice:red`,
    rolls: [3],
    judge: whenMoved((moved) =>
      moved.finished ? on('learn.finish.home', numbers(moved)) : wrong('learn.finish.missed', numbers(moved)),
    ),
    quiz: {
      question: 'learn.finish.question',
      choices: [1, 2, 4],
      answer: ({ state }) => state.points[YOU] ?? 0,
      right: 'learn.finish.right',
      wrong: 'learn.finish.wrong',
    },
  },
  {
    id: 'repair',
    position: `12./12./12./6.#5./12./12./12./12./12. ${COURSE} B-turns red:finished:-:3k1:finish:9,white:i8W:2:1k1:finish:9 dice:white`,
    rolls: [],
    judge: () => undefined,
    quiz: {
      question: 'learn.repair.question',
      choices: [0, 1, 2, 3],
      answer: ({ keeps }) => keeps[YOU] ?? 0,
      right: 'learn.repair.right',
      wrong: 'learn.repair.wrong',
    },
  },
];
