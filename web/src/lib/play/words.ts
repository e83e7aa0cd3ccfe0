// The game in words: goals, dice, risks and events as sentences.
import { nameOf, type Seat } from '$lib/game/host';
import { list, percent, sentences, t } from '$lib/i18n/i18n.svelte';
import type {
  Advice,
  BoatView,
  ChoiceView,
  Color,
  CourseView,
  Die,
  Happening,
  HeadingView,
  RaceResultView,
  Reach,
} from '$lib/types';
import { riskOf } from '$lib/game/draft.svelte';

/** Where a boat goes next, in a few words. */
export function legName({ leg, owes }: Pick<BoatView, 'leg' | 'owes'>): string {
  if (leg === 'start') return t('leg.start');
  if (leg === 'finish') return t('leg.finish');
  return t(owes ? 'leg.owes' : 'leg.buoy', { number: leg });
}

/** On which side boats keep buoy 1, 2 or 3. */
export const roundingOf = (course: CourseView, buoy: number): 'left' | 'right' =>
  course.rounding[buoy - 1] ?? 'left';

/** What a boat must do next. It speaks to the player, or, with a name, about the boat of someone else. */
export function goalText(
  course: CourseView,
  { leg, owes }: Pick<BoatView, 'leg' | 'owes'>,
  name?: string,
): string {
  const goal = leg === 'start' || leg === 'finish' ? leg : roundingOf(course, Number(leg));
  // What must be done first comes first: there may be no room for more.
  const values = { number: leg, name: name ?? '' };
  const [next, back] =
    name === undefined
      ? ([`mark.${goal}`, 'mark.owes'] as const)
      : ([`mark.${goal}.theirs`, 'mark.owes.theirs'] as const);
  return sentences(owes ? t(back, values) : '', t(next, values));
}

export const raceLetter = (race: number): string => 'ABC'[race - 1] ?? '?';

export const diceText = (dice: readonly Die[]): string => (dice.length > 0 ? dice.join(' ') : t('dice.none'));

/** A choice of dice in words: keep 3 and roll 1 die. */
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
  return sentences(...parts);
}

/** Why the Captain would do it, in one sentence. */
export function reasonText({ reason }: Advice): string {
  switch (reason.why) {
    case 'finish':
      return t('why.finish', { chance: percent(reason.chance) });
    case 'round':
      return t('why.round', { number: reason.buoy });
    case 'room':
      return t('why.room', { n: reason.spaces });
    default:
      return t(`why.${reason.why}`);
  }
}

/** Why a direction is not allowed, and what to do instead. */
export function whyNot(heading: HeadingView, open: readonly HeadingView[]): string {
  const way = t(`steer.${heading.to}.subject`);
  const where = t(heading.blocked === 'buoy' ? 'blocked.buoy' : 'blocked.land');
  const blocked =
    heading.run === 0 ? t('why.atonce', { way, where }) : t('why.after', { way, where, n: heading.run });
  const must = list(open.map(({ to }) => t(`steer.${to}.must`)));
  const reason = open.length === 1 ? t('why.must', { must }) : t('why.longer');
  return sentences(blocked, reason);
}

/** What happened, as a sentence. Without letters around the lake, the names of spaces mean nothing: `named` says whether to use them. */
export function told(happening: Happening, seats: readonly Seat[], named = true): string {
  const name = 'color' in happening ? nameOf(seats, happening.color) : '';
  switch (happening.type) {
    case 'lake':
      return t('told.lake', { name: nameOf(seats, happening.starter) });
    case 'race':
      return t('told.race', { letter: raceLetter(happening.race) });
    case 'placed':
      return t(named ? 'told.placed' : 'told.placed.plain', {
        name,
        at: happening.at,
        heading: t(`heading.${happening.heading}`),
      });
    case 'rolled':
      if (happening.count === 0) return t('told.nodice', { name });
      if (happening.rolled.length === 0) return t('told.held', { name, dice: happening.dice.join(' ') });
      return t('told.rolled', { name, rolled: happening.rolled.join(' '), dice: happening.dice.join(' ') });
    case 'moved': {
      const way = t(`told.${happening.to}`);
      const n = happening.path.length;
      const parts = [
        n === 0
          ? t(named ? 'told.stays' : 'told.stays.plain', { name, way, end: happening.end })
          : t(named ? 'told.moved' : 'told.moved.plain', { name, way, n, end: happening.end }),
      ];
      if (happening.crash) parts.push(t('told.crash', { n: happening.damage }));
      if (happening.finished) parts.push(t('told.finished', { name }));
      else if (happening.sunk) parts.push(t('told.sunk', { name }));
      return sentences(...parts);
    }
    case 'resigned':
      return t('told.resigned', { name });
    case 'retired':
      return t('told.retired', { name });
    case 'race-over':
      return t('told.raceover', { letter: raceLetter(happening.race), order: orderText(happening, seats) });
    case 'over':
      return t('told.over', winnersOf(happening, seats));
  }
}

const orderText = ({ order }: RaceResultView, seats: readonly Seat[]): string =>
  order.length > 0 ? list(order.map((color) => nameOf(seats, color))) : t('told.nobody');

/** The winners' names and their number. */
export function winnersOf({ ranking }: { ranking: Color[][] }, seats: readonly Seat[]) {
  const winners = ranking[0] ?? [];
  return { names: list(winners.map((color) => nameOf(seats, color))), n: winners.length };
}
