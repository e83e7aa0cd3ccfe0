// What happens on the lake: placing, steering, the camera, captions, and no motion where none is wanted.
import type { Page } from '@playwright/test';
import { captioned, replay } from './captions';
import { expect, fast, raceNow, sameLuck, settle, steer, test } from './help';

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** Taps the middle of something on the lake. */
async function tap(page: Page, what: string): Promise<void> {
  const box = await page.locator(what).first().boundingBox();
  if (!box) throw new Error(`${what} is not there`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
/** Waits until the camera rests. */
const rest = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((done) => {
        const at = () => document.querySelector('.lake .sheet')?.getBoundingClientRect().x;
        const before = at();
        setTimeout(() => done(at() === before), 120);
      }),
  );
/** The length of the own boat's hull, in pixels: the longer side of its box. */
const hull = (page: Page): Promise<number> =>
  page.locator('[data-testid=boat-yellow] .boat-yellow').evaluate((boat) => {
    const { width, height } = boat.getBoundingClientRect();
    return Math.max(width, height);
  });
const title = (page: Page) => page.getByTestId('quay-title');
const placed = async (page: Page): Promise<void> => {
  await tap(page, '.places [data-pick^="place:"]:not(.picked) path');
  await page.getByTestId('go').click();
  await expect(title(page)).toHaveText('Your turn: choose your dice');
};

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a place is chosen by one tap, turned by a tap or a drag, and confirmed by a second tap', async ({
      page,
    }) => {
      await settle(page, fast);
      await sameLuck(page);
      await raceNow(page);
      await rest(page);
      await tap(page, '.places [data-pick^="place:"]:not(.picked) path');
      const chosen = page.locator('.handles .on');
      await expect(chosen).toHaveCount(1);
      // Every chevron lies outside the hex of the boat, and nothing lies over it.
      for (const way of ['E', 'NW', 'SW']) {
        await tap(page, `[data-pick="heading:${way}"] circle`);
        await expect(chosen).toHaveAttribute('data-pick', `heading:${way}`);
      }
      const boat = await page.locator('.handles [data-turn]').boundingBox();
      if (!boat) throw new Error('the boat is on the lake');
      const [x, y] = [boat.x + boat.width / 2, boat.y + boat.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y - 52, { steps: 6 });
      await expect(chosen).toHaveAttribute('data-pick', 'heading:NE');
      await page.mouse.up();
      // A double tap on a place only chooses it.
      await expect(page.getByTestId('go')).toBeEnabled();
      await tap(page, '.handles [data-turn] circle');
      await expect(title(page)).toHaveText('Your turn: choose your dice');
    });

    test('a first race begins with a flight over the course, which a tap or placing the boat ends', async ({
      page,
    }) => {
      await settle(page, { language: 'en', motion: 'full' });
      await sameLuck(page);
      await page.goto('/');
      await page.getByTestId('race-now').click();
      const told = page.getByTestId('fly-over');
      const says = (text: string | RegExp) => told.filter({ hasText: text }).waitFor();
      await says('The race starts at this line.');
      // The camera is closer than the whole lake, from the first stop on. The page itself looks, because a stop is short.
      await page.waitForFunction(() => {
        const wide = (what: string) => document.querySelector(what)?.getBoundingClientRect().width ?? 0;
        return wide('.lake .sheet') > 1.2 * wide('.lake');
      });
      await says(/Go round buoy 1\. Keep it on your (left|right)\./);
      // The camera is there, and the mark with the way round it is in view.
      await expect(page.locator('[data-testid=next-mark] .round')).toBeInViewport();
      // The words do not cover it.
      await expect
        .poll(async () => {
          const [ring, words] = [await page.locator('.pulse .line').boundingBox(), await told.boundingBox()];
          return ring && words ? words.y - ring.y - ring.height : -1;
        })
        .toBeGreaterThan(0);
      await expect(title(page)).toHaveText('Place your boat');
      if (size === 'phone') {
        await tap(page, '.lake');
        await expect(told).toHaveCount(0);
      }
      await page.getByTestId('go').click();
      // The rest of the flight would take longer.
      await expect(told).toHaveCount(0, { timeout: 5_000 });
      await expect(title(page)).toHaveText('Your turn: choose your dice', { timeout: 30_000 });
      await page.reload();
      await expect(title(page)).toBeVisible();
      await expect(told).toHaveCount(0);
    });

    test('the camera shows the own boat at least 36 pixels long, its reach, and the whole lake on demand', async ({
      page,
    }) => {
      await settle(page, fast);
      await sameLuck(page);
      await raceNow(page);
      await placed(page);
      await rest(page);
      expect(await hull(page)).toBeGreaterThanOrEqual(36);
      await expect(page.getByTestId('legend')).toBeVisible();
      const lake = await page.locator('.lake').boundingBox();
      for (const end of await page.locator('.reach .hex').all()) {
        const box = await end.boundingBox();
        expect(box && lake && box.x >= lake.x - 1 && box.x + box.width <= lake.x + lake.width + 1).toBe(true);
      }
      await expect(page.locator('.reach text').first()).toHaveText(/^\d+%$/);
      await page.getByRole('button', { name: 'Show the whole lake' }).click();
      await rest(page);
      const sheet = await page.locator('.lake .sheet').boundingBox();
      expect(sheet && lake && sheet.width <= lake.width + 1 && sheet.height <= lake.height + 1).toBe(true);
      await page.getByRole('button', { name: 'Go to the boat whose turn it is' }).click();
      await rest(page);
      expect(await hull(page)).toBeGreaterThanOrEqual(36);
      // The whole lake stays through the turn, and no longer.
      await page.getByRole('button', { name: 'Show the whole lake' }).click();
      await page.getByTestId('go').click();
      await expect(title(page)).toHaveText('Choose a direction');
      await rest(page);
      expect((await page.locator('.lake .sheet').boundingBox())?.width).toBeLessThanOrEqual(
        (lake?.width ?? 0) + 1,
      );
      await steer(page);
      await page.getByTestId('go').click();
      await expect(title(page)).toHaveText('Your turn: choose your dice');
      await expect.poll(() => hull(page)).toBeGreaterThanOrEqual(36);
    });

    test('a look ahead shows where the next turn can end', async ({ page }) => {
      await settle(page, fast);
      await sameLuck(page);
      await raceNow(page);
      await placed(page);
      await expect(page.getByTestId('later')).toHaveCount(0);
      const button = page.getByRole('button', { name: 'Show where your next turn can take you' });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      expect(await page.locator('[data-testid=later] circle').count()).toBeGreaterThan(3);
      await expect(page.getByTestId('legend')).toContainText('after your next turn');
      await button.click();
      await expect(page.getByTestId('later')).toHaveCount(0);
    });

    test('a ghost is the control for steering', async ({ page }) => {
      await settle(page, fast);
      await sameLuck(page);
      await raceNow(page);
      await placed(page);
      await page.getByTestId('go').click();
      await expect(title(page)).toHaveText('Choose a direction');
      await rest(page);
      const ghosts = page.locator('[data-testid^=ghost-]');
      // They are drawn a frame after the question.
      await ghosts.first().waitFor();
      const count = await ghosts.count();
      // Where several are open, none is chosen.
      if (count > 1) await expect(page.locator('.way.picked')).toHaveCount(0);
      await tap(page, '[data-testid^=ghost-] .hex, [data-testid^=ghost-] .knob');
      await expect(page.locator('.way.picked')).toHaveCount(1);
      const shown = (await page.getByTestId('table').getAttribute('data-shown')) ?? '';
      await page.getByTestId('go').click();
      await expect(page.getByTestId('table')).not.toHaveAttribute('data-shown', shown);
    });
  });
}

