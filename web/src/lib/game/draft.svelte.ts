// What a player is about to decide: dice marked, a heading or a place picked. Which choices are legal, wasm says.
import type {
  Decision,
  DiceChoice,
  Die,
  Heading,
  HeadingView,
  Hex,
  Reach,
  Steer,
  View,
} from '$lib/rules/types';

export const MARKS = ['hold', 'roll', 'remove'] as const;
export type Mark = (typeof MARKS)[number];

/** Marks on the dice of a hand, and whether one is added. */
export interface Marked {
  marks: Mark[];
  add: boolean;
}

export function choiceOf(dice: readonly Die[], { marks, add }: Marked): DiceChoice {
  const hold = dice.filter((_, i) => marks[i] === 'hold');
  const removed = marks.filter((mark) => mark === 'remove').length;
  return { hold, count: dice.length - removed + (add ? 1 : 0) };
}

const sorted = (dice: readonly Die[]): string => [...dice].sort((a, b) => b - a).join('');
export const sameChoice = (a: DiceChoice, b: DiceChoice): boolean =>
  a.count === b.count && sorted(a.hold) === sorted(b.hold);

/** Is it on the list of what is legal? An added die that takes the place of a removed one is a die rolled again. */
export const isLegal = (legal: readonly DiceChoice[], dice: readonly Die[], marked: Marked): boolean =>
  !(marked.add && marked.marks.includes('remove')) &&
  legal.some((choice) => sameChoice(choice, choiceOf(dice, marked)));

/** The next mark of a die: hold, roll, remove, hold …; what stands in the way of a removal gives way. */
export function cycled(
  legal: readonly DiceChoice[],
  dice: readonly Die[],
  from: Marked,
  die: number,
): Marked {
  const current = MARKS.indexOf(from.marks[die] ?? 'hold');
  for (let step = 1; step <= MARKS.length; step += 1) {
    const mark = MARKS[(current + step) % MARKS.length] ?? 'hold';
    const marks = from.marks.map((old, i) => (i === die ? mark : old));
    const others = marks.map((old, i) => (i !== die && old === 'remove' ? 'hold' : old));
    const tries: Marked[] = [
      { marks, add: from.add },
      { marks, add: false },
      { marks: others, add: false },
    ];
    const fit = tries.find((one) => isLegal(legal, dice, one));
    if (fit) return fit;
  }
  return from;
}

/** A die added, or not; a removed one comes back for it. */
export function toggledAdd(legal: readonly DiceChoice[], dice: readonly Die[], from: Marked): Marked {
  const back = from.marks.map((mark) => (mark === 'remove' ? 'hold' : mark));
  const tries: Marked[] = [
    { marks: from.marks, add: !from.add },
    { marks: back, add: !from.add },
  ];
  return tries.find((one) => isLegal(legal, dice, one)) ?? from;
}

/** Marks that come to a choice: for taking over a hint. */
export function marksFor(dice: readonly Die[], choice: DiceChoice): Marked {
  const hold = [...choice.hold];
  const marks = dice.map((die): Mark => {
    const i = hold.indexOf(die);
    if (i < 0) return 'roll';
    hold.splice(i, 1);
    return 'hold';
  });
  if (choice.count < dice.length) {
    const last = marks.lastIndexOf('roll');
    if (last >= 0) marks[last] = 'remove';
  }
  return { marks, add: choice.count > dice.length };
}

export class Draft {
  marked = $state.raw<Marked>({ marks: [], add: false });
  steer = $state<Steer | undefined>();
  place = $state<Hex | undefined>();
  heading = $state<Heading>('E');
  private key = '';

  /** Begins afresh when there is something else to decide. */
  follow(view: View): void {
    const { state } = view;
    const boat = state?.boats.find(({ color }) => color === state.turn);
    const key = [state?.race, state?.phase, state?.turn, boat?.turns].join();
    if (key === this.key) return;
    this.key = key;
    const dice = boat?.dice ?? [];
    // A boat without dice goes nowhere: begin with one to roll.
    this.marked = { marks: dice.map(() => 'hold'), add: dice.length === 0 };
    const open = view.headings.filter(({ option }) => option);
    this.steer = (open.find(({ to }) => to === 'straight') ?? open[0])?.to;
    this.place = undefined;
  }

  decision(view: View): Decision | undefined {
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

/** How risky a choice is, for a word and a colour. */
export function riskOf({ crash, sink }: Reach): 'none' | 'low' | 'some' | 'high' | 'sure' {
  if (crash <= 0) return 'none';
  if (crash > 0.999) return 'sure';
  if (crash >= 0.5 || sink >= 0.2) return 'high';
  return crash >= 0.2 || sink > 0 ? 'some' : 'low';
}

/** The headings that may be taken. */
export const openHeadings = (headings: readonly HeadingView[]): HeadingView[] =>
  headings.filter(({ option }) => option);
