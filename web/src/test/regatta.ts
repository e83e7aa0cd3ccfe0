// A small regatta for tests. Its dice are fixed, and every decision is the first legal one.
import type { Host, Seat } from '$lib/game/host';
import { StillHost } from '$lib/game/host';
import { Answers } from '$lib/rules/answers';
import { Brain, type BrainAnswer, type BrainQuestion } from '$lib/rules/brain';
import { Game, type FairDice } from 'powerboats';
import type { Color, Decision, GameView, Happening } from '$lib/types';

export const DICE: FairDice = { secret: '07'.repeat(32), salts: { red: 'one', white: 'two' } };
export const SEATS: Seat[] = [
  { color: 'red', name: 'Ada' },
  { color: 'white', name: 'Bo', pilot: 'skipper' },
];

/** The page's side of the worker. It answers on the same thread, because jsdom has no workers. */
export const reader = new Brain(() => {
  const answers = new Answers();
  const worker = {
    onmessage: undefined as ((message: { data: BrainAnswer }) => void) | undefined,
    postMessage: ({ number, question }: { number: number; question: BrainQuestion }) =>
      queueMicrotask(() => worker.onmessage?.({ data: answers.reply(number, question) })),
    terminate: () => {},
  };
  return worker as unknown as Worker;
});

/** The first legal decision. */
export function anything({ state, legal }: GameView): { color: Color; decision: Decision } | undefined {
  const color = state?.turn;
  if (!color || !legal) return undefined;
  if ('places' in legal)
    return { color, decision: { type: 'place', at: legal.places[0] ?? '', heading: 'E' } };
  if ('dice' in legal) {
    const one = legal.dice.find(({ count }) => count === 1) ?? legal.dice[0];
    return { color, decision: { type: 'dice', hold: one?.hold ?? [], count: one?.count ?? 0 } };
  }
  return { color, decision: { type: 'steer', to: legal.options[0]?.to ?? 'straight' } };
}

/** The story of a regatta after a number of decisions. */
export function story(decisions: number): Happening[] {
  const { game, happenings } = Game.open({ players: ['red', 'white'], sides: 'dark', races: 3 }, DICE);
  const told = [...happenings];
  for (let i = 0; i < decisions; i += 1) {
    const next = anything(game.view());
    if (next) told.push(...game.decide(next.color, next.decision));
  }
  game.free();
  return told;
}

export const still = (decisions: number): Host => new StillHost('test', SEATS, story(decisions), DICE);
