// Every page and its path. A new page is a component in src/pages and a line here.
import type { Route } from '$lib/router.svelte';

/** Pages that need no params take none; the router passes them all the same. */
const page = (path: string, load: () => Promise<{ default: unknown }>): Route => ({
  path,
  load: load as Route['load'],
});

export const ROUTES: Route[] = [
  page('/', () => import('./pages/Home.svelte')),
  page('/new', () => import('./pages/New.svelte')),
  page('/game/:id', () => import('./pages/Play.svelte')),
  page('/replay/:id', () => import('./pages/Replay.svelte')),
  page('/open', () => import('./pages/Open.svelte')),
  page('/lobby', () => import('./pages/Lobby.svelte')),
  page('/r/:id', () => import('./pages/Room.svelte')),
  page('/me', () => import('./pages/Me.svelte')),
  page('/settings', () => import('./pages/Settings.svelte')),
  page('/learn', () => import('./pages/Learn.svelte')),
  page('/rules', () => import('./pages/Rules.svelte')),
  page('/about', () => import('./pages/About.svelte')),
];

export const NOT_FOUND: Route = page('*', () => import('./pages/NotFound.svelte'));
