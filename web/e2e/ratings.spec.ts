// Ratings: a rated Duel, the changes after it, the profiles of both players, the ladder, and a profile as a picture.
import type { Browser, Page } from '@playwright/test';
import { accessible, expect, fits, test } from './help';
import { PHONE, visitor, type Wish } from './people';

/** A registered player, and their id. */
async function registered(
  browser: Browser,
  address: string,
  called: string,
  wish?: Wish,
): Promise<{ page: Page; id: string }> {
  const page = await visitor(browser, address, wish);
  const login = `${called.toLowerCase()}_${Math.random().toString(36).slice(2, 8)}`;
  const me = await page.request.post('/api/me', { data: { name: called } });
  const account = await page.request.post('/api/me/register', { data: { login, password: 'correct horse' } });
  expect(account.ok()).toBe(true);
  await page.addInitScript(() => localStorage.setItem('powerboats.came', 'yes'));
  return { page, id: ((await me.json()) as { id: string }).id };
}

test('a rated Duel changes ratings, and profiles show it', async ({ browser, server }) => {
  const ada = await registered(browser, server.address, 'Ada');
  const bo = await registered(browser, server.address, 'Bodil', PHONE);
  const settings = { seats: 2, races: 1, rated: true, clock: { type: 'live', turn: 600, bank: 600 } };
  const opened = await ada.page.request.post('/api/regattas', { data: settings });
  const { id } = (await opened.json()) as { id: string };
  const act = async (page: Page, name: string, action: object): Promise<void> => {
    const done = await page.request.post(`/api/regattas/${id}/actions`, { data: { id: name, action } });
    expect(done.ok()).toBe(true);
  };
  await act(bo.page, 'join', { type: 'join' });
  // Before the start, everybody sees where they are expected.
  await ada.page.goto(`/r/${id}`);
  await expect(ada.page.getByTestId('stakes')).toContainText('expected place 1.5');
  for (const { page } of [ada, bo]) await act(page, 'ready', { type: 'ready', ready: true });
  await act(bo.page, 'resign', { type: 'resign' });
  await expect(ada.page.getByTestId('change').first()).toBeVisible({ timeout: 20_000 });
  await bo.page.goto(`/player/${ada.id}`);
  await expect(bo.page.getByTestId('profile-name')).toHaveText('Ada');
  await expect(bo.page.getByTestId('rating-duel')).toContainText('provisional');
  await expect(bo.page.getByTestId('feats')).toContainText('First rated win');
  await expect(bo.page.getByTestId('form').locator('li')).toHaveCount(1);
  await accessible(bo.page);
  await fits(bo.page);
  await bo.page.screenshot({ path: 'screens/ratings-1-profile-phone-dark.png', fullPage: true });
  // Without a sheet to share, the picture is saved.
  await ada.page.addInitScript(() => Object.assign(navigator, { canShare: undefined }));
  await ada.page.goto(`/player/${ada.id}`);
  const saved = ada.page.waitForEvent('download');
  await ada.page.getByTestId('share-picture').click();
  expect((await saved).suggestedFilename()).toBe('powerboats.png');
  await ada.page.goto('/ladder');
  await expect(ada.page.getByTestId('own-rating')).toContainText('provisional');
  await accessible(ada.page);
  await fits(ada.page);
  // A private profile is hidden from others.
  const hidden = await ada.page.request.put('/api/me/visibility', { data: { online: true, profile: false } });
  expect(hidden.ok()).toBe(true);
  await bo.page.reload();
  await expect(bo.page.getByTestId('profile-gone')).toBeVisible();
});
