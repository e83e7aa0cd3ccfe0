// The daily lake: one attempt that goes on after a reload, a result to share, practice against ghosts. Ghosts of any record.
import { readFileSync } from 'node:fs';
import { accessible, decide, expect, fast, fits, settle, test } from './help';

test('one attempt at the daily lake, then practice against a ghost', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/');
  await page.getByTestId('home-daily').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The lake of the day');
  await expect(page.getByTestId('lake-chart')).toBeVisible();
  await expect(page.getByTestId('practise')).toHaveCount(0);
  await accessible(page);
  await fits(page);
  await page.getByTestId('daily-begin').click();
  await page.getByTestId('guest-name').fill('Ann');
  await page.getByTestId('guest-go').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
  for (let i = 0; i < 5; i += 1) await decide(page);
  // There are no hints, not even by keyboard.
  await page.keyboard.press('h');
  await expect(page.locator('.hint')).toHaveCount(0);

  const shown = Number(await page.getByTestId('table').getAttribute('data-shown'));
  await page.reload();
  await expect(page.getByTestId('table')).toHaveAttribute('data-shown', String(shown));
  await decide(page);

  await page.keyboard.press('m');
  await page.getByTestId('give-up').click();
  await page.getByTestId('give-up').click();
  await expect(page.getByTestId('daily-outcome')).toContainText('Gave up');
  await expect(page.getByTestId('daily-begin')).toHaveCount(0);
  await expect(page.getByTestId('daily-guests')).toContainText('Ann');
  await expect(page.getByTestId('daily-share-text')).toContainText('par', { timeout: 20_000 });
  await accessible(page);
  await fits(page);

  await page.getByTestId('practise-best').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat', { timeout: 30_000 });
  await expect(page.getByTestId('ghosts')).toContainText('Best play');
  await expect(page.getByTestId('ghost-0')).toBeAttached();
  await decide(page);
  await expect(page.getByTestId('ghost-0')).toBeAttached();
});

test('any boat of any race of a record is raced as a ghost', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/open');
  await page.locator('textarea').fill(readFileSync('../docs/evening.txt', 'utf8'));
  await page.getByTestId('open').click();
  // At the end of the record the last race is shown.
  const boat = page.getByLabel('Ghosts from race C');
  await expect(boat.locator('option')).toHaveCount(4);
  await page.getByRole('button', { name: 'Go to race B' }).click();
  await page.getByLabel('Ghosts from race B').selectOption('white');
  await accessible(page);
  await fits(page);
  await page.getByRole('button', { name: 'Race the ghost: Bo' }).click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
  await expect(page.getByTestId('ghosts').locator('li')).toHaveCount(1);
  await expect(page.getByTestId('ghosts')).toContainText('Bo');
  await expect(page.getByTestId('ghost-0')).toBeAttached();
  await decide(page);
  await decide(page);

  await page.goBack();
  await page.getByRole('button', { name: 'Race these boats as ghosts' }).click();
  await expect(page.getByTestId('ghosts').locator('li')).toHaveCount(3);
});
