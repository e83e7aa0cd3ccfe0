// Two people, two browsers, one server.
import type { Browser, Page } from '@playwright/test';
import { accessible, decide, expect, fits, play, steer, test } from './help';
import { begins, mover, name, opens, out, PHONE, sail, tools, visitor as someone, type Wish } from './people';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.begin();
});
test.afterAll(() => server.end());

const visitor = (browser: Browser, wish: Wish = {}): Promise<Page> => someone(browser, server.address, wish);

test('lobby, seats, chat, a race of two, somebody who watches, planning ahead', async ({ browser }) => {
  const ada = await visitor(browser);
  const bo = await visitor(browser, PHONE);
  await bo.goto('/lobby');
  await expect(bo.getByText('Nobody is waiting right now')).toBeVisible();
  await accessible(bo);
  const address = await opens(ada, 'Ada');
  await accessible(ada);
  const card = bo.getByTestId('regatta').filter({ hasText: 'Ada' });
  await expect(card).toContainText('1 of 2 seats taken');
  await fits(bo);
  await begins(ada, bo, address);

  // There are no hints against people. A player who looks elsewhere sees whose turn it is.
  await expect(ada.getByTestId('hint')).toHaveCount(0);
  await sail([ada, bo], 6);
  await expect(await mover(ada, bo)).toHaveTitle(/^● Your turn/);
  const away = (await mover(ada, bo)) === ada ? bo : ada;
  await away.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const icon = away.locator('link[rel=icon]');
  await expect(icon).toHaveAttribute('href', '/icon.svg');
  while ((await mover(ada, bo)) !== away) await decide(await mover(ada, bo));
  await expect(icon).toHaveAttribute('href', '/icon-turn.svg');
  await away.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(icon).toHaveAttribute('href', '/icon.svg');
  await expect(ada.getByTestId('auto-steer')).toBeVisible();
  await ada.getByTestId('auto-steer').check();
  await ada.getByTestId('chat').locator('summary').first().click();
  await expect(ada.getByTestId('chat-text')).toHaveCount(0);
  await ada.getByTestId('phrase-good-luck').click();
  await expect(bo.getByTestId('menu')).toHaveAccessibleName(/1/);
  await expect(bo.getByTestId('chat')).toContainText('1 new');
  await expect(bo.getByTestId('live')).toContainText('Ada: Good luck!');

  const eve = await visitor(browser);
  await eve.goto('/lobby');
  await eve
    .getByTestId('regatta')
    .filter({ hasText: /Bo(?!sun)/ })
    .click();
  await expect(eve.getByText('You are watching.')).toBeVisible();
  await expect(eve.getByTestId('go')).toHaveCount(0);
  await expect(eve.getByTestId('chat-log')).not.toContainText('Good luck!');
  await accessible(eve);
  await accessible(ada);
  await accessible(bo);
  await fits(bo);

  // A waiting player can plan ahead. The plan is shown and can be cancelled.
  const waits = (await mover(ada, bo)) === ada ? bo : ada;
  await tools(waits);
  await waits.getByTestId('plan-box').locator('summary').click();
  await waits.getByTestId('plan-count').selectOption({ label: 'one more' });
  await waits.getByTestId('plan').click();
  await expect(waits.getByTestId('planned')).toContainText('Planned');
  await accessible(waits);
  await waits.reload();
  await tools(waits);
  await expect(waits.getByTestId('planned')).toContainText('Planned');
  await waits.getByTestId('unplan').click();
  await expect(waits.getByTestId('planned')).toHaveCount(0);

  // A computer player takes over for a player who leaves, until they come back.
  await out(waits, 'leave');
  await expect(waits.getByTestId('away')).toBeVisible();
  await waits.getByTestId('back').click();
  await expect(waits.getByTestId('away')).toHaveCount(0);
});

test('a lost connection in mid-turn, and a server that goes and comes back, lose nothing', async ({
  browser,
}) => {
  const ada = await visitor(browser);
  const bo = await visitor(browser);
  await begins(ada, bo, await opens(ada, 'Ada'));
  await sail([ada, bo], 3);
  const turn = await mover(ada, bo);
  const other = turn === ada ? bo : ada;

  await turn.context().setOffline(true);
  await turn.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(turn.getByTestId('lost')).toBeVisible();
  const title = await turn.getByTestId('quay-title').textContent();
  if (await turn.getByTestId('steer-straight').isVisible()) await steer(turn);
  await turn.getByTestId('go').click();
  await expect(turn.getByTestId('unsent')).toContainText('Your choice is sent as soon as it is back');
  await accessible(turn);
  await turn.context().setOffline(false);
  await expect(turn.getByTestId('lost')).toHaveCount(0, { timeout: 20_000 });
  await expect(turn.getByTestId('quay-title')).not.toHaveText(title ?? '');

  await server.stop();
  await expect(other.getByTestId('lost')).toBeVisible();
  await server.start();
  await expect(other.getByTestId('lost')).toHaveCount(0, { timeout: 30_000 });
  await expect(turn.getByTestId('lost')).toHaveCount(0, { timeout: 30_000 });
  await sail([ada, bo], 3);
  await ada.reload();
  await expect(ada.getByTestId('quay-title')).toBeVisible();
});

