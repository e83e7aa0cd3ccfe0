// Opening a table, filters, titles, several tables, signing in, and carrying a game to another device.
import { accessible, decide, expect, fast, fits, raceNow, settle, test } from './help';
import { card, joins, mover, name, opens, PHONE, visitor } from './people';

test('a table with people and computer players, times of its own and a title', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address, PHONE);
  await ada.goto('/lobby');
  await card(ada, 'yellow', 'pilot');
  await ada.getByTestId('rank-yellow').selectOption('rookie');
  await card(ada, 'black', 'nobody');
  await ada.getByTestId('clock').selectOption('live');
  await ada.getByTestId('own-turn').fill('45');
  await ada.getByTestId('own-bank').fill('2');
  await ada.getByTestId('title').fill('Friday night');
  await accessible(ada);
  await fits(ada);
  await ada.screenshot({ path: 'screens/online-16-create-phone-dark.png', fullPage: true });
  await ada.getByTestId('create').click();
  await name(ada, 'Ada');
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Friday night');
  await expect(ada.getByTestId('seat-yellow')).toContainText('Rookie Pip');
  await expect(ada.getByTestId('seat-white')).toContainText('Free seat');
  await expect(ada.getByTestId('closes')).toContainText('cancelled');
  await accessible(ada);

  const bo = await visitor(browser, server.address);
  await bo.goto('/lobby');
  const regatta = bo.getByTestId('regatta').filter({ hasText: 'Friday night' });
  await expect(regatta).toContainText('45 sec');
  // Filters hide it and show it again.
  await bo.getByTestId('filter-clock').selectOption('correspondence');
  await expect(regatta).toHaveCount(0);
  await bo.getByTestId('filter-clear').click();
  await bo.getByTestId('filter-text').fill('friday');
  await bo.getByTestId('filter-free').check();
  await expect(regatta).toBeVisible();
  await accessible(bo);
  await bo.screenshot({ path: 'screens/online-16-lobby-desk-light.png', fullPage: true });
  await regatta.click();
  await bo.getByTestId('join-white').click();
  await name(bo, 'Bo');
  for (const page of [ada, bo]) await page.getByTestId('ready').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 20_000 });
  // The clock is large, and everyone's reserve is visible.
  await expect(ada.getByTestId('banks')).toContainText('2:00');
});

test('a removed player is told and stays out', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  const address = await opens(ada, 'Ada');
  await joins(bo, address);
  await ada.getByRole('button', { name: 'Free the White seat' }).click();
  await expect(bo.getByTestId('kicked')).toContainText('The host has removed you');
  await expect(bo.getByTestId('join-white')).toHaveCount(0);
  await accessible(bo);
});

test('several tables on one screen', async ({ browser, server }) => {
  const pages = await Promise.all([1, 2].map(() => visitor(browser, server.address)));
  const ids: string[] = [];
  for (const [i, page] of pages.entries()) {
    const address = await opens(page, `Player ${i}`, { pilots: 'rookie', title: `Table ${i}` });
    ids.push(address.split('/').at(-1) ?? '');
    await page.getByTestId('ready').click();
    await decide(await mover(page)); // now a boat is on the lake
  }
  const eve = await visitor(browser, server.address);
  await eve.goto('/lobby');
  // The lobby hears a moment later that they have started.
  for (const id of ids) await expect(eve.getByTestId('several')).toHaveAttribute('href', new RegExp(id));
  await eve.getByTestId('several').click();
  const tables = eve.getByTestId('small-table');
  await expect(tables.filter({ hasText: 'Table 0' })).toBeVisible();
  await expect(tables.filter({ hasText: 'Table 1' }).locator('.boat')).not.toHaveCount(0);
  await accessible(eve);
  await eve.screenshot({ path: 'screens/online-18-tables-desk-light.png' });
  await eve.setViewportSize({ width: 390, height: 844 });
  await fits(eve);
  await tables.filter({ hasText: 'Table 0' }).getByTestId('open-table').click();
  // A spectator follows one boat.
  await eve.getByTestId('follow-red').click();
  await expect(eve.getByTestId('follow-red')).toHaveAttribute('aria-pressed', 'true');
  await accessible(eve);
});

test('a guest who signs in keeps the seat', async ({ browser, server }) => {
  const first = await visitor(browser, server.address);
  await first.goto('/me');
  await name(first, 'Cy');
  const form = first.getByTestId('register');
  await form.getByLabel('Login').fill('cy');
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button').click();
  await expect(first.getByText('Registered as “cy”.')).toBeVisible();

  const guest = await visitor(browser, server.address, PHONE);
  const address = await opens(guest, 'Guest');
  await guest.goto('/me');
  const door = guest.getByTestId('signin');
  await expect(door).toContainText('Your seats as a guest go with you');
  await door.getByLabel('Login').fill('cy');
  await door.getByLabel('Password').fill('correct horse');
  await door.getByRole('button').click();
  await expect(guest.getByTestId('seats-moved')).toContainText('1 regatta of the guest is yours now.');
  await accessible(guest);
  await guest.goto(address);
  await expect(guest.getByTestId('seat-red')).toContainText('Cy');
  await expect(guest.getByTestId('ready')).toBeVisible();
});

test('a game on this device goes on another device by a code', async ({ page, browser, server }) => {
  await settle(page, fast);
  await raceNow(page);
  await decide(page);
  await expect(page.getByTestId('quay-title')).toHaveText(/^Your turn/);
  const title = await page.getByTestId('quay-title').textContent();
  if (!(await page.getByTestId('carry').isVisible())) await page.getByTestId('menu').click();
  await page.getByTestId('carry').locator('summary').click();
  await page.getByTestId('carry-make').click();
  const code = (await page.getByTestId('carry-code').textContent()) ?? '';
  await accessible(page);
  await page.screenshot({ path: 'screens/online-19-carry-desk-light.png' });

  const phone = await visitor(browser, server.address, PHONE);
  await phone.goto('/open');
  await phone.getByTestId('carry').locator('summary').click();
  await phone.getByTestId('carry-text').fill('wrong 0000');
  await phone.getByTestId('carry-go').click();
  await expect(phone.getByRole('alert')).toContainText('unknown');
  await accessible(phone);
  await phone.getByTestId('carry-text').fill(code.toUpperCase());
  await phone.getByTestId('carry-go').click();
  await expect(phone.getByTestId('quay-title')).toHaveText(title ?? '');
});
