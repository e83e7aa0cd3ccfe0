// What the tutor says, and a small lake in words.
import { learn } from '$lib/i18n/learn/speech.svelte';
import { sentences, t } from '$lib/i18n/i18n.svelte';
import { openHeadings } from '$lib/game/draft.svelte';
import type { Seat } from '$lib/game/host';
import { diceText, legName, told, whyNot } from '$lib/play/words';
import { type BoatView, COLORS, type Happening, type Hex, type LessonView } from '$lib/types';
import type { Tutor } from './tutor.svelte';

/** In lessons boats are named after their colours. */
export const seats = (): Seat[] => COLORS.map((color) => ({ color, name: t(`color.${color}`) }));

function boatText(boat: BoatView): string {
  const { color, at, heading, dice, damage, status } = boat;
  const name = t(`color.${color}`);
  if (!at || !heading) return t('words.off', { name, status: t(`status.${status}`) });
  return t('words.boat', {
    who: name,
    at,
    heading: t(`heading.${heading}`),
    dice: diceText(dice),
    n: damage,
    leg: legName(boat),
  });
}

/** The lake in words, for screen readers. */
export function lakeText({ state }: LessonView, target?: Hex): string {
  const flag = target ? [learn('learn.flag', { at: target })] : [];
  return sentences(learn('learn.lake'), ...state.boats.map(boatText), ...flag);
}

/** What the tutor says now. Empty if nothing has been tried yet. */
export function feedback({ refused, said, pool, mood }: Tutor): string {
  if (refused) return whyNot(refused, openHeadings(pool.view.headings));
  if (!said) return '';
  const text = learn(said.key, said.values);
  if (mood === 'done') return sentences(learn('learn.well'), text);
  return said.kind === 'wrong' ? sentences(learn('learn.oops'), text) : text;
}

/** What happened in a diagram, with the boat's next goal if that has changed. */
export function captionOf(happening: Happening, before: LessonView): string {
  const text = told(happening, seats());
  if (happening.type !== 'moved' || happening.finished || happening.sunk) return text;
  const boat = before.state.boats.find(({ color }) => color === happening.color);
  if (boat?.leg === happening.leg && boat.owes === happening.owes) return text;
  return sentences(text, learn('rules.now', { leg: legName(happening) }));
}