test('a first race online begins with a flight over the course, which costs no decision, and rivals speak', async ({
  browser,
}) => {
  const ada = await visitor(browser, { ...PHONE, settings: { speed: 'calm', motion: 'full' } });
  await opens(ada, 'Ada', { pilots: 'captain', clock: '30' });
  await ada.getByTestId('ready').click();
  const told = ada.getByTestId('fly-over');
  await expect(told).toBeInViewport({ ratio: 1 });
  await accessible(ada);
  await fits(ada);
  const speaks = (): string | undefined => document.querySelector('[data-testid=bubble]')?.textContent;
  const spoken = ada.waitForFunction(speaks, undefined, { timeout: 120_000 });
  // The boat can be placed all the while. That ends the flight.
  await mover(ada);
  await ada.locator('[data-testid=go]:not([aria-disabled=true])').click();
  await expect(told).toHaveCount(0, { timeout: 5_000 });
  await spoken;
  await ada.reload();
  await expect(ada.getByTestId('quay-title')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('against a pilot to the end: result, replay, analysis, dice, record, rematch', async ({ browser }) => {
  const ada = await visitor(browser);
  await opens(ada, 'Ada', { pilots: 'captain', visibility: 'private', clock: '30' });
  await expect(ada.getByTestId('link')).toHaveValue(/\?invite=/);
  await ada.getByTestId('ready').click();
  await sail([ada], 1);
  await expect(ada.getByTestId('countdown')).toBeVisible();
  await play(ada, ada.getByTestId('race-end'), true);
  // The same ceremony as on one device: podium, place, share card.
  const end = ada.getByTestId('race-end');
  await expect(end.getByTestId('podium').locator('li[data-place="1"]')).toBeVisible();
  await expect(end.getByRole('heading')).toHaveText(/You won!|Second place|Your boat sank|Not finished/);
  await expect(end.getByTestId('rematch')).toBeInViewport();
  const picture = end.getByTestId('share-card').locator('img');
  await expect(picture).toBeVisible({ timeout: 60_000 });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  await accessible(ada);
  await ada.screenshot({ path: 'screens/online-05-end-desk-light.png' });
  await ada.setViewportSize({ width: 390, height: 844 });
  await fits(ada);
  await expect(end.getByTestId('rematch')).toBeInViewport();
  await ada.screenshot({ path: 'screens/online-05-end-phone-light.png' });
  await ada.setViewportSize({ width: 1440, height: 900 });
  await ada.getByTestId('replay').click();
  await ada.getByTestId('verify').click();
  await expect(ada.getByTestId('verified')).toContainText('rolls');
  await ada.getByTestId('analyze').click();
  await expect(ada.getByTestId('luck').locator('tbody tr')).toHaveCount(2, { timeout: 60_000 });
  await accessible(ada);
  await ada.getByRole('button', { name: 'Back to the result' }).click();
  // The rematch with a computer player starts at once.
  await ada.getByTestId('rematch').click();
  await expect(ada.getByTestId('quay-title')).toBeVisible({ timeout: 30_000 });
});

test('profile: a name, registering, signing out and in, a token, leaving for good', async ({ browser }) => {
  const login = 'ada';
  const page = await visitor(browser, PHONE);
  await page.goto('/me');
  await accessible(page);
  await name(page, 'Ada');
  await expect(page.getByTestId('my-name')).toHaveText('Ada');
  await accessible(page);
  const form = page.getByTestId('register');
  await form.getByLabel('Login').fill(login);
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button').click();
  await expect(page.getByText(`Registered as “${login}”.`)).toBeVisible();
  await page.getByPlaceholder('What is it for?').fill('my bot');
  await page.getByTestId('make-token').click();
  await expect(page.getByTestId('token')).toContainText('pb_');
  await accessible(page);
  await fits(page);
  await page.getByTestId('signout').click();
  const door = page.getByTestId('signin');
  await door.getByLabel('Login').fill(login);
  await door.getByLabel('Password').fill('wrong horse');
  await door.getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText('wrong');
  await door.getByLabel('Password').fill('correct horse');
  await door.getByRole('button').click();
  await expect(page.getByTestId('my-name')).toHaveText('Ada');
  await page.getByTestId('delete').click();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByTestId('delete-sure').click();
  await expect(page.getByTestId('guest-name')).toBeVisible();
});

test('no such regatta, and no server: said plainly, with a way on', async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto('/r/nothing');
  await expect(page.getByRole('alert')).toContainText('does not exist');
  await page.goto('/lobby');
  await page.route('**/api/**', (route) => route.abort());
  await page.routeWebSocket('**/api/**', (socket) => socket.close());
  await page.reload();
  await expect(page.getByTestId('unreachable')).toBeVisible({ timeout: 20_000 });
  await accessible(page);
  await page.getByRole('link', { name: 'Play on this device' }).click();
  await expect(page.getByTestId('race-now')).toBeVisible();
});
