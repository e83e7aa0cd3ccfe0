// Local games in a browser, from the first boat to the podium.
import {
  accessible,
  cached,
  decide,
  expect,
  fast,
  play,
  raceNow,
  sameLuck,
  settle,
  steer,
  test,
} from './help';

test('a whole regatta against pilots, then replay, analysis, dice checked, record, picture', async ({
  page,
}) => {
  await settle(page, fast);
  await sameLuck(page);
  await page.goto('/new');
  await page.getByTestId('folded').locator('summary').click();
  await page.getByTestId('races').selectOption('2');
  await page.getByTestId('begin').click();
  await page.getByTestId('menu').click();
  await page.getByTestId('seal').locator('summary').click();
  const seal = (await page.getByTestId('seal').locator('code').textContent()) ?? '';
  expect(seal).toMatch(/^[0-9a-f]{64}$/);
  await page.getByTestId('menu-sheet').getByTestId('close').click();
  await play(page, page.getByTestId('next-race'), true);
  await expect(page.getByTestId('standing').locator('tbody tr')).toHaveCount(3);
  await accessible(page);
  await page.getByTestId('next-race').click();
  const after = page.getByRole('link', { name: 'Replay and analysis' });
  await play(page, after, true);
  await expect(page.getByTestId('standing').locator('tbody tr')).toHaveCount(3);
  await accessible(page);

  await after.click();
  const slider = page.getByRole('slider');
  await slider.fill('5');
  await expect(slider).toHaveValue('5');
  await page.getByTestId('verify').click();
  await expect(page.getByTestId('verified')).toContainText('rolls');
  await expect(page.getByText(`Seal: ${seal}`)).toBeVisible();
  await page.getByTestId('analyze').click();
  await expect(page.getByTestId('luck').locator('tbody tr')).toHaveCount(3, { timeout: 60_000 });
  await accessible(page);
  for (const [button, file] of [
    ['download', 'powerboats.txt'],
    ['picture', 'powerboats.png'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByTestId(button).click();
    expect((await download).suggestedFilename()).toBe(file);
  }
});

test('hot seat: two people, one race, each asked by name', async ({ page }) => {
  await settle(page, fast);
  await sameLuck(page);
  await page.goto('/new');
  for (const color of ['red', 'white']) await page.getByTestId(`who-${color}`).selectOption('person');
  await page.getByTestId('who-yellow').selectOption('nobody');
  await page.getByLabel('Name for Red').fill('Ada');
  await page.getByLabel('Name for White').fill('Bo');
  await page.getByTestId('folded').locator('summary').click();
  await page.getByTestId('races').selectOption('1');
  await page.getByTestId('begin').click();
  const title = page.getByTestId('quay-title');
  await expect(title).toHaveText(/^(Ada|Bo), place your boat$/);
  // A sensible place is chosen in advance.
  await expect(page.getByTestId('go')).toBeEnabled();
  await decide(page);
  await decide(page);
  await expect(title).toHaveText(/^(Ada|Bo), choose your dice$/);
  const first = (await title.textContent()) ?? '';
  const go = page.getByTestId('go');
  await expect(go).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText(first.replace('choose your dice', 'choose a direction'));
  await steer(page);
  await expect(go).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText(/^(Ada|Bo), choose your dice$/);
  await expect(title).not.toHaveText(first);
  // To the end, with the Captain's help.
  await play(page, page.getByRole('link', { name: 'Replay and analysis' }), true);
  await expect(page.getByRole('heading', { name: /(Ada|Bo) won the regatta/ })).toBeVisible();
});

test('a reload in mid-turn, and a closed tab, lose nothing', async ({ page, context }) => {
  await settle(page, fast);
  await raceNow(page);
  await play(page, page.getByTestId('steer-left'));
  const before = await page.locator('.lying b').textContent();
  await page.reload();
  await expect(page.getByTestId('quay-title')).toHaveText('Choose a direction');
  await expect(page.locator('.lying b')).toHaveText(before ?? '');
  const address = page.url();
  await page.close();
  const again = await context.newPage();
  await again.goto(new URL('/', address).href);
  await expect(again.getByRole('heading', { name: 'Still racing' })).toBeVisible();
  await again.locator('a[href^="/game/"]').first().click();
  await expect(again.getByTestId('quay-title')).toHaveText('Choose a direction');
});

test('by keyboard alone, with hint and look back', async ({ page }) => {
  await settle(page, fast);
  await sameLuck(page);
  await page.goto('/');
  await page.getByTestId('race-now').focus();
  await page.keyboard.press('Enter');
  const title = page.getByTestId('quay-title');
  const go = page.getByTestId('go');
  /** Presses Enter as soon as the guard against double taps lets it through. */
  const enter = async (): Promise<void> => {
    await expect(go).toBeEnabled();
    await page.keyboard.press('Enter');
  };
  await expect(title).toHaveText('Place your boat');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await enter();
  await expect(title).toHaveText('Your turn: choose your dice');
  await page.keyboard.press('h');
  await expect(page.locator('.hint')).toContainText('The Captain would');
  await expect(page.getByTestId('risk')).toContainText('Speed 1 to 3');
  await page.keyboard.press('+');
  await expect(page.getByTestId('go')).toContainText('No dice');
  await page.keyboard.press('+');
  await enter();
  await expect(title).toHaveText('Choose a direction');
  // The hint stays open through the turn.
  await expect(page.locator('.hint')).toContainText('The Captain would');
  // One of the arrow keys points along an open direction.
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
    if (await page.locator('[data-testid^=steer-][aria-pressed=true]').isHidden())
      await page.keyboard.press(key);
  await enter();
  await expect(page.getByTestId('live')).toContainText('Yellow');
  await expect(title).toHaveText('Your turn: choose your dice');
  await page.keyboard.press('b');
  await expect(title).toHaveText('Your turn: choose your dice');
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('offline: once seen, it plays without a network', async ({ page, context }) => {
    await settle(page, fast);
    await page.goto('/');
    await cached(page);
    await context.setOffline(true);
    await page.goto('/new');
    await page.getByTestId('begin').click();
    const title = page.getByTestId('quay-title');
    await expect(title).toHaveText('Place your boat');
    await decide(page, true);
    // Computer players work offline too.
    await expect(title).toHaveText('Your turn: choose your dice');
    await context.setOffline(false);
  });
});
