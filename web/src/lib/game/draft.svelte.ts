// The decision that a player is about to make: marked dice, a chosen direction or start space. Wasm decides what is legal.
import { choiceOf, freshMarks, marksFor } from 'powerboats';
import type { Decision, GameView, Heading, HeadingView, Hex, Marked, Reach, Steer } from '$lib/types';

/** A way across the lake, with the places where turns end. */
export interface Way {
  hexes: readonly Hex[];
  stops: readonly Hex[];
}

export class Draft {
  marked = $state.raw<Marked>({ marks: [], add: false });
  /** The player has turned a die by hand. */
  turned = $state(false);
  steer = $state<Steer | undefined>();
  place = $state<Hex | undefined>();
  heading = $state<Heading>('E');
  /** The direction that the lake shows more strongly, to a player who is still learning. */
  advised = $state<Steer | undefined>();
  /** The way of the hint, which the lake draws. */
  route = $state.raw<Way | undefined>();
  /** A hint names spaces, so the lake shows their letters and numbers. */
  named = $state(false);
  private key = '';

  /**
   * Resets the draft when there is something else to decide. `suggest` says what a sensible player would do: a place is chosen
   * in advance, and for a learner the dice too; a direction never, unless it is the only one.
   */
  follow(view: GameView, suggest: () => Decision | undefined = () => undefined, learner = false): void {
    const { state } = view;
    const boat = state?.boats.find(({ color }) => color === state.turn);
    const key = [state?.race, state?.phase, state?.turn, boat?.turns].join();
    if (key === this.key) return;
    this.key = key;
    const dice = boat?.dice ?? [];
    const wise = state?.phase === 'place' || learner ? suggest() : undefined;
    this.marked = wise?.type === 'dice' ? marksFor(dice, wise) : freshMarks(dice);
    const open = openHeadings(view.headings);
    this.turned = false;
    this.steer = open.length === 1 ? open[0]?.to : undefined;
    this.advised = wise?.type === 'steer' ? wise.to : undefined;
    this.place = wise?.type === 'place' ? wise.at : undefined;
    if (wise?.type === 'place') this.heading = wise.heading;
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
export type Risk = 'none' | 'low' | 'some' | 'high' | 'sure';
export function riskOf({ crash, sink }: Reach): Risk {
  if (crash <= 0) return 'none';
  if (crash > 0.999) return 'sure';
  if (crash >= 0.5 || sink >= 0.2) return 'high';
  return crash >= 0.2 || sink > 0 ? 'some' : 'low';
}

/** The directions that are allowed. */
export const openHeadings = (headings: readonly HeadingView[]): HeadingView[] =>
  headings.filter(({ option }) => option);
