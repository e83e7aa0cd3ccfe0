// Starting a regatta on this device with one tap.
import type { Seat } from '$lib/game/host';
import { seatsAgainst } from '$lib/game/seats';
import { fairRivals, FIRST, USUAL, type Rival } from '$lib/rivals/rivals';
import { router } from '$lib/router.svelte';
import { journey } from '$lib/store/journey.svelte';
import { settings } from '$lib/store/settings.svelte';
import type { Scoring } from '$lib/types';

/** Whom the player meets in the next race. */
export function nextRivals(): readonly Rival[] {
  if (journey.first) return FIRST;
  return journey.kept.fair ? fairRivals(journey.kept.next ?? FIRST[0] ?? 'rookie') : USUAL;
}

/** Starts a regatta and shows it. */
export async function start(seats: Seat[], setup: { races: number; scoring?: Scoring }): Promise<void> {
  // The rules are needed only now. The first page works without them.
  const { freshGame } = await import('$lib/game/local');
  const game = await freshGame(seats, { sides: 'dark', ...setup });
  router.go(`/game/${game.id}`);
}

/** Races against the next rivals. */
export const raceNow = (): Promise<void> =>
  start(
    seatsAgainst(settings.kept.name, nextRivals()),
    // With turn scoring the last boat races on, so that everybody finishes their first race.
    journey.first ? { races: 1, scoring: 'turns' } : { races: 3 },
  );
