// How lucky a player was, among a hundred players with the same decisions.
import type { PlayerAnalysisView } from '$lib/types';

type Lucky = Pick<PlayerAnalysisView, 'luck_percentile'>;

/**
 * How many of a hundred players would have had less lucky dice, from 1 to 99; ordinary dice are 50. Nothing if no roll mattered, or in
 * an analysis by version 0.1.
 */
export const luckOf = ({ luck_percentile: share }: Lucky): number | undefined =>
  typeof share === 'number' ? Math.min(99, Math.max(1, Math.round(share))) : undefined;

/** The same in five steps, from very unlucky to very lucky. */
export function ofLuck(luck: number): 1 | 2 | 3 | 4 | 5 {
  if (luck >= 90) return 5;
  if (luck >= 65) return 4;
  if (luck > 35) return 3;
  return luck > 10 ? 2 : 1;
}
