// The decision that a player is about to make: marked dice, a chosen direction or start space. Wasm decides what is legal.
import { choiceOf, freshMarks } from '$lib/rules/rules';
import type { Decision, GameView, Heading, HeadingView, Hex, Marked, Reach, Steer } from '$lib/types';

export class Draft {
  marked = $state.raw<Marked>({ marks: [], add: false });
  steer = $state<Steer | undefined>();
  place = $state<Hex | undefined>();
  heading = $state<Heading>('E');
  private key = '';

  /** Resets the draft when there is something else to decide. */
  follow(view: GameView): void {
    const { state } = view;
    const boat = state?.boats.find(({ color }) => color === state.turn);
    const key = [state?.race, state?.phase, state?.turn, boat?.turns].join();
    if (key === this.key) return;
    this.key = key;
    this.marked = freshMarks(boat?.dice ?? []);
    const open = view.headings.filter(({ option }) => option);
    this.steer = (open.find(({ to }) => to === 'straight') ?? open[0])?.to;
    this.place = undefined;
  }

  decision(view: GameView): Decision | undefined {
    const { state } = view;
    const boat = state?.boats.find(({ color }) => color === state.turn);
    if (!state || !boat) return undefined;
    if (state.phase === 'dice') return { type: 'dice', ...choiceOf(boat.dice, this.marked) };
    if (state.phase === 'steer' && this.steer) return { type: 'steer', to: this.steer };
    if (state.phase === 'place' && this.place)
      return { type: 'place', at: this.place, heading: this.heading };
    return undefined;
  }
}

/** How risky a choice of dice is; it selects a text and a colour. */
export function riskOf({ crash, sink }: Reach): 'none' | 'low' | 'some' | 'high' | 'sure' {
  if (crash <= 0) return 'none';
  if (crash > 0.999) return 'sure';
  if (crash >= 0.5 || sink >= 0.2) return 'high';
  return crash >= 0.2 || sink > 0 ? 'some' : 'low';
}

/** The directions that are allowed. */
export const openHeadings = (headings: readonly HeadingView[]): HeadingView[] =>
  headings.filter(({ option }) => option);
