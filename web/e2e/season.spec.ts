// A season: entering, the pyramid and standings, one's duels, a holiday, and results as they come.
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { accessible, expect, fits, test } from './help';
import { PHONE, visitor, type Wish } from './people';
import { Server } from './server';

/** A registered player. */
async function registered(browser: Browser, server: Server, called: string, wish?: Wish): Promise<Page> {
  const page = await visitor(browser, server.address, wish);
  const account = { login: `${called.toLowerCase()}-lake`, password: 'correct horse' };
  expect((await page.request.post('/api/me', { data: { name: called } })).ok()).toBe(true);
  expect((await page.request.post('/api/me/register', { data: account })).ok()).toBe(true);
  await page.addInitScript(() => localStorage.setItem('powerboats.came', 'yes'));
  return page;
}
interface Duel {
  regatta: string | null;
  stage: string;
}
const duelsOf = async (request: APIRequestContext): Promise<Duel[]> =>
  ((await (await request.get('/api/me/season')).json()) as { games: Duel[] }).games;

test('a season from entering to the first results', async ({ browser }) => {
  const server = await Server.begin('--season', 'length=3600s wait=3s games=2');
  try {
    const ada = await registered(browser, server, 'Ada');
    const phone = await registered(browser, server, 'Bodil', PHONE);
    const others = [phone];
    for (const called of ['Cem', 'Dora', 'Emil']) others.push(await registered(browser, server, called));
    await ada.goto('/seasons');
    await expect(ada.getByTestId('next-season')).toContainText('Season 1');
    await ada.getByTestId('enter').click();
    await expect(ada.getByTestId('entered')).toBeVisible();
    await accessible(ada);
    for (const { request } of others) expect((await request.post('/api/me/season')).status()).toBe(201);
    expect((await phone.request.post('/api/me/season')).status()).toBe(409);
    await expect
      .poll(async () => (await duelsOf(ada.request)).filter(({ stage }) => stage === 'running').length, {
        timeout: 30_000,
      })
      .toBe(2);
    await ada.reload();
    await expect(ada.getByTestId('standings').locator('tbody tr')).toHaveCount(5);
    await expect(ada.getByTestId('my-duels').locator('li')).toHaveCount(4);
    await expect(ada.getByTestId('pyramid')).toContainText('1');
    // A result arrives without a reload.
    const running = (await duelsOf(ada.request)).find(({ stage }) => stage === 'running');
    const lost = await ada.request.post(`/api/regattas/${running?.regatta}/actions`, {
      data: { id: 'out', action: { type: 'resign' } },
    });
    expect(lost.ok()).toBe(true);
    await expect(ada.getByTestId('standings')).toContainText('0:0');
    await expect(ada.getByTestId('standings').locator('tbody tr').first()).toContainText('2');
    await accessible(ada);
    await fits(ada);
    await ada.screenshot({ path: 'screens/season-1-desktop-light.png', fullPage: true });
    // The room says which season it belongs to.
    await ada.goto(`/r/${running?.regatta}`);
    await expect(ada.getByText('Season 1, group 1').first()).toBeVisible();
    // A phone in the dark, and a holiday.
    await phone.goto('/seasons');
    await expect(phone.getByTestId('standings')).toBeVisible();
    await phone.getByRole('button', { name: 'Go on holiday' }).click();
    await expect(phone.getByText(/On holiday until/).first()).toBeVisible();
    await accessible(phone);
    await fits(phone);
    await phone.screenshot({ path: 'screens/season-2-phone-dark.png', fullPage: true });
    await phone.getByRole('button', { name: 'I am back' }).click();
    await expect(phone.getByRole('button', { name: 'Go on holiday' })).toBeVisible();
    // Dropping out asks first.
    await phone.getByRole('button', { name: 'Drop out of season 1' }).click();
    await phone.getByRole('button', { name: 'Drop out', exact: true }).click();
    await expect(phone.getByText('You dropped out of season 1.')).toBeVisible();
  } finally {
    await server.end();
  }
});
