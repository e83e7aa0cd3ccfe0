// Pages with much on them, at desktop and phone width: the ladder, a knockout with all its rounds, a corrected result, the projector,
// a group of a season, and the moderators' list of duels that look arranged. The results are made through the HTTP interface, by players without a browser.
import { request, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { accessible, expect, fits, test } from './help';
import { PHONE, visitor } from './people';
import { Server } from './server';

/** A registered player. */
interface Player {
  name: string;
  id: string;
  login: string;
  api: APIRequestContext;
}

const password = 'correct horse';

async function post<T>({ api }: Pick<Player, 'api'>, path: string, data: object = {}): Promise<T> {
  let answer = await api.post(path, { data });
  // The server limits how quickly one player opens regattas.
  for (let tries = 0; answer.status() === 429 && tries < 20; tries += 1) {
    await new Promise((later) => setTimeout(later, 1000));
    answer = await api.post(path, { data });
  }
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json().catch(() => undefined)) as T;
}
async function get<T>({ api }: Pick<Player, 'api'>, path: string): Promise<T> {
  return (await (await api.get(path)).json()) as T;
}
async function registered(api: APIRequestContext, name: string): Promise<Player> {
  const { id } = await post<{ id: string }>({ api }, '/api/me', { name });
  const login = `${name.toLowerCase()}_${id.slice(0, 6).replace(/\W/g, 'x')}`;
  await post({ api }, '/api/me/register', { login, password });
  return { name, id, login, api };
}
const crew = (address: string, ...names: string[]): Promise<Player[]> =>
  Promise.all(names.map(async (name) => registered(await request.newContext({ baseURL: address }), name)));

let acts = 0;
const act = (player: Player, regatta: string, action: object): Promise<unknown> =>
  post(player, `/api/regattas/${regatta}/actions`, { id: `a${(acts += 1)}`, action });

/** Shows a page on a desktop and on a phone, and checks both. */
async function onBoth(
  browser: Browser,
  address: string,
  path: string,
  shot: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  for (const [wish, what] of [
    [{}, 'desktop-light'],
    [PHONE, 'phone-dark'],
  ] as const) {
    const page = await visitor(browser, address, wish);
    await page.goto(path);
    await check(page);
    await accessible(page);
    await fits(page);
    await page.screenshot({ path: `screens/filled-${shot}-${what}.png`, fullPage: true });
    await page.context().close();
  }
}

/** A rated Duel, in which one player resigns. */
async function duel(winner: Player, loser: Player): Promise<void> {
  const clock = { type: 'live', turn: 600, bank: 600 };
  const { id } = await post<{ id: string }>(winner, '/api/regattas', {
    seats: 2,
    races: 1,
    rated: true,
    clock,
  });
  await act(loser, id, { type: 'join' });
  for (const player of [winner, loser]) await act(player, id, { type: 'ready', ready: true });
  await act(loser, id, { type: 'resign' });
}

test('the ladder with players', async ({ browser }) => {
  const server = await Server.begin('--requests', '0', '--actions', '0');
  try {
    const players = await crew(server.address, 'Ada', 'Bo', 'Cem', 'Dora');
    const [first] = players as [Player, ...Player[]];
    const settled = async (): Promise<number> => {
      const { players: listed } = await get<{ players: { player: string }[] }>(first, '/api/ladders/duel');
      return listed.filter(({ player }) => players.some(({ id }) => id === player)).length;
    };
    // A rating is settled after about 15 Duels. Everybody beats those behind them, two times of three.
    let round = 0;
    const everyPair = async (): Promise<void> => {
      round += 1;
      for (const [i, one] of players.entries())
        for (const other of players.slice(i + 1))
          await (round % 3 === 0 ? duel(other, one) : duel(one, other));
    };
    while (round < 6) await everyPair();
    await expect(async () => {
      if ((await settled()) < players.length) {
        await everyPair();
        expect(await settled()).toBe(players.length);
      }
    }).toPass({ timeout: 120_000 });
    await onBoth(browser, server.address, '/ladder', 'ladder', async (page) => {
      const rows = page.getByTestId('ladder').locator('tbody tr');
      for (const { name, id } of players)
        await expect(rows.filter({ has: page.locator(`a[href="/player/${id}"]`) })).toContainText(name);
      await expect(page.locator('.bars li').first()).toBeVisible();
    });
  } finally {
    await server.end();
  }
});

interface EventTable {
  regatta: string;
  seats: { person: { player: string } | null; rank: number | null }[];
}
interface EventPage {
  stage: string;
  rounds: { tables: EventTable[] }[];
}

