// Following a player, challenges wherever the challenged player is, and hiding that one is online.
import type { Locator, Page } from '@playwright/test';
import { accessible, expect, fast, fits, raceNow, settle, test } from './help';
import { begins, opens, PHONE, visitor } from './people';

/** Ada follows Bo, whom she plays with. */
async function follows(ada: Page, bo: Page): Promise<void> {
  await begins(ada, bo, await opens(ada, 'Ada'));
  if (!(await ada.getByTestId('people').isVisible())) await ada.getByTestId('menu').click();
  await ada.getByTestId('people').locator('summary').click();
  await ada.getByTestId('follow-player').first().click();
}
/** The seat of Bo. Menus of computer players name the Bosun too. */
const seatOfBo = (page: Page): Locator =>
  page.locator('[data-testid^=seat-]').filter({ hasText: /Bo(?!sun)/ });
/** Opens a regatta with a seat for the first player in the list of friends. */
async function challenges(page: Page): Promise<void> {
  await page.goto('/lobby');
  await page.getByTestId('friends').getByTestId('challenge').click();
  await page.getByTestId('create').click();
  await expect(page.getByTestId('ready')).toBeVisible();
}

test('following a player, seeing them online, a challenge that is accepted with one tap', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await follows(ada, bo);
  await bo.goto('/lobby');
  await ada.goto('/lobby');
  const friends = ada.getByTestId('friends');
  await expect(friends).toContainText(/Bo(?!sun)/);
  await expect(friends).toContainText('online');
  await friends.getByTestId('challenge').click();
  await expect(ada.getByTestId('invited')).toContainText(/Bo(?!sun)/);
  await accessible(ada);
  await ada.getByTestId('create').click();
  await expect(ada.getByTestId('ready')).toBeVisible();
  const invited = bo.getByTestId('regatta').filter({ hasText: 'You are invited' });
  await expect(invited).toBeVisible();
  await accessible(bo);
  await bo.screenshot({ path: 'screens/online-17-invited-phone-dark.png' });
  await invited.click();
  await expect(seatOfBo(ada)).toContainText('ready');
});

test('a challenge is told on every page, and can be declined, put off or accepted', async ({
  browser,
  server,
}) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await follows(ada, bo);
  const notice = bo.getByTestId('challenge-notice');
  // On the first page.
  await bo.goto('/');
  await expect(notice).toHaveCount(0);
  await challenges(ada);
  await bo.goto('/');
  await expect(notice).toContainText('Ada challenges you');
  await accessible(bo);
  await fits(bo);
  await bo.screenshot({ path: 'screens/online-18-challenge-home-phone-dark.png' });
  await notice.getByTestId('notice-decline').click();
  await expect(notice).toHaveCount(0);
  await expect(seatOfBo(ada)).toHaveCount(0);
  // In a race of one's own: the notice never covers the main button.
  await settle(bo, fast);
  await raceNow(bo);
  await challenges(ada);
  await bo.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(notice).toBeVisible();
  await accessible(bo);
  await bo.screenshot({ path: 'screens/online-18-challenge-game-phone-dark.png' });
  await bo.getByTestId('go').click({ trial: true });
  await bo.setViewportSize({ width: 1440, height: 900 });
  await bo.screenshot({ path: 'screens/online-18-challenge-game-desk-dark.png' });
  await bo.getByTestId('go').click({ trial: true });
  await notice.getByTestId('notice-later').click();
  await expect(notice).toHaveCount(0);
  // Accepted with one tap.
  await challenges(ada);
  await bo.goto('/rules');
  await notice.getByTestId('notice-accept').click();
  await expect(seatOfBo(ada)).toContainText('ready');
  await expect(notice).toHaveCount(0);
});

test('a player who hides is offline for their followers', async ({ browser, server }) => {
  const ada = await visitor(browser, server.address);
  const bo = await visitor(browser, server.address, PHONE);
  await follows(ada, bo);
  await ada.goto('/me');
  const friend = ada.getByTestId('friends').getByRole('listitem');
  await expect(friend).toContainText('online');
  const shown = ada.getByTestId('visible-online');
  await expect(shown).toBeChecked();
  await accessible(ada);
  const other = await bo.context().newPage();
  await other.goto('/me');
  await other.getByTestId('visible-online').uncheck();
  await accessible(other);
  await fits(other);
  await other.getByTestId('friends').screenshot({ path: 'screens/online-19-visibility-phone-dark.png' });
  await other.reload();
  await expect(other.getByTestId('visible-online')).not.toBeChecked();
  await ada.reload();
  await expect(friend).toContainText('offline');
  await other.getByTestId('visible-online').check();
  await ada.reload();
  await expect(friend).not.toContainText('offline');
});
