// What the rivals say now and then: at the start, when they pass the player, crash or finish. Never more than one line at a time.
import type { Seat } from '$lib/game/host';
import type { Show } from '$lib/game/show.svelte';
import { t } from '$lib/i18n/i18n.svelte';
import { type Color, type Happening, LEGS, type PilotName } from '$lib/types';

export interface Remark {
  pilot: PilotName;
  color: Color;
  name: string;
  text: string;
  /** Counts the lines, so that two equal ones are different. */
  number: number;
}
/** How far each boat is: the index of the mark to cross next. */
type Legs = Partial<Record<Color, number>>;
type Occasion = 'start' | 'pass' | 'crash' | 'finish';

/** How many moves on the lake stay quiet after a line. */
const QUIET = 6;
/** How long a line is shown. */
const SHOWN = 4200;

export class Chatter {
  line = $state.raw<Remark | undefined>();
  private quiet = 0;
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The legs of all boats before the last happening. */
  private legs: Legs = {};
  /** Everybody crashes aloud only once in a race. */
  private said: string[] = [];

  /** Called after each happening, once it is shown. */
  hear(happening: Happening, show: Show): void {
    if (happening.type === 'race') this.said = [];
    const before = this.legs;
    this.legs = Object.fromEntries(
      (show.view.state?.boats ?? []).map(({ color, leg }) => [color, LEGS.indexOf(leg)]),
    );
    if (happening.type === 'moved') this.quiet -= 1;
    const occasion = this.occasion(happening, show, before);
    if (!occasion || !('color' in happening)) return;
    const seat = show.host.seats.find(({ color }) => color === happening.color);
    if (seat) this.say(seat, occasion);
  }

  private occasion(happening: Happening, show: Show, before: Legs): Occasion | undefined {
    if (happening.type === 'placed') return 'start';
    if (happening.type !== 'moved') return undefined;
    if (happening.finished) return 'finish';
    if (happening.crash) return 'crash';
    const leg = (of: Legs, color: Color): number => of[color] ?? 0;
    // Rounded a mark that a person here has yet to round.
    const passed = show.host.mine.some(
      (mine) =>
        leg(before, happening.color) === leg(before, mine) &&
        leg(this.legs, happening.color) > leg(this.legs, mine) &&
        leg(this.legs, happening.color) > 1,
    );
    return passed ? 'pass' : undefined;
  }

  private say({ pilot, color, name }: Seat, occasion: Occasion): void {
    if (!pilot || (this.quiet > 0 && occasion !== 'finish')) return;
    const once = occasion === 'start' ? occasion : `${color} ${occasion}`;
    if (this.said.includes(once)) return;
    this.said.push(once);
    this.quiet = QUIET;
    this.number += 1;
    this.line = { pilot, color, name, text: t(`line.${pilot}.${occasion}`), number: this.number };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.line = undefined), SHOWN);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
