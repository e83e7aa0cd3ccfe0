// Practice on a lake that is known: a race on this device, alone or against ghosts.
import { newGame } from '$lib/game/local';
import { ghostsOf, type Ghost } from '$lib/ghosts/ghost';
import { t } from '$lib/i18n/i18n.svelte';
import { askText } from '$lib/net/http';
import { brain } from '$lib/rules/brain';
import { load as loadRules } from 'powerboats';
import { listGames, saveGame, type SavedGame } from '$lib/store/games';
import { settings } from '$lib/store/settings.svelte';
import type { DailyView, Sides } from '$lib/types';

/** A lake and its first course, written as in a record. */
export interface Course {
  sides: Sides;
  layout: string;
  course: string;
}

/** The ghost of a boat that plays perfectly with average dice. */
export async function bestPlay({ sides, layout, course }: Course): Promise<Ghost[]> {
  const { happenings } = await brain.bestPlay(sides, layout, course);
  return ghostsOf(happenings, () => t('ghost.best'));
}

/** The ghosts of a record, by its players' names. */
export async function ghostsOfRecord(record: string): Promise<Ghost[]> {
  const { happenings, names } = await brain.story(record);
  return ghostsOf(happenings, (color) => names[color] ?? t(`color.${color}`));
}

/** The ghost of a run of a daily lake. Refused as long as one's own attempt goes on. */
export async function ghostOfRun(day: string, attempt: string): Promise<Ghost[]> {
  const answer = await askText(`/api/daily/${day}/attempts/${attempt}/record`);
  return answer.ok ? ghostsOfRecord(answer.value) : [];
}

/** Starts a race alone on a known lake, and returns its id. */
export async function practise(on: Course, ghosts: Ghost[] = []): Promise<string> {
  await loadRules();
  const seats = [{ color: 'yellow' as const, name: settings.kept.name || t('color.yellow') }];
  const game = newGame(seats, { sides: on.sides, races: 1, scoring: 'turns' }, undefined, undefined, on);
  const saved: SavedGame = { ...game, ghosts };
  await saveGame(saved).catch(() => undefined);
  return saved.id;
}

/** A run of a person on this device. */
export interface OwnRun {
  id: string;
  turns: number;
  at: number;
  ghost: Ghost;
}

/** The finished runs of people on this device on a course, the best first: its record table. */
export async function ownRuns({ layout, course }: Pick<DailyView, 'layout' | 'course'>): Promise<OwnRun[]> {
  const games = await listGames();
  const runs = games.flatMap(({ id, story, seats, updated }) => {
    const [lake, race] = story;
    if (lake?.type !== 'lake' || lake.layout !== layout || race?.type !== 'race' || race.course !== course)
      return [];
    const people = seats.filter(({ pilot }) => !pilot);
    const ghosts = ghostsOf(story, (color) => people.find((seat) => seat.color === color)?.name ?? '');
    return ghosts
      .filter(({ name, finished }) => name && finished)
      .map((ghost) => ({ id, turns: ghost.spots.length - 1, at: updated, ghost }));
  });
  return runs.sort((a, b) => a.turns - b.turns || a.at - b.at);
}
