// The coach of the first races: one short tip at a time, gone for good once it is understood.
import { untrack } from 'svelte';
import { riskOf } from '$lib/game/draft.svelte';
import { LEGS } from '$lib/types';
import { settings } from '$lib/store/settings.svelte';
import type { Turn } from '../turn.svelte';

export const TIPS = [
  'place',
  'roll',
  'crash',
  'steer',
  'only',
  'sound',
  'risk',
  'more',
  'change',
  'round',
  'hint',
] as const;
export type Tip = (typeof TIPS)[number];

/** These are understood as soon as the player has gone on. The others wait until the thing itself is done. */
const ONCE: readonly Tip[] = ['place', 'roll', 'crash', 'steer', 'only', 'risk', 'more'];

export class Coach {
  constructor(private readonly turn: Turn) {}

  private readonly ended = $derived.by(() => Boolean(this.turn.show.ended));

  /** The tip for this moment. */
  get tip(): Tip | undefined {
    const { mine, ended, host } = this.turn.show;
    if (!settings.learner || !mine || ended || host.paused) return undefined;
    return TIPS.find((tip) => !this.understood(tip) && this.fits(tip));
  }

  private understood(tip: Tip): boolean {
    return tip === 'sound'
      ? settings.kept.offered || settings.kept.sound
      : settings.kept.coached.includes(tip);
  }

  private fits(tip: Tip): boolean {
    const { show, reach } = this.turn;
    const { view, active } = show;
    const phase = view.state?.phase;
    if (!active) return false;
    const dice = phase === 'dice';
    const open = view.headings.filter(({ option }) => option).length;
    switch (tip) {
      case 'place':
        return phase === 'place';
      case 'roll':
        return dice && active.turns === 0;
      case 'crash':
        return dice && active.damage > 0 && active.dice.length === 0 && active.turns > 0;
      case 'steer':
        return phase === 'steer' && open > 1;
      case 'only':
        return phase === 'steer' && open === 1;
      case 'sound':
        return dice && active.turns === 1;
      case 'risk':
        return dice && reach !== undefined && !['none', 'low'].includes(riskOf(reach));
      case 'more':
        return dice && active.dice.length > 0 && active.turns >= 1;
      case 'change':
        return dice && active.dice.length > 1 && active.turns >= 2;
      case 'round':
        return dice && Number(active.leg) > 0;
      case 'hint':
        return dice && active.turns >= 4;
    }
  }

  /** The player has understood this tip. */
  learn(tip: Tip): void {
    if (tip === 'sound') settings.set('offered', true);
    else if (!settings.kept.coached.includes(tip)) settings.set('coached', [...settings.kept.coached, tip]);
  }

  /** The player has gone on while this tip was shown. */
  passed(tip: Tip): void {
    if (ONCE.includes(tip)) this.learn(tip);
  }

  /** Whoever has turned a die knows how; so does whoever has rounded a buoy. */
  see(): void {
    if (this.turn.draft.turned) this.learn('change');
    if (rounded(this.turn)) this.learn('round');
  }

  /** Watches what the player does, and learns from it what they have understood. Called while a component is set up. */
  watch(): void {
    const { turn } = this;
    $effect(() => {
      void turn.question;
      const shown = untrack(() => this.tip);
      return () => {
        if (shown) this.passed(shown);
      };
    });
    $effect(() => {
      // A race that ends here counts; one that is opened at its end does not.
      if (this.ended) return undefined;
      return () => untrack(() => settings.set('raced', settings.kept.raced + (this.ended ? 1 : 0)));
    });
    $effect(() => {
      void [turn.draft.turned, rounded(turn)];
      untrack(() => this.see());
    });
  }
}

/** A boat of a person here is beyond buoy 1. */
function rounded({ show }: Turn): boolean {
  const boats = show.view.state?.boats ?? [];
  return boats.some(
    ({ color, leg }) => show.host.mine.includes(color) && LEGS.indexOf(leg) > LEGS.indexOf('1'),
  );
}
