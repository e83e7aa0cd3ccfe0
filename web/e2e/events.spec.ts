// A club evening in browsers of its own: check-in, a round, a correction with its reason, the projector; and "Play now".
import { accessible, expect, fits, test } from './help';
import { name, out, PHONE, registered, visitor } from './people';

test('an evening: open, check in, race, correct a result, close', async ({ browser, server }) => {
  const olga = await visitor(browser, server.address);
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await registered(olga, 'Olga');
  await olga.goto('/events');
  await expect(olga.getByTestId('events')).toBeVisible();
  await olga.getByTestId('event-title').fill('Harbour Cup');
  await olga.getByTestId('event-rounds').fill('1');
  await olga.getByTestId('event-tables').selectOption('2');
  await accessible(olga);
  await fits(olga);
  await olga.screenshot({ path: 'screens/events-1-open-desktop-light.png' });
  await olga.getByTestId('open-event').click();
  await expect(olga.getByTestId('stage')).toContainText('Check-in is open');
  const address = olga.url();
  for (const [page, called] of [
    [ada, 'Ada'],
    [bo, 'Bo'],
  ] as const) {
    await page.goto(address);
    await page.getByTestId('check-in').click();
    await name(page, called);
    await expect(page.getByTestId('check-out')).toBeVisible();
  }
  await accessible(bo);
  await fits(bo);
  await expect(olga.getByTestId('standings')).toContainText('Bo');
  await olga.getByTestId('start-round').click();
  await expect(bo.getByTestId('my-race')).toBeVisible();
  await bo.screenshot({ path: 'screens/events-2-round-phone-dark.png', fullPage: true });
  await olga.goto(`${address}/screen`);
  await expect(olga.getByTestId('lakes').locator('img')).toHaveCount(1);
  await expect
    .poll(() => olga.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await olga.screenshot({ path: 'screens/events-3-screen-desktop-light.png' });
  await accessible(olga);
  await olga.goto(address);
  await bo.getByTestId('my-race').click();
  await out(bo, 'resign');
  await expect(olga.getByTestId('stage')).toContainText('All rounds are over', { timeout: 20_000 });
  await expect(olga.getByTestId('standings').locator('tbody tr').first()).toContainText('Ada');
  await olga.getByTestId('correct').click();
  for (const seat of [0, 1]) await olga.getByTestId(`rank-${seat}`).selectOption('1');
  await olga.getByTestId('reason').fill('Both agreed on a tie.');
  await olga.getByTestId('save-result').click();
  await expect(ada.getByTestId('event-table')).toContainText('Both agreed on a tie.');
  await olga.screenshot({ path: 'screens/events-4-corrected-desktop-light.png', fullPage: true });
  await olga.getByTestId('close-event').click();
  await olga.getByTestId('close-event').click();
  await expect(ada.getByTestId('stage')).toContainText('The event is over');
  await expect(olga.getByTestId('correct')).toHaveCount(0);
});

test('a moderator closes an event of somebody else, with a reason', async ({ browser, server }) => {
  const olga = await visitor(browser, server.address);
  const mona = await visitor(browser, server.address, PHONE);
  await registered(olga, 'Olga');
  server.admin('role', await registered(mona, 'Mona'), 'moderator', '--reason', 'for a test');
  const settings = {
    title: 'Harbour Cup',
    format: { type: 'rounds', rounds: 1 },
    tables: 2,
    clock: { type: 'live', turn: 60, bank: 60 },
  };
  const opened = await olga.request.post('/api/events', { data: settings });
  const { id } = (await opened.json()) as { id: string };
  await olga.goto(`/e/${id}`);
  await expect(olga.getByTestId('close-event')).toBeVisible();
  await expect(olga.getByTestId('mod-close-event')).toHaveCount(0);
  await mona.goto(`/e/${id}`);
  await expect(mona.getByTestId('close-event')).toHaveCount(0);
  await mona.getByTestId('mod-close-event').click();
  await mona.getByTestId('mod-reason').fill('The title is rude.');
  await accessible(mona);
  await fits(mona);
  await mona.getByTestId('mod-go').click();
  await expect(olga.getByTestId('stage')).toContainText('The event is over');
  await expect(mona.getByTestId('mod-close-event')).toHaveCount(0);
});

test('"Play now" brings two people who wait to one table', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  for (const [page, called] of [
    [ada, 'Ada'],
    [bo, 'Bo'],
  ] as const) {
    await page.goto('/lobby');
    await page.getByTestId('play-now').click();
    await name(page, called);
    if (page === ada) {
      await expect(page.getByTestId('now-stop')).toBeVisible();
      await page.screenshot({ path: 'screens/events-5-waiting-desktop-light.png' });
    }
  }
  for (const page of [ada, bo]) await expect(page).toHaveURL(/\/r\//, { timeout: 20_000 });
  expect(ada.url()).toBe(bo.url());
});
