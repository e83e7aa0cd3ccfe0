// The rivals: the people behind the computer players, and whom to offer for a race.
import { t } from '$lib/i18n/i18n.svelte';
import { PILOT_NAMES, type PilotName } from '$lib/types';

export type Rival = PilotName;

/** Everybody, from a child's first rival to the strongest, then those of other manners. */
export const RIVALS: readonly Rival[] = PILOT_NAMES;
/** Those of other manners, and the step of the ladder whose strength they have. */
const EQUALS: Partial<Record<Rival, Rival>> = { turtle: 'deckhand', gambler: 'mate', fox: 'skipper' };
const LADDER = RIVALS.filter((rival) => !EQUALS[rival]);

/** In somebody's first race: those whom a beginner beats about every other time. */
export const FIRST: readonly Rival[] = ['rookie'];
export const USUAL: readonly Rival[] = ['bosun', 'gambler', 'skipper'];
/** For those who only watch. */
export const GRAND: readonly Rival[] = ['admiral', 'captain', 'fox', 'skipper'];

/** "Pip": the name on the boat. */
export const rivalName = (rival: Rival): string => t(`rival.${rival}.name`);
/** "Rookie Pip": name and rank. */
export const rivalTitle = (rival: Rival): string => t(`rival.${rival}`);

/** How strong a rival is: the index of the step of the ladder. */
export const stepOf = (rival: Rival): number => LADDER.indexOf(EQUALS[rival] ?? rival);

/** The rivals of a fair race: one of this strength, the equal in strength if there is one, and the step below or above. */
export function fairRivals(rival: Rival): Rival[] {
  const step = stepOf(rival);
  const equals = RIVALS.filter((other) => other !== rival && stepOf(other) === step);
  const near = LADDER[step === 0 ? 1 : step - 1] ?? rival;
  return [rival, ...equals, near].slice(0, 3);
}