test('a knockout from heats to final, a corrected result, and the projector', async ({ browser, server }) => {
  const players = await crew(server.address, 'Ada', 'Bo', 'Cem', 'Dora', 'Emil', 'Fritz', 'Gwen', 'Hugo');
  const desk = await visitor(browser, server.address);
  await desk.addInitScript(() => localStorage.setItem('powerboats.came', 'yes'));
  const olga = await registered(desk.request, 'Olga');
  const settings = {
    title: 'Harbour Cup',
    format: { type: 'knockout', advance: 1 },
    tables: 2,
    clock: { type: 'live', turn: 600, bank: 600 },
  };
  const { id } = await post<{ id: string }>(olga, '/api/events', settings);
  const path = `/api/events/${id}`;
  for (const player of players) await post(player, `${path}/players`);
  const view = (): Promise<EventPage> => get<EventPage>(olga, path);
  for (const round of [1, 2, 3]) {
    await post(olga, `${path}/rounds`, { round });
    const tables = (await view()).rounds[round - 1]?.tables ?? [];
    expect(tables).toHaveLength(8 / 2 ** round);
    for (const { regatta, seats } of tables) {
      const loser = players.find((player) => player.id === seats[1]?.person?.player);
      // The regatta is opened a moment after the round.
      await expect(async () => {
        if (loser) await act(loser, regatta, { type: 'resign' });
      }).toPass();
    }
    const ranked = ({ seats }: EventTable): boolean => seats.every(({ rank }) => rank !== null);
    await expect.poll(async () => (await view()).rounds[round - 1]?.tables.every(ranked)).toBe(true);
    if (round === 1)
      await onBoth(browser, server.address, `/e/${id}/screen`, 'screen', async (page) => {
        await expect(page.getByTestId('standings').locator('tbody tr')).toHaveCount(8);
        await expect(page.getByTestId('lakes').locator('img')).toHaveCount(4);
      });
  }
  // The organiser turns the result of the final round, and everybody sees why.
  await desk.goto(`/e/${id}`);
  const last = desk.getByRole('region', { name: 'Round 3' });
  await last.getByTestId('correct').click();
  for (const [seat, place] of ['2', '1'].entries())
    await last.getByTestId(`rank-${seat}`).selectOption(place);
  await last.getByTestId('reason').fill('The finish line was missed.');
  await accessible(desk);
  await last.getByTestId('save-result').click();
  await expect(last).toContainText('The finish line was missed.');
  await onBoth(browser, server.address, `/e/${id}`, 'knockout', async (page) => {
    await expect(page.getByTestId('standings').locator('tbody tr')).toHaveCount(8);
    for (const [round, tables] of [4, 2, 1].entries()) {
      const shown = page.getByRole('region', { name: `Round ${round + 1}` });
      await expect(shown.getByTestId('event-table')).toHaveCount(tables);
    }
    const final = page.getByRole('region', { name: 'Round 3' });
    await expect(final).toContainText('The finish line was missed.');
    const winner = final.locator('li').filter({ hasText: 'place 1' }).locator('span');
    const best = page.getByTestId('standings').locator('tbody tr').first();
    await expect(best).toContainText(await winner.innerText());
    await expect(page.getByTestId('correct')).toHaveCount(0);
  });
});

interface GroupDuel {
  regatta: string | null;
  stage: string;
  second: { player: string };
}

test('a group of a season with most of its duels decided', async ({ browser }) => {
  const server = await Server.begin('--season', 'length=3600s wait=3s games=4');
  try {
    const players = await crew(server.address, 'Ada', 'Bodil', 'Cem', 'Dora', 'Emil');
    const [ada] = players as [Player, ...Player[]];
    for (const player of players) await post(player, '/api/me/season');
    const group = '/api/seasons/1/groups/1';
    const lost = new Set<string>();
    // One of the ten duels goes on.
    await expect(async () => {
      const { games } = await get<{ games: GroupDuel[] }>(ada, group);
      for (const { regatta, stage, second } of games) {
        const loser = players.find(({ id }) => id === second.player);
        if (!regatta || !loser || stage !== 'running' || lost.has(regatta) || lost.size > 8) continue;
        await act(loser, regatta, { type: 'resign' });
        lost.add(regatta);
      }
      expect(games.filter(({ stage }) => stage === 'decided')).toHaveLength(9);
    }).toPass({ timeout: 120_000, intervals: [500] });
    await onBoth(browser, server.address, '/seasons/1/1', 'group', async (page) => {
      const rows = page.getByTestId('standings').locator('tbody tr');
      await expect(rows).toHaveCount(5);
      for (const { name } of players) await expect(rows.filter({ hasText: name })).toHaveCount(1);
      // Nine duels have a result, from both sides, and one runs.
      const cross = page.getByTestId('cross').locator('tbody');
      await expect(cross.locator('tr')).toHaveCount(5);
      await expect(cross.locator('a')).toHaveCount(20);
      await expect(cross.locator('a', { hasText: '▶' })).toHaveCount(2);
    });
  } finally {
    await server.end();
  }
});

test('moderators see duels between two accounts of one browser', async ({ browser, server }) => {
  const api = await request.newContext({ baseURL: server.address });
  const pair: Player[] = [];
  for (const name of ['Jekyll', 'Hyde']) {
    const { login, id } = await registered(api, name);
    expect((await api.delete('/api/sessions')).ok()).toBe(true);
    const signedIn = await request.newContext({ baseURL: server.address });
    await post({ api: signedIn }, '/api/sessions', { login, password });
    pair.push({ name, id, login, api: signedIn });
  }
  const [jekyll, hyde] = pair as [Player, Player];
  await duel(jekyll, hyde);
  const mona = await visitor(browser, server.address, PHONE);
  const { login } = await registered(mona.request, 'Mona');
  server.admin('role', login, 'moderator', '--reason', 'for a test');
  const list = mona.getByTestId('fair-play');
  // The server reads results a moment after they are stored.
  await expect(async () => {
    await mona.goto('/moderation');
    await expect(list).toContainText('Both accounts were used in one browser.', { timeout: 2000 });
  }).toPass();
  await expect(list.locator('li')).toContainText('1 rated duel');
  for (const { name } of pair) await expect(list.getByRole('link', { name })).toBeVisible();
  await accessible(mona);
  await fits(mona);
});
