// What the main button says, and how: it is always at the same place, and its colour is a warning only when there is one.
import { riskOf } from '$lib/game/draft.svelte';
import { percent, t } from '$lib/i18n/i18n.svelte';
import type { ChoiceView, HeadingView, Reach } from '$lib/types';
import { choiceText } from '../words';

export interface Main {
  label: string;
  /** A second, smaller line. */
  sub?: string;
  /** The details for screen readers. */
  detail?: string;
  /** To press, to press at one's own risk, or not the thing to do now. */
  tone: 'call' | 'danger' | 'quiet';
  /** Whether there is something to carry out. */
  ready: boolean;
  /** The name of the button in tests. */
  id: 'go' | 'skip' | 'hurry';
}

const LARGE_RISK = new Set(['high', 'sure']);

export function diceMain(choice: ChoiceView, reach: Reach | undefined): Main {
  const rolls = choice.count - choice.hold.length;
  const plain = rolls > 0 ? t('go.roll', { n: rolls }) : t(choice.count === 0 ? 'go.nodice' : 'go.keep');
  const main = { id: 'go', ready: true, detail: choiceText(choice) } as const;
  if (!reach || !LARGE_RISK.has(riskOf(reach))) return { ...main, label: plain, tone: 'call' };
  // Sinking is worse, but a small chance of it must not hide a much larger one of a crash.
  const what = 2 * reach.sink >= reach.crash ? 'sink' : 'crash';
  const chance = percent(what === 'sink' ? reach.sink : reach.crash);
  const label = t(`go.${rolls > 0 ? 'roll' : 'keep'}.${what}`, { chance });
  return { ...main, label, sub: plain, tone: 'danger' };
}

/** The main button while a direction is chosen. */
export function steerMain(chosen: HeadingView | undefined): Main {
  const option = chosen?.option;
  if (!option) return { id: 'go', ready: false, label: t('go.choose'), tone: 'call' };
  if (!option.crash) return { id: 'go', ready: true, label: t('go.steer'), tone: 'call' };
  return { id: 'go', ready: true, label: t('go.crash', { n: option.damage }), tone: 'danger' };
}

export const placeMain = (ready: boolean): Main => ({
  id: 'go',
  ready,
  label: t('go.place'),
  tone: 'call',
});
