// Practice on a lake that is known: a race on this device, alone or against ghosts.
import { newGame } from '$lib/game/local';
import { ghostsOf, racesOf, turnsOf, type Ghost } from '$lib/ghosts/ghost';
import { t } from '$lib/i18n/i18n.svelte';
import { askText } from '$lib/net/http';
import { brain } from '$lib/rules/brain';
import { load as loadRules } from 'powerboats';
import { listGames, saveGame, type SavedGame } from '$lib/store/games';
import { settings } from '$lib/store/settings.svelte';
import type { Color, DailyView, Sides } from '$lib/types';

/** A lake and a course on it, written as in a record. */
export interface Course {
  sides: Sides;
  layout: string;
  course: string;
  /** The day, if it is a daily lake. */
  day?: string;
}

/** The ghost of a boat that plays perfectly with average dice. */
export async function bestPlay({ sides, layout, course }: Course): Promise<Ghost[]> {
  const { happenings } = await brain.bestPlay(sides, layout, course);
  return racesOf(happenings).flatMap((race) => ghostsOf(race, () => t('ghost.best')));
}

/** The ghost of a run of a daily lake. Refused as long as one's own attempt goes on. */
export async function ghostOfRun(day: string, attempt: string): Promise<Ghost[]> {
  const answer = await askText(`/api/daily/${day}/attempts/${attempt}/record`);
  if (!answer.ok) return [];
  const { happenings, names } = await brain.story(answer.value);
  return racesOf(happenings).flatMap((race) =>
    ghostsOf(race, (color) => names[color] ?? t(`color.${color}`)),
  );
}

/** Starts a race alone on a known lake, and returns its id. */
export async function practise(on: Course, ghosts: Ghost[] = []): Promise<string> {
  await loadRules();
  const seats = [{ color: 'yellow' as const, name: settings.kept.name || t('color.yellow') }];
  const game = newGame(seats, { sides: on.sides, races: 1, scoring: 'turns' }, undefined, undefined, on);
  const saved: SavedGame = { ...game, ghosts, ...(on.day ? { day: on.day } : {}) };
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
    const [lake] = story;
    if (lake?.type !== 'lake' || lake.layout !== layout) return [];
    const people = seats.filter(({ pilot }) => !pilot);
    const name = (color: Color) => people.find((seat) => seat.color === color)?.name ?? '';
    return racesOf(story)
      .filter((race) => race.course === course)
      .flatMap((race) => ghostsOf(race, name))
      .filter(({ name, finished }) => name && finished)
      .map((ghost) => ({ id, turns: turnsOf(ghost), at: updated, ghost }));
  });
  return runs.sort((a, b) => a.turns - b.turns || a.at - b.at);
}
