// Salts stay sealed until everyone is ready; a player who does not reveal loses the seat; a removed player stays out.
import { accessible, expect, fits, test } from './help';
import { joins, opens, out, PHONE, sail, visitor } from './people';

const HASH = /^[0-9a-f]{64}$/;

test('from joining to checking the dice', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  const address = await opens(ada, 'Ada', { visibility: 'private' });
  const link = await ada.getByTestId('link').inputValue();
  await joins(bo, link);
  const seals = ada.getByTestId('salts').locator('code');
  await expect(seals).toHaveText([HASH, HASH]);
  const shown = await seals.allTextContents();
  await accessible(ada);
  await fits(bo);
  // Nobody can read a salt before the start.
  const id = new URL(address).pathname.split('/').pop() ?? '';
  const events = await ada.request.get(`${server.address}/api/regattas/${id}/events?since=0`);
  const salts = await bo.evaluate(() => localStorage.getItem('powerboats.salts'));
  const salt = /"([0-9a-f]{24})"/.exec(salts ?? '')?.[1] ?? '';
  expect(salt).toHaveLength(24);
  expect(await events.text()).not.toContain(salt);

  await ada.getByTestId('ready').click();
  await bo.getByTestId('ready').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 20_000 });
  expect(await bo.evaluate(() => localStorage.getItem('powerboats.salts'))).toBe('{}');
  await sail([ada, bo], 6);
  // The players agree to end it as it stands.
  await out(ada, 'end');
  await bo.getByTestId('vote-agree').click();
  await expect(ada.getByTestId('race-end')).toBeVisible({ timeout: 120_000 });
  await ada.getByTestId('replay').click();
  await ada.getByTestId('verify').click();
  await expect(ada.getByTestId('verified')).toContainText('rolls');
  await expect(ada.getByTestId('sealed-white')).toContainText(`“${salt}”`);
  await expect(ada.getByTestId('sealed-white')).toContainText(shown[1] ?? '');
  await accessible(ada);

  // The other players can find the rematch of a private regatta.
  await ada.getByRole('button', { name: 'Back to the result' }).click();
  await ada.getByTestId('rematch').click();
  await bo.getByTestId('to-rematch').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 30_000 });
});

test('a salt that is not revealed in time: told, the seat is free, and all get ready again', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  const address = await opens(ada, 'Ada');
  await joins(bo, address);
  await bo.getByTestId('ready').click();
  await expect(bo.getByTestId('ready')).toHaveAttribute('aria-pressed', 'true');
  // Make the page think that it is in another browser.
  await bo.evaluate(() => localStorage.removeItem('powerboats.salts'));
  await bo.reload();
  await bo.getByTestId('ready').waitFor();
  await ada.getByTestId('ready').click();
  await expect(bo.getByTestId('salt-lost')).toBeVisible();
  await expect(ada.getByTestId('sealed')).toContainText(/0:[0-3]\d/);
  await expect(ada.getByTestId('ready')).toHaveCount(0);
  await accessible(ada);
  await accessible(bo);
  await fits(bo);
  await ada.screenshot({ path: 'screens/online-6-sealed-desk-light.png', fullPage: true });
  await bo.screenshot({ path: 'screens/online-6-lost-phone-dark.png', fullPage: true });
  await expect(ada.getByTestId('note')).toContainText('White', { timeout: 45_000 });
  await expect(ada.getByTestId('seat-white')).toContainText('Free seat');
  await expect(ada.getByTestId('chat-log')).toContainText('did not show their salt');
  await ada.screenshot({ path: 'screens/online-7-unsealed-desk-light.png', fullPage: true });
  // Once more, and this time the browser keeps its salt.
  await bo.getByTestId('join-white').click();
  for (const page of [bo, ada]) await page.getByTestId('ready').click();
  for (const page of [bo, ada]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 20_000 });
});

test('sent away from a private regatta: told so once, and the invitation is another', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await opens(ada, 'Ada', { visibility: 'private' });
  const link = ada.getByTestId('link');
  const before = await link.inputValue();
  await joins(bo, before);
  await ada.getByRole('button', { name: 'Free the White seat' }).click();
  await expect(bo.getByTestId('kicked')).toContainText('The host has removed you');
  await accessible(bo);
  await bo.screenshot({ path: 'screens/online-8-kicked-phone-dark.png', fullPage: true });
  await expect(link).not.toHaveValue(before);
  await bo.reload();
  await expect(bo.getByRole('alert')).toContainText('does not exist');
});
