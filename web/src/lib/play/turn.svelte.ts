// The turn of a person at this device: what is drafted, when it may be carried out, and what became of it.
import { announcer } from '$lib/announcer.svelte';
import { Draft, openHeadings } from '$lib/game/draft.svelte';
import type { Show } from '$lib/game/show.svelte';
import { choiceOf } from 'powerboats';
import { type Heading, type HeadingView, type Reach, type Steer, STEERS } from '$lib/types';
import { settings } from '$lib/store/settings.svelte';
import { faultText } from './faults';
import { Guard } from './guard.svelte';

/** After so long a boat with one open direction goes by itself. */
export const ALONE = 1200;

export class Turn {
  readonly draft = new Draft();
  /** A decision is on its way. */
  busy = $state(false);
  refusal = $state('');
  readonly guard = new Guard();
  /** The second tap of a double tap must not skip what the first one began. */
  readonly begun = new Guard();
  private own = false;
  /** The boat is about to go by itself. */
  leaving = $state(false);
  /** The direction that was tried and is not allowed. */
  refused = $state.raw<HeadingView | undefined>();
  private leave: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly show: Show) {}

  /** Where the marked dice can lead. Many look at it, so it is worked out once for each choice of dice. */
  readonly reach = $derived.by((): Reach | undefined => {
    const { mine, active, view, game } = this.show;
    if (!mine || view.state?.phase !== 'dice' || !active) return undefined;
    const { hold, count } = choiceOf(active.dice, this.draft.marked);
    try {
      return game?.reach(hold, count);
    } catch {
      return undefined; // the marks are still those of the turn before
    }
  });

  /** The question that is open now. */
  get question(): string {
    const { view, mine } = this.show;
    return [view.state?.race, view.state?.phase, mine, this.show.active?.turns].join();
  }

  /** There is another question. */
  asked(): void {
    this.refusal = '';
    this.refused = undefined;
    this.guard.close();
    const own = this.show.mine !== undefined;
    if (this.own && !own) this.begun.close();
    this.own = own;
  }

  /** Lets the boat go by itself, if there is only one direction and nothing else to look at. */
  depart(): void {
    const { mine, view, moving, host } = this.show;
    this.stay();
    const alone = view.state?.phase === 'steer' && openHeadings(view.headings).length === 1;
    if (!mine || !alone || moving || host.paused || !settings.kept.auto) return;
    this.leaving = true;
    this.leave = setTimeout(() => {
      this.leaving = false;
      void this.go(true);
    }, ALONE);
  }

  /** The player wants to look first. */
  stay(): void {
    clearTimeout(this.leave);
    this.leaving = false;
  }

  async go(byItself = false): Promise<void> {
    const { mine, view, ended } = this.show;
    const decision = this.draft.decision(view);
    if (!mine || !decision || this.busy || ended || (this.guard.shut && !byItself)) return;
    this.stay();
    this.busy = true;
    this.refusal = '';
    try {
      await this.show.host.decide(mine, decision);
    } catch (error) {
      this.refusal = faultText(error).text;
      announcer.say(this.refusal);
    } finally {
      this.busy = false;
    }
  }

  /** Chooses a direction, or says why not. A second tap on the chosen one goes. */
  steer(heading: HeadingView): void {
    this.stay();
    this.refused = heading.option ? undefined : heading;
    if (!heading.option) return;
    if (this.draft.steer === heading.to) return void this.go();
    this.draft.steer = heading.to;
    this.guard.close();
  }

  /** Something on the lake was tapped. */
  readonly pick = (what: string): void => {
    const { mine, ended, view } = this.show;
    if (!mine || ended) return;
    const [kind, value] = what.split(':');
    if (kind === 'steer' && STEERS.includes(value as Steer)) {
      const heading = view.headings.find(({ to }) => to === value);
      if (heading) this.steer(heading);
    }
    // A tap on the chosen place confirms it.
    if (kind === 'place' && value === this.draft.place) return void this.go();
    if (kind === 'place') {
      this.draft.place = value;
      this.guard.close();
    }
    if (kind === 'heading') this.draft.heading = value as Heading;
  };

  close(): void {
    this.guard.end();
    this.begun.end();
    this.stay();
  }
}
