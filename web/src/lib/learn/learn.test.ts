// The lessons and the rules page.
import { describe, expect, test } from 'vitest';
import type { LearnKey } from '$lib/i18n/learn/speech.svelte';
import type { Decision, Die, Steer } from '$lib/types';
import { DIAGRAMS, raceOver, TURNS, REPAIR } from './diagrams';
import { LESSON_IDS, LESSONS, type LessonId } from './lessons';
import { Pool } from './pool.svelte';
import { remembered, Tutor } from './tutor.svelte';
import { captionOf, feedback, lakeText } from './words';
import { Lesson } from 'powerboats';

const at = (id: LessonId): Tutor => new Tutor({ at: id, done: [] });
const dice = (hold: Die[], count: number): Decision => ({ type: 'dice', hold, count });
const steer = (to: Steer): Decision => ({ type: 'steer', to });
const place = (hex: string, heading: 'NE' | 'SW'): Decision => ({ type: 'place', at: hex, heading });

/** Makes these decisions in a lesson, and returns the tutor. */
async function after(id: LessonId, ...decisions: Decision[]): Promise<Tutor> {
  const tutor = at(id);
  for (const decision of decisions) {
    expect(tutor.mood, `${id} goes on`).toBe('doing');
    await tutor.decide(decision);
  }
  return tutor;
}

