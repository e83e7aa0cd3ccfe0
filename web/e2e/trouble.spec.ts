// What can go wrong: each error has a plain message and a way to continue.
import { readFileSync } from 'node:fs';
import { de } from '../src/lib/i18n/de';
import { en } from '../src/lib/i18n/en';
import { fr } from '../src/lib/i18n/fr';
import { zhHant } from '../src/lib/i18n/zh-hant';
import { accessible, decide, expect, fast, raceNow, settle, test } from './help';

const WET = 'powerboats record 1\nred: Ada\nwhite: Bo\nsides: wet';
const CATALOGUES = { en, de, fr, 'zh-Hant': zhHant };
for (const [language, texts] of Object.entries(CATALOGUES)) {
  test(`a bad record is refused in ${language}, with its line`, async ({ page }) => {
    await settle(page, { language });
    await page.goto('/open');
    await page.getByRole('textbox').fill(WET);
    await page.getByTestId('open').click();
    const what = String(texts['fault.record.sides']).replace('{text}', 'wet');
    const line = String(texts['fault.line']).replace('{line}', '4').replace('{what}', what);
    await expect(page.getByRole('alert')).toContainText(line);
  });
}

test('whatever is pasted is refused plainly; mended, it is opened', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/open');
  const text = page.getByRole('textbox');
  const open = page.getByTestId('open');
  await text.fill(' \n');
  await expect(open).toBeDisabled();
  const good = readFileSync('../docs/evening.txt', 'utf8');
  const light = good.replace('sides: dark', 'sides: light');
  for (const bad of ['x'.repeat(100_000), '\u0000\uffff', good.slice(0, 400), light]) {
    await text.fill(bad);
    await open.click();
    await expect(page.getByTestId('fault')).toContainText(/^Line \d+: /);
  }
  await accessible(page);
  await text.fill(good);
  await open.click();
  await expect(page.getByTestId('standing')).toContainText('Ada');
});

test('storage that is full: one is told, and plays on', async ({ page }) => {
  await settle(page, fast);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await raceNow(page);
  await expect(page.getByRole('alert')).toContainText('no space left to save the regatta');
  await decide(page);
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
  await accessible(page);
});

test('a browser that keeps nothing: one is told, and plays on', async ({ page }) => {
  await settle(page, fast);
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await raceNow(page);
  await expect(page.getByRole('alert')).toContainText('saves nothing');
  await decide(page);
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Still racing' })).toBeVisible();
});

test('an old browser is told so', async ({ page }) => {
  await settle(page, fast);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('This browser is too old');
  await accessible(page);
});

test.describe('without its rules', () => {
  test.use({ expected: /Failed to load resource/ });
  test('rules that do not load: one is told, and can try again', async ({ page, context }) => {
    await settle(page, fast);
    await context.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await page.getByTestId('race-now').click();
    await expect(page.getByRole('alert')).toContainText('Check your connection');
    await page.goto('/rules');
    await expect(page.getByRole('alert')).toContainText('did not load');
    await accessible(page);
    await context.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules');
  });
});
