// Messages: a banner and the way from it to the regatta, the settings, the regattas that wait.
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { accessible, cached, decide, expect, fast, fits, settle, test } from './help';
import { begins, mover, opens, PHONE, visitor } from './people';

test.use({ serviceWorkers: 'allow' });

/** The id of the service worker's registration, once it is active. */
async function registration(page: Page, devtools: CDPSession): Promise<string> {
  await cached(page);
  const found = new Promise<string>((done) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) done(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  return found;
}

/** The service worker itself. */
async function worker(
  context: BrowserContext,
): Promise<ReturnType<BrowserContext['serviceWorkers']>[number]> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

test('a message becomes a banner, and a click on it opens the regatta', async ({
  page,
  context,
  baseURL,
}) => {
  await settle(page, fast);
  await context.grantPermissions(['notifications'], { origin: baseURL ?? '' });
  await page.goto('/');
  const devtools = await context.newCDPSession(page);
  const registrationId = await registration(page, devtools);
  const sw = await worker(context);
  await page.reload(); // from now on the page belongs to the service worker
  const deliver = (data: string): Promise<unknown> =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: baseURL ?? '', registrationId, data });
  const banners = (): Promise<{ title: string; body: string; tag: string }[]> =>
    sw.evaluate(async () => {
      const scope = globalThis as unknown as ServiceWorkerGlobalScope;
      const shown = await scope.registration.getNotifications();
      return shown.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const regatta = await page.evaluate(async () => {
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/api/me', { name: 'Ada' });
    const opened = (await (await post('/api/regattas', { seats: 2 })).json()) as { id: string };
    return opened.id;
  });
  const message = {
    title: 'Your turn: Club',
    body: 'Bo moved 5 to k12.',
    tag: regatta,
    url: `/r/${regatta}`,
  };
  await deliver(JSON.stringify(message));
  await expect.poll(banners).toEqual([{ title: message.title, body: message.body, tag: regatta }]);
  // A later message about the same regatta replaces it.
  await deliver(JSON.stringify({ ...message, body: 'Cy crashed.' }));
  await expect.poll(async () => (await banners()).map(({ body }) => body)).toEqual(['Cy crashed.']);
  // A click, as the browser tells it to the service worker.
  await sw.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('no banner');
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(`${baseURL}/r/${regatta}`);
  await expect(page.getByTestId('ready')).toBeVisible();
  await expect.poll(banners).toEqual([]);
  // A message that can't be read is shown, too, and leads to no other site.
  await deliver('nonsense');
  await expect.poll(async () => (await banners()).map(({ title }) => title)).toEqual(['Powerboats']);
});

test('settings: what is told is chosen and kept; without a mail server no mail is offered', async ({
  page,
}) => {
  await settle(page, fast);
  await page.goto('/me');
  await page.getByTestId('guest-name').fill('Ada');
  await page.getByTestId('guest-go').click();
  await expect(page.getByTestId('my-name')).toHaveText('Ada');
  await page.goto('/settings');
  const box = page.getByTestId('notifications');
  await expect(box).toBeVisible();
  await expect(page.getByTestId('tell-turn-mail')).toHaveCount(0);
  await expect(page.getByTestId('mail-box')).toHaveCount(0);
  await page.getByTestId('tell-over-push').uncheck();
  await expect(page.getByTestId('notify-word')).toHaveText('Saved.');
  await page.getByTestId('quiet').check();
  await page.getByTestId('quiet-from').fill('21:30');
  await page.getByTestId('quiet-from').blur();
  await expect(page.getByTestId('quiet-from')).toHaveValue('21:30');
  await accessible(page);
  await fits(page);
  await page.reload();
  await expect(page.getByTestId('tell-over-push')).not.toBeChecked();
  await expect(page.getByTestId('tell-turn-push')).toBeChecked();
  await expect(page.getByTestId('quiet-from')).toHaveValue('21:30');
});

test('the regattas that wait: first on the first page, on the tab, and after a move', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  const titles = ['Morning', 'Evening'];
  const rooms: string[] = [];
  for (const title of titles) {
    const room = await opens(ada, 'Ada', { title, clock: '24h' });
    await begins(ada, bo, room);
    rooms.push(room);
  }
  // Whoever must move in the second regatta finds it first on the first page.
  const player = await mover(ada, bo);
  await player.goto('/');
  const turns = player.getByTestId('my-turns');
  await expect(turns.getByTestId('my-turn').filter({ hasText: 'Evening' })).toBeVisible();
  await expect(player).toHaveTitle(/^\(\d\) /);
  await accessible(player);
  await fits(player);
  // In the first one both move until that player waits for the other. Then a button leads to the second one.
  for (const page of [ada, bo]) await page.goto(rooms[0] ?? '');
  let last: Page;
  do {
    last = await mover(ada, bo);
    await decide(last);
  } while (last !== player || (await mover(ada, bo)) === player);
  const next = player.getByTestId('next-game');
  await expect(next).toContainText('Evening');
  await accessible(player);
  await next.click();
  await expect(player).toHaveURL(rooms[1] ?? '');
  await expect(player.getByTestId('go')).toBeVisible();
  await ada.context().close();
  await bo.context().close();
});
