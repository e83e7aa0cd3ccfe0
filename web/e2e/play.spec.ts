import { accessible, expect, over, play, settle, test } from './help';

const fast = { speed: 'instant', language: 'en' };

test('a whole regatta against pilots, then replay, analysis, dice checked, record', async ({ page }) => {
  test.setTimeout(600_000);
  await settle(page, fast);
  await page.goto('/');
  await page.getByTestId('race-now').click();
  await play(page, over(page), true);
  await expect(page.getByTestId('standing').locator('tbody tr')).toHaveCount(4);
  await accessible(page);
  await page.getByRole('link', { name: 'Replay and analysis' }).click();
  const slider = page.getByRole('slider');
  await slider.fill('5');
  await expect(slider).toHaveValue('5');
  await page.getByTestId('verify').click();
  await expect(page.getByTestId('verified')).toContainText('rolls');
  await page.getByTestId('analyze').click();
  await expect(page.getByTestId('luck').locator('tbody tr')).toHaveCount(4, { timeout: 30_000 });
  await accessible(page);
  const download = page.waitForEvent('download');
  await page.getByTestId('download').click();
  expect((await download).suggestedFilename()).toBe('powerboats.txt');
});

test('hot seat: two people, one race', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/new');
  await accessible(page);
  for (const color of ['red', 'white']) await page.getByTestId(`who-${color}`).selectOption('person');
  await page.getByTestId('who-yellow').selectOption('nobody');
  await page.getByLabel('Name for Red').fill('Ada');
  await page.getByTestId('races').selectOption('1');
  await page.getByTestId('begin').click();
  await expect(page.getByTestId('quay-title')).toContainText('place your boat');
  await play(page, async () =>
    /choose your dice/.test((await page.getByTestId('quay-title').textContent()) ?? ''),
  );
  const first = await page.getByTestId('quay-title').textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('quay-title')).toContainText('which way');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('quay-title')).not.toHaveText(first ?? '');
});

test('a reload in mid-turn loses nothing', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/');
  await page.getByTestId('race-now').click();
  await play(page, () => page.getByTestId('steer-left').isVisible());
  const before = await page.locator('.lying b').textContent();
  await page.reload();
  await expect(page.getByTestId('quay-title')).toHaveText('Which way?');
  await expect(page.locator('.lying b')).toHaveText(before ?? '');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Still on the water' })).toBeVisible();
});

test('by keyboard alone, with hint and look back', async ({ page }) => {
  await settle(page, { ...fast, motion: 'none' });
  await page.goto('/');
  await page.getByTestId('race-now').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat', { timeout: 20_000 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice', { timeout: 20_000 });
  await page.keyboard.press('h');
  await expect(page.locator('.hint')).toContainText('The Captain would', { timeout: 20_000 });
  await expect(page.getByTestId('risk')).toContainText('Speed 1 to 3');
  await page.keyboard.press('+');
  await expect(page.getByTestId('go')).toContainText('Without dice');
  await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('quay-title')).toHaveText('Which way?');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('live')).toContainText('Yellow');
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice', { timeout: 20_000 });
  await page.keyboard.press('b');
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice', { timeout: 20_000 });
});

test('offline: once seen, it plays without a network', async ({ page, context }) => {
  await settle(page, fast);
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(1500);
  await context.setOffline(true);
  await page.goto('/new');
  await page.getByTestId('begin').click();
  await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
});
