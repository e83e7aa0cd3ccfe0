// Things of the game as people say them.
import { nameOf, type Seat } from '$lib/game/host';
import { list, t } from '$lib/i18n/i18n.svelte';
import type {
  ChoiceView,
  CourseView,
  Die,
  Happening,
  HeadingView,
  Leg,
  RaceResultView,
  Reach,
} from '$lib/types';
import { riskOf } from '$lib/game/draft.svelte';
import { percent } from '$lib/i18n/i18n.svelte';

export const legName = (leg: Leg): string =>
  leg === 'start' ? t('leg.start') : leg === 'finish' ? t('leg.finish') : t('leg.buoy', { number: leg });

/** Where to go next, and which way round. */
export function wayRound(course: CourseView, leg: Leg): string {
  if (leg === 'start') return t('mark.start');
  if (leg === 'finish') return t('mark.finish');
  const rounding = course.rounding[Number(leg) - 1] ?? 'left';
  return t(`mark.${rounding}`, { number: leg });
}

export const raceLetter = (race: number): string => 'ABC'[race - 1] ?? '?';

export const diceText = (dice: readonly Die[]): string => (dice.length > 0 ? dice.join(' ') : t('dice.none'));

/** A choice of dice in words: hold 3, roll 1 die. */
export function choiceText({ hold, count }: ChoiceView): string {
  const rolls = count - hold.length;
  if (count === 0) return t('choice.none');
  if (rolls === 0) return t('choice.hold', { dice: hold.join(' ') });
  if (hold.length === 0) return t('choice.roll', { n: rolls });
  return t('choice.both', { dice: hold.join(' '), n: rolls });
}

/** The risk of a crash in words and numbers. */
export function riskText(reach: Reach): string {
  const parts = [t(`risk.${riskOf(reach)}`, { chance: percent(reach.crash) })];
  if (reach.sink > 0) parts.push(t('risk.sink', { chance: percent(reach.sink) }));
  if (reach.finish > 0) parts.push(t('risk.finish', { chance: percent(reach.finish) }));
  return parts.join(' ');
}

/** Why a heading may not be taken, and what must be done instead. */
export function whyNot(heading: HeadingView, open: readonly HeadingView[]): string {
  const way = t(`steer.${heading.to}.subject`);
  const where = t(heading.blocked === 'buoy' ? 'blocked.buoy' : 'blocked.land');
  const blocked =
    heading.run === 0 ? t('why.atonce', { way, where }) : t('why.after', { way, where, n: heading.run });
  const must = list(open.map(({ to }) => t(`steer.${to}.must`)));
  const reason = open.length === 1 ? t('why.must', { must }) : t('why.longer');
  return `${blocked} ${reason}`;
}

/** What happened, as a sentence. */
export function told(happening: Happening, seats: readonly Seat[]): string {
  const name = 'color' in happening ? nameOf(seats, happening.color) : '';
  switch (happening.type) {
    case 'lake':
      return t('told.lake', { name: nameOf(seats, happening.starter) });
    case 'race':
      return t('told.race', { letter: raceLetter(happening.race) });
    case 'placed':
      return t('told.placed', { name, at: happening.at, heading: t(`heading.${happening.heading}`) });
    case 'rolled':
      if (happening.count === 0) return t('told.nodice', { name });
      if (happening.rolled.length === 0) return t('told.held', { name, dice: happening.dice.join(' ') });
      return t('told.rolled', { name, rolled: happening.rolled.join(' '), dice: happening.dice.join(' ') });
    case 'moved': {
      const way = t(`told.${happening.to}`);
      const n = happening.path.length;
      const parts = [
        n === 0
          ? t('told.stays', { name, way, end: happening.end })
          : t('told.moved', { name, way, n, end: happening.end }),
      ];
      if (happening.crash) parts.push(t('told.crash', { n: happening.damage }));
      if (happening.finished) parts.push(t('told.finished', { name }));
      else if (happening.sunk) parts.push(t('told.sunk', { name }));
      return parts.join(' ');
    }
    case 'race-over':
      return t('told.raceover', { letter: raceLetter(happening.race), order: orderText(happening, seats) });
    case 'over':
      return t('told.over', {
        names: list((happening.ranking[0] ?? []).map((color) => nameOf(seats, color))),
      });
  }
}

const orderText = ({ order }: RaceResultView, seats: readonly Seat[]): string =>
  order.length > 0 ? list(order.map((color) => nameOf(seats, color))) : t('told.nobody');
