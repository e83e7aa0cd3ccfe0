// Takes a picture of every screen into screens/ for a person to review. SCREENS=all takes them in every size and theme.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decide, expect, fast, raceNow, sameLuck, settle, test } from './help';
import { card } from './people';

const SIZES = { desk: [1280, 800], phone: [390, 844], flat: [844, 390] } as const;
const LOOKS = [
  ['desk', 'light'],
  ['phone', 'dark'],
  ...(process.env['SCREENS'] === 'all'
    ? ([
        ['flat', 'light'],
        ['desk', 'dark'],
        ['phone', 'light'],
        ['flat', 'dark'],
      ] as const)
    : []),
] as const;

for (const [size, theme] of LOOKS) {
  const shot = (page: Page, name: string, whole = false) =>
    page.screenshot({ path: `screens/${name}-${size}-${theme}.png`, fullPage: whole });
  const prepared = async (page: Page): Promise<void> => {
    const [width, height] = SIZES[size];
    await page.setViewportSize({ width, height });
    await settle(page, { ...fast, theme });
    await sameLuck(page, 7);
  };

  test(`pages, ${size}, ${theme}`, async ({ page }) => {
    await prepared(page);
    const names = ['', 'new', 'open', 'settings', 'about', 'learn', 'rules', 'lobby', 'me', 'nowhere'];
    for (const name of names) {
      await page.goto(`/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await shot(page, name || 'home', true);
    }
    await page.goto('/open');
    await page.getByRole('textbox').fill('powerboats record 1\nred: Ada\nwhite: Bo\nsides: wet');
    await page.getByTestId('open').click();
    await page.getByRole('alert').waitFor();
    await shot(page, 'open-bad', true);
  });

  test(`a race, ${size}, ${theme}`, async ({ page }) => {
    await prepared(page);
    await raceNow(page);
    await page.getByTestId('chart').waitFor();
    await shot(page, 'race-1-place');
    await page.keyboard.press('h');
    await page.locator('.hint li button').first().click();
    await shot(page, 'race-2-placed');
    await page.getByTestId('go').click();
    await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
    await shot(page, 'race-3-dice');
    for (let i = 0; i < 7; i += 1) {
      await page.getByTestId('go').waitFor();
      await decide(page, true);
    }
    await expect(page.getByTestId('steer-left').or(page.getByTestId('risk'))).toBeVisible();
    if (await page.getByTestId('risk').isVisible()) {
      await shot(page, 'race-4-hint');
      await decide(page);
    }
    await expect(page.getByTestId('quay-title')).toHaveText('Choose a direction');
    await shot(page, 'race-5-steer');
    await decide(page);
    await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
    await page.getByRole('button', { name: 'Add a die' }).click();
    await shot(page, 'race-6-reach');
    await page.getByTestId('menu').click();
    await page.getByTestId('options').locator('summary').click();
    await shot(page, 'race-7-menu');
    await page.keyboard.press('Escape');
    await page.getByTestId('help').click();
    await page.getByTestId('help-sheet').getByRole('heading', { level: 3 }).first().waitFor();
    await shot(page, 'race-8-rules');
  });

  test(`the end, ${size}, ${theme}`, async ({ page }) => {
    await prepared(page);
    // Computer players race without waiting for a person.
    await page.goto('/new');
    await page.getByTestId('who-yellow').selectOption('skipper');
    await page.getByTestId('who-white').selectOption('rookie');
    await page.getByTestId('begin').click();
    const [hurry, next] = [page.getByTestId('hurry'), page.getByTestId('next-race')];
    await hurry.or(next).first().waitFor();
    // The race may end before the button is pressed.
    await hurry.click({ timeout: 5000 }).catch(() => undefined);
    await next.waitFor({ timeout: 90_000 });
    await shot(page, 'end-1-race');
    await page.goto('/open');
    await page.getByRole('textbox').fill(readFileSync('../docs/evening.txt', 'utf8'));
    await page.getByTestId('open').click();
    await page.getByTestId('standing').waitFor();
    await page.getByTestId('chart').waitFor();
    await shot(page, 'end-2-replay');
    await page.getByTestId('analyze').click();
    await expect(page.getByTestId('luck-words')).toBeVisible({ timeout: 60_000 });
    await page.getByTestId('luck-words').scrollIntoViewIfNeeded();
    await shot(page, 'end-3-analysis');
    await page.getByTestId('numbers').locator('summary').click();
    await page.getByTestId('luck').scrollIntoViewIfNeeded();
    await shot(page, 'end-4-numbers');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Finished' }).waitFor();
    await shot(page, 'home-kept', true);
  });

  test(`online, ${size}, ${theme}`, async ({ page }) => {
    await prepared(page);
    await page.goto('/lobby');
    for (const color of ['white', 'yellow', 'black']) await card(page, color, 'pilot');
    await page.getByTestId('create').click();
    await page.getByTestId('guest-name').fill('Ada');
    await shot(page, 'online-1-name', true);
    await page.getByTestId('guest-go').click();
    await page.getByTestId('ready').waitFor();
    await shot(page, 'online-2-before-start', true);
    await page.getByTestId('ready').click();
    await expect(page.getByTestId('quay-title')).toBeVisible();
    await page.getByTestId('chart').waitFor();
    await shot(page, 'online-3-table');
    await page.goto('/me');
    await page.getByTestId('my-name').waitFor();
    await shot(page, 'online-4-me', true);
    await page.goto('/lobby');
    await page.getByTestId('regatta').first().waitFor();
    await shot(page, 'online-5-lobby', true);
  });
}
