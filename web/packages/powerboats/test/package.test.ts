// The package's own tests, on its sources. scripts/test-pack.mjs tests the packed one.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  BadRecord,
  Course,
  IllegalAction,
  Lake,
  Match,
  Pilots,
  PowerboatsError,
  Race,
  RecordBook,
  analyze,
  loadSync,
  replay,
  type Action,
} from 'powerboats';

const POSITION = '12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:2:0:start:0,white:e5E:21:1:1!:4 dice:red';
const NEAR_THE_END =
  '12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red';
const course = () => Lake.random({ seed: 12, side: 'dark' }).course('A');
const thrown = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test('lakes and courses are those of the other languages', () => {
  const lake = Lake.random({ seed: 12, side: 'dark' });
  expect(String(lake)).toBe('1d,3dr,5dr/4d,6dr,2dr');
  expect(lake.course('A').buoys).toBe('f18SE,t19,n6,e5');
  expect(lake.course('B', { seed: 3n }).buoys).toBe(new Lake(String(lake)).course('B', { seed: 3 }).buoys);
  expect(new Lake('3.2#/5.').rows).toEqual(['...##', '.....']);
  expect(course().line).toHaveLength(4);
  expect(course().places(4).length).toBeGreaterThan(3);
  expect(course().finishable).toBe(true);
  expect(String(course().lake)).toBe(String(lake));
  expect(lake.chart({ rim: 'none' })).not.toContain('class="rim"');
  expect(course().chart({ water: 'dark' })).toContain('buoy-1');
});

test('a race is played with objects and with notation', () => {
  const race = Race.fromPosition(POSITION);
  expect(race.chart({ rim: 'none' }).includes('boat-red')).toBe(true);
  expect([race.turn, race.phase, race.hand, race.number, race.scoring]).toEqual([
    'red',
    'dice',
    [2],
    1,
    'turns',
  ]);
  race.push({ type: 'dice', hold: [], count: 2 });
  expect(race.phase).toBe('roll');
  expect(race.rolls()[1]).toEqual([{ type: 'roll', rolled: [3, 2] }, 2 / 9]);
  const copy = race.copy();
  copy.push('+31');
  race.pushRoll([3, 1]);
  expect(race.position()).toBe(copy.position());
  expect(race.hand).toEqual([3, 1]);
  race.push({ type: 'steer', to: 'right' });
  expect(race.turn).toBe('white');
  expect(race.boat('red')).toMatchObject({ color: 'red', turns: 1, status: 'racing' });
  expect(race.result).toBeNull();
  expect(thrown(() => race.boat('purple'))).toMatchObject({ code: 'bad-value', values: { color: 'purple' } });
});

test('every legal action can be pushed, and nothing changes after an error', () => {
  const race = new Race(course(), ['red', 'white'], { seed: 7, starter: 'red' });
  const placed: Action = { type: 'place', at: 'a1', heading: 'E' };
  const before = race.position();
  const error = thrown(() => race.push(placed));
  expect(error).toBeInstanceOf(IllegalAction);
  expect(error).toMatchObject({ code: 'illegal-place', values: { at: 'a1' }, name: 'IllegalAction' });
  expect(race.position()).toBe(before);
  while (!race.over && (race.boats[0]?.turns ?? 0) < 4) {
    for (const action of race.legalActions()) race.copy().push(action);
    race.push(race.legalActions()[0] ?? '');
  }
  expect(race.boats.some(({ turns }) => turns > 2)).toBe(true);
});

test('a seed is a whole number', () => {
  const wrong: (number | bigint)[] = [-1, 0.5, 2 ** 60, -1n, 2n ** 64n, NaN];
  for (const seed of wrong) expect(() => Lake.random({ seed })).toThrow(PowerboatsError);
  expect(String(Lake.random({ seed: 2n ** 64n - 1n }))).toMatch(/^\d/);
});

test('pilots decide, value choices and solve', () => {
  const pilots = new Pilots({ seed: 3 });
  const race = new Race(course(), ['red', 'white'], { seed: 7 });
  expect(pilots.decide(race).type).toBe('place');
  expect(pilots.solve(course()).par).toBeCloseTo(13.6, 1);
  const hint = pilots.hint(Race.fromPosition(NEAR_THE_END), { points: true });
  expect('dice' in hint && hint.dice[0]?.points).toBeTypeOf('number');
  expect(() => pilots.decide(race, 'captain', { milliseconds: 5 })).toThrow('admiral');
  expect(pilots.decide(race, 'admiral', { milliseconds: 1 }).type).toBe('place');
});

