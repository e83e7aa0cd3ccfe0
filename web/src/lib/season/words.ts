// What is said about the duels of a season.
import { integer, t } from '$lib/i18n/i18n.svelte';
import type { DuelView } from '$lib/types';

/** How a duel stands, from one player's side: 34:28, or why there are no points. */
export function duelWord(duel: DuelView, player: string): string {
  if (duel.stage !== 'decided') return t(`season.duel.${duel.stage}`);
  if (duel.how !== 'played') return t(`season.duel.${duel.how ?? 'unplayed'}`);
  const [own, other] = duel.first.player === player ? [duel.first, duel.second] : [duel.second, duel.first];
  return `${integer(own.points ?? 0)}:${integer(other.points ?? 0)}`;
}
