import { readFileSync } from 'node:fs';
import { accessible, expect, settle, test } from './help';

const LANGUAGES = { en: 'Race now', de: 'Jetzt fahren', fr: 'Courir maintenant', 'zh-Hant': '馬上開賽' };

for (const [language, now] of Object.entries(LANGUAGES)) {
  test(`speaks ${language}, and remembers`, async ({ page }) => {
    await page.goto('/settings');
    await page.getByTestId('language').selectOption(language);
    await page.goto('/');
    await expect(page.getByTestId('race-now')).toHaveText(now);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await accessible(page);
  });
}

test.describe('a browser in German', () => {
  test.use({ locale: 'de-CH' });
  test('is spoken to in German', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByTestId('race-now')).toHaveText('Jetzt fahren');
  });
});

for (const theme of ['light', 'dark']) {
  for (const path of ['/', '/new', '/open', '/settings', '/about', '/nowhere']) {
    test(`${path} in ${theme} has no fault that axe finds`, async ({ page }) => {
      await settle(page, { theme, language: 'en' });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await accessible(page);
    });
  }
  test(`the table in ${theme} has no fault that axe finds`, async ({ page }) => {
    await settle(page, { theme, language: 'en', speed: 'instant' });
    await page.goto('/');
    await page.getByTestId('race-now').click();
    await page.getByTestId('go').click({ timeout: 20_000 });
    await expect(page.getByTestId('quay-title')).toContainText('choose your dice', { timeout: 20_000 });
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
    await settle(page, { language: 'en', speed: 'instant' });
    for (const path of ['/', '/new', '/open', '/settings', '/about']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, path).toBeLessThanOrEqual(0);
    }
    await page.goto('/');
    await page.getByTestId('race-now').click();
    const go = page.getByTestId('go');
    await go.click({ timeout: 20_000 });
    await expect(page.getByTestId('quay-title')).toContainText('choose your dice', { timeout: 20_000 });
    await expect(go).toBeInViewport();
    await go.click();
    await expect(go).toBeInViewport();
  });
}

test('a bad record is refused with its line, and a good one opened', async ({ page }) => {
  await settle(page, { language: 'en' });
  await page.goto('/open');
  await page.getByRole('textbox').fill('powerboats record 1\nred: Ada\nwhite: Bo\nsides: wet');
  await page.getByTestId('open').click();
  await expect(page.getByRole('alert')).toContainText(/line 4/i);
  await page.getByRole('textbox').fill(readFileSync('../docs/evening.txt', 'utf8'));
  await page.getByTestId('open').click();
  await expect(page.getByTestId('standing')).toContainText('Ada');
  await page.getByTestId('verify').click();
  await expect(page.getByText('no line `commitment')).toBeVisible();
});

test('a regatta that is not there says what to do', async ({ page }) => {
  await settle(page, { language: 'en' });
  await page.goto('/game/nothing');
  await expect(page.getByRole('alert')).toContainText('not here');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByTestId('race-now')).toBeVisible();
});
