// Every page and its path. A new page is a component in src/pages and a line here.
import type { Route } from '$lib/router.svelte';
import Home from './pages/Home.svelte';

/** The router passes params to every page. Pages that need none ignore them. */
const page = (path: string, load: () => Promise<{ default: unknown }>, rules = false): Route => ({
  path,
  load: load as Route['load'],
  rules,
});
/** A page that needs the rules as soon as it is shown. */
const ruled = (path: string, load: () => Promise<{ default: unknown }>): Route => page(path, load, true);

export const ROUTES: Route[] = [
  page('/', () => Promise.resolve({ default: Home })),
  ruled('/new', () => import('./pages/New.svelte')),
  ruled('/game/:id', () => import('./pages/Play.svelte')),
  ruled('/replay/:id', () => import('./pages/Replay.svelte')),
  page('/open', () => import('./pages/Open.svelte')),
  page('/lobby', () => import('./pages/Lobby.svelte')),
  page('/seasons', () => import('./pages/Seasons.svelte')),
  page('/seasons/:number', () => import('./pages/Seasons.svelte')),
  page('/seasons/:number/:group', () => import('./pages/Seasons.svelte')),
  ruled('/r/:id', () => import('./pages/Room.svelte')),
  ruled('/daily', () => import('./pages/Daily.svelte')),
  ruled('/daily/:day', () => import('./pages/Daily.svelte')),
  ruled('/daily/:day/race', () => import('./pages/DailyRace.svelte')),
  ruled('/tables', () => import('./pages/Tables.svelte')),
  page('/events', () => import('./pages/Events.svelte')),
  page('/e/:id', () => import('./pages/Event.svelte')),
  page('/e/:id/screen', () => import('./pages/EventScreen.svelte')),
  page('/ladder', () => import('./pages/Ladder.svelte')),
  page('/player/:id', () => import('./pages/Profile.svelte')),
  page('/moderation', () => import('./pages/Moderation.svelte')),
  page('/me', () => import('./pages/Me.svelte')),
  page('/confirm', () => import('./pages/Confirm.svelte')),
  page('/reset', () => import('./pages/Reset.svelte')),
  page('/settings', () => import('./pages/Settings.svelte')),
  ruled('/learn', () => import('./pages/Learn.svelte')),
  ruled('/rules', () => import('./pages/Rules.svelte')),
  page('/about', () => import('./pages/About.svelte')),
];

export const NOT_FOUND: Route = page('*', () => import('./pages/NotFound.svelte'));