test('a crash has a caption that says how much damage it did', async ({ page }) => {
  await settle(page, { ...fast, speed: 'calm', motion: 'full' });
  await replay(page, 76);
  expect(await captioned(page, 'crash')).toMatch(/Crash! \d damage/);
});

test('without motion nothing moves, but captions say what happened', async ({ page }) => {
  await settle(page, { ...fast, speed: 'calm', motion: 'none' });
  await replay(page, 76);
  expect(await captioned(page, 'crash')).toMatch(/Crash! \d damage/);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expect(page.locator('.effects > *')).toHaveCount(0);
});

test('a boat that sinks goes down, and a wreck stays', async ({ page }) => {
  await settle(page, { ...fast, speed: 'brisk', motion: 'full' });
  // Just before Yellow's fifth turn, which ends on the shore.
  await replay(page, 31, '../crates/rules/tests/records/valid/three-players.txt');
  const boat = page.getByTestId('boat-yellow');
  await expect(boat).toBeVisible();
  const goesDown = page.waitForFunction(() =>
    document
      .querySelector('[data-testid=boat-yellow]')
      ?.getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).getKeyframes().at(-1)?.['opacity'] === '0'),
  );
  expect(await captioned(page, 'sink')).toContain('sinks');
  await goesDown;
  await expect(page.getByTestId('wreck-yellow')).toBeVisible();
  await expect(boat).toHaveCount(0);
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`rounding a buoy and finishing have their signs, on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await settle(page, { ...fast, speed: 'brisk', motion: 'full' });
    await replay(page, 77);
    expect(await captioned(page, 'round')).toMatch(/ rounds buoy 2$/);
    await replay(page, 137);
    const flag = page.waitForFunction(() => document.querySelector('.effects path[d="M0 0V-48"]'));
    expect(await captioned(page, 'finish')).toMatch(/ finishes! Place 1$/);
    await flag;
  });
}
