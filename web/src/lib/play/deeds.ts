// What a rival just did, in one short line for the ticker.
import { nameOf, type Seat } from '$lib/game/host';
import { t } from '$lib/i18n/i18n.svelte';
import { type Color, type Happening, type Leg, LEGS } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import { raceLetter } from './words';

export interface Deed {
  /** The number of its happening: another deed, another line. */
  at: number;
  color?: Color;
  text: string;
}

/** The latest deed of somebody who does not play here; if everybody plays here, of anybody. */
export function deedOf(
  story: readonly Happening[],
  seats: readonly Seat[],
  mine: readonly Color[],
): Deed | undefined {
  const rivals = seats.some(({ color }) => !mine.includes(color));
  const at = story.findLastIndex(
    (it) => it.type === 'race' || ('color' in it && (!rivals || !mine.includes(it.color))),
  );
  const happening = story[at];
  if (!happening) return undefined;
  if (happening.type === 'race') return { at, text: t('told.race', { letter: raceLetter(happening.race) }) };
  if (!('color' in happening)) return undefined;
  const { color } = happening;
  return { at, color, text: textOf(happening, story.slice(0, at), nameOf(seats, color)) };
}

type Act = Extract<Happening, { color: Color }>;

function textOf(happening: Act, before: readonly Happening[], name: string): string {
  if (happening.type === 'placed') return t('deed.placed', { name });
  if (happening.type === 'rolled') return thrown(name, happening, '');
  if (happening.type === 'resigned') return t('told.resigned', { name });
  if (happening.type === 'retired') return t('told.retired', { name });
  const deed = moved(happening, before);
  const roll = before.findLast((it) => it.type === 'rolled' && it.color === happening.color);
  return roll?.type === 'rolled' ? thrown(name, roll, deed) : t('deed.none', { name, deed });
}

/** The dice, and what the boat did with them. */
function thrown(name: string, { dice, rolled }: Happened<'rolled'>, deed: string): string {
  const shown = dice.join(' ');
  if (dice.length === 0) return deed ? t('deed.none', { name, deed }) : t('told.nodice', { name });
  const how = rolled.length > 0 ? 'rolled' : 'kept';
  return deed ? t(`deed.${how}.then`, { name, dice: shown, deed }) : t(`deed.${how}`, { name, dice: shown });
}

/** The most telling thing about a move. */
function moved(move: Happened<'moved'>, before: readonly Happening[]): string {
  if (move.finished) return t('deed.finished');
  if (move.sunk) return t('deed.sunk');
  if (move.crash) return t('deed.crash', { n: move.damage });
  const race = before.findLastIndex(({ type }) => type === 'race');
  const last = before.slice(race).findLast((it) => it.type === 'moved' && it.color === move.color);
  const leg: Leg = last?.type === 'moved' ? last.leg : 'start';
  if (LEGS.indexOf(move.leg) > LEGS.indexOf(leg))
    return leg === 'start' ? t('deed.started') : t('deed.rounded', { number: leg });
  return move.path.length > 0 ? t('deed.moved', { n: move.path.length }) : t('deed.turned');
}
