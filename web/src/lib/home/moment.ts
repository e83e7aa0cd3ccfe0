// Where a stored race stands, in a few words.
import { t } from '$lib/i18n/i18n.svelte';
import { raceLetter } from '$lib/play/words';
import type { SavedGame } from '$lib/store/games';

export function momentOf({ story, seats }: SavedGame): string {
  const begun = story.findLastIndex(({ type }) => type === 'race');
  const race = story[begun];
  if (race?.type !== 'race') return '';
  const letter = raceLetter(race.race);
  const people = seats.filter(({ pilot }) => !pilot).map(({ color }) => color);
  const whose = people[0] ?? seats[0]?.color;
  const turns = story.slice(begun).filter((it) => it.type === 'moved' && it.color === whose).length;
  return turns === 0 ? t('home.start', { letter }) : t('home.moment', { letter, turn: turns + 1 });
}
