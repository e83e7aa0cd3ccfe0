// Films the first turns of a race for README: docs/race.webp.
import { expect, sameLuck, settle, test } from '../e2e/help';
import { Film } from './film';

const LARGEST = 2_000_000;
/** The person's turns in the film. */
const TURNS = 3;

test.use({ viewport: { width: 960, height: 600 } });

test('a race', async ({ page }) => {
  await settle(page, {
    language: 'en',
    theme: 'light',
    motion: 'full',
    speed: 'brisk',
    coach: false,
    auto: false,
  });
  await sameLuck(page, 12);
  await page.goto('/new');
  await page.getByTestId('begin').click();
  await page.getByTestId('chart').waitFor();
  const title = page.getByTestId('quay-title');
  await expect(title).toHaveText(/^Place your boat/);
  const film = await Film.begin(page, 3);
  /** Takes the Captain's advice. */
  const advised = async (): Promise<void> => {
    if (!(await page.locator('.hint').isVisible())) await page.keyboard.press('h');
    await page.locator('.hint li button').first().click();
    await page.keyboard.press('h');
    await page.getByTestId('go').click();
  };
  await advised();
  for (let turn = 0; turn < TURNS; turn += 1) {
    await expect(title).toHaveText('Your turn: choose your dice', { timeout: 120_000 });
    await advised();
    await expect(title).toHaveText('Choose a direction', { timeout: 60_000 });
    await advised();
  }
  await expect(title).toHaveText('Your turn: choose your dice', { timeout: 120_000 });
  await film.end();
  const bytes = film.write('../docs/race.webp', LARGEST);
  console.log(`docs/race.webp: ${Math.round(bytes / 1000)} kB`);
});