describe('every lesson', () => {
  test.each(LESSON_IDS.map((id, i) => [id, i] as const))('%s has a position that is one', (id, i) => {
    expect(LESSONS[i]?.id).toBe(id);
    const tutor = at(id);
    expect(tutor.pool.frame[2]).toBeGreaterThan(100);
    expect(lakeText(tutor.pool.view, tutor.plan.target)).not.toMatch(/\{|undefined/);
    if (tutor.mood === 'doing') expect(tutor.pool.active?.color).toBe('red');
    tutor.close();
  });

  const ways: [LessonId, Decision[]][] = [
    ['dice', [dice([], 1), steer('left')]],
    ['full', [dice([3], 3), steer('right')]],
    ['brake', [dice([3], 1), steer('straight')]],
    ['brake', [dice([], 1), steer('left')]],
    ['crash', [steer('right')]],
    ['sink', [dice([2], 1), steer('straight')]],
    ['pass', [dice([], 2), steer('straight')]],
    ['behind', [dice([3, 1], 2), steer('straight')]],
    ['start', [place('h5', 'NE'), dice([], 1), steer('straight')]],
    ['start', [place('h6', 'NE'), dice([], 1), steer('straight')]],
    ['round', [steer('straight')]],
    ['back', [steer('left')]],
  ];
  test.each(ways)('%s can be done', async (id, decisions) => {
    const tutor = await after(id, ...decisions);
    expect(feedback(tutor)).toMatch(/^Well done!/);
    expect(tutor.mood).toBe('done');
    expect(tutor.done).toEqual([id]);
    tutor.close();
  });

  const faults: [LessonId, Decision[], LearnKey][] = [
    ['dice', [dice([], 0)], 'learn.dice.none'],
    ['dice', [dice([], 1), steer('right')], 'learn.dice.missed'],
    ['full', [dice([3, 2], 2)], 'learn.full.add'],
    ['full', [dice([2], 3)], 'learn.full.hold'],
    ['brake', [dice([3, 3], 2), steer('straight')], 'learn.brake.crashed'],
    ['sink', [dice([2, 2], 2), steer('left')], 'learn.sink.sunk'],
    ['pass', [dice([2, 1], 2), steer('straight')], 'learn.pass.short'],
    ['behind', [dice([3], 1), steer('straight')], 'learn.behind.free'],
    ['start', [place('h5', 'NE'), dice([], 0)], 'learn.start.nodice'],
    ['start', [place('h5', 'SW'), dice([], 1), steer('straight')], 'learn.start.missed'],
    ['round', [steer('right')], 'learn.round.missed'],
    ['back', [steer('right')], 'learn.back.undone'],
    ['finish', [dice([3], 2), steer('right')], 'learn.finish.missed'],
  ];
  test.each(faults)('%s: a wrong choice is told why', async (id, decisions, key) => {
    const tutor = await after(id, ...decisions);
    expect(tutor.said?.key).toBe(key);
    expect(tutor.mood).toBe('wrong');
    expect(feedback(tutor)).toMatch(/^Not quite\./);
    expect(feedback(tutor)).not.toMatch(/\{|undefined/);
    tutor.again();
    expect(tutor.mood).toBe('doing');
    tutor.close();
  });
});

test('a heading that may not be taken is refused with the reason', async () => {
  const tutor = await after('full', dice([3], 3));
  const [left, straight] = tutor.pool.view.headings;
  if (!left || !straight) throw new Error('three headings');
  tutor.refuse(straight);
  expect(feedback(tutor)).toBe('Straight ahead you hit land after 3 spaces. So you must turn right.');
  tutor.refuse(left);
  expect(feedback(tutor)).toBe('To the left you hit land at once. So you must turn right.');
  expect(tutor.mood).toBe('doing');
});

test('damage, points and repair are what the rules say', async () => {
  expect((await after('crash', steer('right'))).said?.values).toMatchObject({ run: 3, total: 5, damage: 2 });
  const finish = await after('finish', dice([3, 1], 2), steer('straight'));
  expect(finish.mood).toBe('asking');
  finish.answer(4);
  expect(finish.said?.key).toBe('learn.finish.wrong');
  finish.answer(2);
  expect(finish.mood).toBe('done');
  const repair = at('repair');
  expect(repair.mood).toBe('asking');
  repair.answer(1);
  expect(repair.mood).toBe('asking');
  repair.answer(2);
  expect(repair.mood).toBe('done');
  repair.next();
  expect(repair.over).toBe(true);
});

test('progress is remembered, and nonsense is not', async () => {
  localStorage.clear();
  expect(remembered()).toEqual({ at: 'dice', done: [] });
  await after('round', steer('straight'));
  expect(remembered()).toEqual({ at: 'back', done: ['round'] });
  localStorage.setItem('powerboats.learn', '{"at":"moon","done":["dice",7]}');
  expect(remembered()).toEqual({ at: 'dice', done: ['dice'] });
  localStorage.setItem('powerboats.learn', '{');
  expect(remembered().at).toBe('dice');
});

describe('the diagrams', () => {
  const all = Object.values(DIAGRAMS).flat();
  test.each(all.map((diagram) => [diagram.id, diagram] as const))(
    '%s can be stepped through',
    async (_, diagram) => {
      const pool = new Pool(diagram.position);
      for (const { decision, rolled } of diagram.decisions) {
        const before = pool.view;
        const [happening] = await pool.decide(decision, rolled);
        if (!happening) throw new Error('something happens');
        expect(captionOf(happening, before)).not.toMatch(/\{|undefined/);
      }
      pool.close();
    },
  );
  test('r4_6 a crash behind a boat counts by the water', async () => {
    const diagram = all.find(({ id }) => id === 'crashbehind');
    const pool = new Pool(diagram?.position ?? '');
    const happened = pool.begin(diagram?.decisions);
    expect(happened.at(-1)).toMatchObject({ type: 'moved', crash: true, damage: 1, run: 2, end: 'c4' });
  });
  test('r2_7 a gate crossed backward is owed, and then free again', () => {
    const last = (name: string) => {
      const diagram = all.find(({ id }) => id === name);
      return new Pool(diagram?.position ?? '').begin(diagram?.decisions).at(-1);
    };
    expect(last('wrong')).toMatchObject({ leg: '1', owes: 1 });
    expect(last('unwind')).toMatchObject({ leg: '1', owes: 0 });
    expect(last('round')).toMatchObject({ leg: '2', owes: 0 });
  });
  test('r6_9 the points of five players', () => {
    const points = (letter: string) => Object.values(new Lesson(raceOver(letter, 5)).view().state.points);
    expect(points('A').sort((a, b) => b - a)).toEqual([4, 3, 2, 1, 0]);
    expect(points('B').sort((a, b) => b - a)).toEqual([8, 6, 4, 2, 0]);
    expect(points('C').sort((a, b) => b - a)).toEqual([12, 9, 6, 3, 0]);
    expect(new Lesson(TURNS).view().state.points).toEqual({ red: 5, white: 0 });
    expect(new Lesson(REPAIR).view().keeps.red).toBe(2);
  });
});
