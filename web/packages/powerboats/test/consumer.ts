// A program as a user writes it in TypeScript. scripts/test-pack.mjs compiles it against the packed types.
import { Pilots, Race, type Action, type Decision, type Solution } from 'powerboats';
import * as lite from 'powerboats/lite';

/** A union is told apart by its field `type`: the compiler knows the other fields. */
export function words(action: Action): string {
  switch (action.type) {
    case 'place':
      return `${action.at} ${action.heading}`;
    case 'dice':
      return `${action.hold.length} of ${action.count}`;
    case 'roll':
      return action.rolled.join();
    case 'steer':
      return action.to;
  }
}

export function play(race: Race, pilots: Pilots): number | undefined {
  while (!race.over) {
    const decision: Decision = pilots.decide(race, 'fox');
    race.push(decision);
  }
  return race.result?.points.red;
}

export function turnsToGo(race: Race, pilots: Pilots): number | null {
  const solution: Solution = pilots.solve(race.course);
  return race.turn && race.phase !== 'place' ? solution.value(race.boat(race.turn)) : solution.par;
}

export async function short(): Promise<lite.Color[][]> {
  await lite.load(new URL('https://example.org/powerboats_bg.wasm'));
  const match = new lite.Match(['red', 'white'], { seed: 1, side: 'light', names: { red: 'Ada' } });
  try {
    match.push('L');
  } catch (error) {
    if (error instanceof lite.IllegalAction && error.code === 'wrong-phase') console.log(error.values);
  }
  // @ts-expect-error -- pink is not a colour
  match.resign('pink');
  // @ts-expect-error -- the compiled rules are not part of the interface
  match.inner.free();
  return match.ranking;
}
