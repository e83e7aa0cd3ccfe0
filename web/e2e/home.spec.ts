// The way in and the way out: home, setting up, rivals, podium, ceremony, share card.
import type { Page } from '@playwright/test';
import { accessible, expect, fast, fits, play, raceNow, sameLuck, settle, test } from './help';

const SIZES = { phone: [390, 844], desk: [1280, 800] } as const;

/** A regatta between computer players only, so that it ends by itself. */
async function pilotsOnly(page: Page, races: number): Promise<void> {
  await page.goto('/new');
  await page.getByTestId('who-yellow').selectOption('captain');
  await page.getByTestId('who-red').selectOption('skipper');
  await page.getByTestId('who-white').selectOption('admiral');
  for (const color of ['orange', 'purple', 'black'])
    await page.getByTestId(`who-${color}`).selectOption('nobody');
  await page.getByTestId('folded').locator('summary').click();
  await page.getByTestId('races').selectOption(String(races));
  await page.getByTestId('begin').click();
}

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport: { width, height } });

    test('home: race now comes first, then continue; what is deleted comes back', async ({ page }) => {
      await settle(page, fast);
      await page.goto('/');
      const now = page.getByTestId('race-now');
      await expect(now).toHaveClass(/\bgo\b/);
      await expect(now).toBeInViewport();
      for (const name of ['Play with friends', 'Learn (3 minutes)'])
        await expect(page.getByRole('link', { name })).toBeInViewport();
      await accessible(page);
      await fits(page);
      await raceNow(page);
      await page.goto('/');
      const goOn = page.getByTestId('continue');
      await expect(goOn).toHaveClass(/\bgo\b/);
      await expect(goOn).toContainText('Race A, at the start');
      await expect(now).not.toHaveClass(/\bgo\b/);
      await accessible(page);
      await page.getByTestId('forget').click();
      await expect(goOn).toBeHidden();
      await accessible(page);
      await page.getByTestId('undo').click();
      await expect(goOn).toBeVisible();
      await expect(page.getByTestId('toast')).toBeHidden();
      // It is stored again, not only shown.
      await page.reload();
      await goOn.click();
      await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
    });

    test('setting up: a tap changes who steers, the lake is dealt again, that lake is raced on', async ({
      page,
    }) => {
      await settle(page, fast);
      await page.goto('/new');
      const card = page.getByTestId('card-orange');
      const who = page.getByTestId('who-orange');
      await who.selectOption('nobody');
      await card.click();
      await expect(who).toHaveValue('person');
      await page.getByLabel('Name for Orange').fill('Ada');
      await card.click();
      await expect(who).toHaveValue('rookie');
      await expect(card).toHaveAccessibleName('Orange: Rookie Pip. Press to change.');
      const lake = page.getByTestId('dealt');
      const before = await lake.getAttribute('src');
      // Who steers does not change the lake; dealing does.
      await who.selectOption('captain');
      await expect(lake).toHaveAttribute('src', before ?? '');
      await page.getByTestId('deal').click();
      await expect(lake).not.toHaveAttribute('src', before ?? '');
      await accessible(page);
      await fits(page);
      await page.getByTestId('begin').click();
      await expect(page.getByTestId('quay-title')).toBeVisible();
    });

    test('a fair race is offered after the first, with rivals of the own strength', async ({ page }) => {
      await settle(page, { ...fast, raced: 1 });
      const duels = Array.from({ length: 4 }, () => ({ pilot: 'rookie', won: false }));
      await page.addInitScript((kept) => localStorage.setItem('powerboats.journey', JSON.stringify(kept)), {
        duels,
        next: 'rookie',
        fair: false,
      });
      await page.goto('/');
      const now = page.getByTestId('race-now');
      await expect(now).not.toContainText('Pip');
      await page.getByTestId('fair').check();
      await expect(now).toContainText('Pip');
      await accessible(page);
      await fits(page);
      await now.click();
      await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
    });

    test('podium, ceremony, share card, rematch', async ({ page }) => {
      await settle(page, fast);
      await sameLuck(page, 3);
      await pilotsOnly(page, 2);
      const next = page.getByTestId('next-race');
      await play(page, next);
      const end = page.getByTestId('race-end');
      await expect(end.getByRole('heading', { name: /wins race A!/ })).toBeVisible();
      await expect(page.getByTestId('podium').locator('li[data-place="1"]')).toBeVisible();
      await expect(end).toContainText(/leads\./);
      await expect(end).toContainText('Winning race B is worth 4 points.');
      await expect(next).toBeInViewport();
      await accessible(page);
      // The lake can be looked at, and the podium comes back.
      await page.keyboard.press('Escape');
      await expect(page.getByTestId('podium')).toBeHidden();
      await page.getByRole('button', { name: 'Show the podium again' }).click();
      await next.click();
      const again = page.getByTestId('rematch-now');
      await play(page, again);
      await expect(end.getByRole('heading', { name: /won the regatta/ })).toBeVisible();
      await expect(again).toBeInViewport();
      const card = page.getByTestId('share-card').locator('img');
      await expect(card).toBeVisible({ timeout: 60_000 });
      expect(
        await card.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      ).toEqual([1200, 900]);
      const download = page.waitForEvent('download');
      await page.getByTestId('save-card').click();
      expect((await download).suggestedFilename()).toBe('powerboats.png');
      await accessible(page);
      const before = page.url();
      await again.click();
      await expect(page).not.toHaveURL(before);
      for (const name of ['Hale', 'Ana', 'Ines']) await expect(page.getByTestId('table')).toContainText(name);
    });
  });
}

test('rivals say something now and then, if one likes', async ({ page }) => {
  await settle(page, { ...fast, chatter: true });
  await sameLuck(page);
  await page.goto('/new');
  await page.getByTestId('who-red').selectOption('captain');
  await page.getByTestId('begin').click();
  await play(page, page.getByTestId('bubble'), true, 6);
  await expect(page.getByTestId('bubble')).toContainText(/Ines|Tilda/);
  await page.goto('/settings');
  await page.getByTestId('chatter').uncheck();
  await page.goto('/new');
  await page.getByTestId('begin').click();
  await play(page, page.getByTestId('steer-left'), true);
  await expect(page.getByTestId('bubble')).toBeHidden();
});

test('sharing hands over the picture where the device can', async ({ page }) => {
  await settle(page, fast);
  await sameLuck(page, 3);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: ShareData) =>
        Object.assign(window, { shared: files?.map(({ name, type }) => `${name} ${type}`) }),
    });
  });
  await pilotsOnly(page, 1);
  await play(page, page.getByTestId('share'));
  await page.getByTestId('share').click();
  expect(await page.evaluate(() => (window as unknown as { shared: string[] }).shared)).toEqual([
    'powerboats.png image/png',
  ]);
});
