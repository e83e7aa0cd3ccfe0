// Pages apart from the game: home, settings, saved games, languages, offline.
import { readFileSync } from 'node:fs';
import { de } from '../src/lib/i18n/de';
import { en } from '../src/lib/i18n/en';
import { fr } from '../src/lib/i18n/fr';
import { zhHant } from '../src/lib/i18n/zh-hant';
import { accessible, expect, fast, fits, raceNow, settle, test } from './help';

const CATALOGUES = { en, de, fr, 'zh-Hant': zhHant };

for (const [language, texts] of Object.entries(CATALOGUES)) {
  test(`speaks ${language}, and remembers`, async ({ page }) => {
    await page.goto('/settings');
    await page.getByTestId('language').selectOption(language);
    await page.goto('/');
    await expect(page.getByTestId('race-now')).toContainText(String(texts['home.now']));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  });
}

test.describe('a browser in German', () => {
  test.use({ locale: 'de-CH' });
  test('is spoken to in German', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('race-now')).toContainText(String(de['home.now']));
  });
});

for (const theme of ['light', 'dark']) {
  test(`no page in ${theme} has a fault that axe finds`, async ({ page }) => {
    await settle(page, { theme, language: 'en' });
    for (const path of ['/', '/new', '/open', '/settings', '/about', '/nowhere']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await accessible(page);
    }
  });
  test(`the table in ${theme} has no fault that axe finds`, async ({ page }) => {
    await settle(page, { ...fast, theme });
    await raceNow(page);
    await accessible(page);
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('go').click();
    await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
    await page.getByTestId('hint').click();
    await page.locator('.hint li').first().waitFor();
    await accessible(page);
    await page.getByTestId('go').click();
    await expect(page.getByTestId('quay-title')).toHaveText('Choose a direction');
    await accessible(page);
    await page.getByTestId('menu').click();
    for (const part of ['options', 'log', 'words']) await page.getByTestId(part).locator('summary').click();
    await accessible(page);
    await page.keyboard.press('Escape');
    await page.getByTestId('help').click();
    await page.getByTestId('help-sheet').getByRole('heading', { level: 3 }).first().waitFor();
    await accessible(page);
  });
}

for (const [name, width, height] of [
  ['a phone held upright', 390, 844],
  ['a phone held flat', 844, 390],
  ['a 4K screen', 3840, 2160],
] as const) {
  test(`fits ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await settle(page, fast);
    for (const path of ['/', '/new', '/open', '/settings', '/about', '/learn', '/rules', '/lobby', '/me']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await fits(page, path);
    }
    await raceNow(page);
    const go = page.getByTestId('go');
    await page.keyboard.press('ArrowDown');
    await expect(go).toBeInViewport();
    await go.click();
    await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
    await expect(go).toBeInViewport();
    await go.click();
    await expect(page.getByTestId('quay-title')).toHaveText('Choose a direction');
    await expect(go).toBeInViewport();
    await fits(page);
  });
}

test('a good record is opened, its dice asked about', async ({ page }) => {
  await settle(page, { language: 'en' });
  await page.goto('/open');
  await page.getByRole('textbox').fill(readFileSync('../docs/evening.txt', 'utf8'));
  await page.getByTestId('open').click();
  await expect(page.getByTestId('standing')).toContainText('Ada');
  await page.getByTestId('verify').click();
  await expect(page.getByText('The line “commitment')).toBeVisible();
});

test('a regatta that is not there says what to do', async ({ page }) => {
  await settle(page, { language: 'en' });
  await page.goto('/game/nothing');
  await expect(page.getByRole('alert')).toContainText('not here');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByTestId('race-now')).toBeVisible();
});