test('a solution values every boat that is on the lake', () => {
  const pilots = new Pilots();
  const solution = pilots.solve(course());
  expect(solution.start).toMatchObject({ at: 'h21', heading: 'E' });
  expect(solution.value({ at: 'h21', heading: 'E' })).toBeCloseTo(solution.par ?? 0, 3);
  const race = Race.fromPosition(NEAR_THE_END);
  const hint = pilots.hint(race);
  const best = 'dice' in hint ? hint.dice[0]?.turns : undefined;
  expect(pilots.solve(race.course).value(race.boat('red'))).toBeCloseTo(best ?? 0, 3);
  const nobody = pilots.solve(new Course('6./6./6#/6./6.', 'a5E,d4,b2,d3'));
  expect([nobody.par, nobody.start]).toEqual([null, null]);
  expect(nobody.value({ at: 'b1', heading: 'E' })).toBeNull();
  solution.free();
  const there = { at: 'h21', heading: 'E' } as const;
  const still = pilots.solve(course());
  for (const [boat, message] of [
    [race.boat('white'), 'not on the lake'],
    [{ ...there, at: 'f18' }, 'open water'],
    [{ ...there, damage: 4 }, 'damage 4'],
    [{ ...there, damage: 256 }, 'damage'],
    [{ ...there, damage: NaN }, 'damage'],
    [{ ...there, owes: 1 }, 'owed'],
    [{ ...there, dice: [12] as never }, 'die'],
    [{ ...there, leg: '4' as never }, 'leg'],
  ] as const)
    expect(() => still.value(boat)).toThrow(message);
});

test('numbers that the compiled rules would cut are refused', () => {
  const race = Race.fromPosition(POSITION);
  const wrong = [256, -1, 0.5, NaN, 2 ** 40, Infinity, '1' as never];
  for (const number of wrong) {
    for (const act of [
      () => race.push({ type: 'dice', hold: [], count: number }),
      () => race.push({ type: 'roll', rolled: [number as never] }),
      () => new Race(course(), ['red'], { number: number as never }),
      () => new Match(['red', 'white'], { seed: 1, races: number as never }),
      () => new Pilots().decide(race, 'admiral', { milliseconds: number === 256 ? 70_000 : number }),
      () => course().places(number),
    ])
      expect(thrown(act)).toMatchObject({ code: 'bad-value' });
  }
});

test('values of a wrong type are refused', () => {
  const race = Race.fromPosition(POSITION);
  const wrong = [5, {}, NaN, true] as never[];
  for (const value of wrong)
    for (const act of [
      () => new Lake(value),
      () => Lake.random({ seed: 1, side: value }),
      () => Race.fromPosition(value),
      () => replay(value),
      () => race.push({ type: 'steer', to: value }),
      () => race.push({ type: value } as never),
    ])
      expect(thrown(act)).toMatchObject({ code: 'bad-value' });
  expect(thrown(() => race.push({ type: 'place' } as never))).toMatchObject({ code: 'bad-value' });
  expect(race.position()).toBe(POSITION);
});

test('a match is recorded, replayed and analysed', () => {
  const pilots = new Pilots();
  const match = new Match(['red', 'white'], { seed: 1, races: 1, side: 'dark', names: { white: 'Bo' } });
  while (!match.over) match.push(pilots.decide(match, 'mate'));
  const record = match.record();
  expect(record).toContain('white: Bo');
  expect([match.turn, match.race.over, match.legalActions()]).toEqual([null, true, []]);
  const again = replay(record);
  expect([again.points, again.ranking]).toEqual([match.points, match.ranking]);
  const analysis = analyze(record);
  expect(analysis.format).toBe(1);
  expect(analysis.players.map(({ color }) => color).sort()).toEqual(['red', 'white']);
  const half = replay(record.split('\n').slice(0, 12).join('\n'), { seed: 4 });
  expect(half.over).toBe(false);
  half.copy().resign('red');
  const wrong = thrown(() => new RecordBook(record.replace('sides: dark', 'sides: light')));
  expect(wrong).toBeInstanceOf(BadRecord);
  expect(new RecordBook(record).chart()).toBe(match.chart());
});

test('the compiled rules can be loaded again from a module', () => {
  const bytes = readFileSync('packages/powerboats/src/wasm/powerboats_bg.wasm');
  expect(() => loadSync(new WebAssembly.Module(bytes))).not.toThrow();
  expect(new Lake('6./6.').rows).toHaveLength(2);
});
