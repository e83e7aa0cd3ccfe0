// The dock beside the lake: one main button that never moves, true directions, no double decisions, one menu, tips once.
import type { Page } from '@playwright/test';
import { accessible, decide, expect, fast, fits, raceNow, sameLuck, settle, steer, test } from './help';

const SIZES = { desk: [1280, 800], phone: [390, 844], 'small phone': [360, 640], flat: [844, 390] } as const;
const title = (page: Page) => page.getByTestId('quay-title');
const go = (page: Page) => page.getByTestId('go');

async function prepared(page: Page, size: keyof typeof SIZES, settings: object = {}): Promise<void> {
  const [width, height] = SIZES[size];
  await page.setViewportSize({ width, height });
  await settle(page, { ...fast, ...settings });
  await sameLuck(page, 7);
}
/** Where the main button is, whatever it does now. */
const main = async (page: Page) => {
  const box = await page.locator('button.main').boundingBox();
  return [box?.x, box?.y, box?.width, box?.height].map((number) => Math.round(number ?? -1));
};

for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
  test(`the main button stays at its place in all phases, ${size}`, async ({ page }) => {
    await prepared(page, size);
    await raceNow(page);
    const place = await main(page);
    const [width, height] = SIZES[size];
    const lake = await page.getByRole('group', { name: 'The lake' }).boundingBox();
    const [x = 0, y = 0, wide = 0, high = 0] = place;
    // Within the window, high enough for a thumb, beside the lake or below it.
    expect(x + wide).toBeLessThanOrEqual(width);
    expect(y + high).toBeLessThanOrEqual(height);
    expect(high).toBeGreaterThanOrEqual(44);
    if (size.includes('phone')) {
      expect(lake?.height ?? 0).toBeGreaterThan(height * 0.5);
      expect(y).toBeGreaterThan(height * 0.8);
    } else expect(lake?.width ?? 0).toBeGreaterThan(width * 0.5);
    await decide(page);
    await expect(title(page)).toHaveText('Your turn: choose your dice');
    expect(await main(page)).toEqual(place);
    await decide(page);
    await expect(title(page)).toHaveText('Choose a direction');
    expect(await main(page)).toEqual(place);
    await steer(page);
    expect(await main(page)).toEqual(place);
    await page.getByTestId('hint').click();
    await page.locator('.hint li').first().waitFor();
    expect(await main(page)).toEqual(place);
    await fits(page);
  });
}

test('a double tap on Roll does not skip the dice', async ({ page }) => {
  await prepared(page, 'desk', { motion: 'full', speed: 'calm' });
  await raceNow(page);
  await expect(go(page)).toBeEnabled();
  await go(page).click();
  await expect(title(page)).toHaveText('Your turn: choose your dice');
  await page.getByRole('button', { name: 'Add a die' }).click();
  await expect(go(page)).toBeEnabled();
  // The button that replaces it says "Skip". When it comes, the second tap does nothing yet.
  const shut = page.evaluate(
    () =>
      new Promise<string | null>((came) => {
        const look = new MutationObserver(() => {
          const skip = document.querySelector('[data-testid=skip]');
          if (!skip) return;
          look.disconnect();
          came(skip.getAttribute('aria-disabled'));
        });
        look.observe(document.body, { attributes: true, childList: true, subtree: true });
      }),
  );
  await go(page).click();
  expect(await shut).toBe('true');
});

test('directions are shown as they are on the lake, and none is chosen in advance', async ({ page }) => {
  await prepared(page, 'desk');
  await raceNow(page);
  for (let turn = 0; turn < 4; turn += 1) {
    while (!(await page.getByTestId('steer-straight').isVisible())) await decide(page);
    await expect(title(page)).toHaveText('Choose a direction');
    const open = page.locator('[data-testid^=steer-][data-open=true]');
    const count = await open.count();
    if (count > 1) {
      await expect(page.locator('[data-testid^=steer-][aria-pressed=true]')).toHaveCount(0);
      await expect(go(page)).toBeDisabled();
    }
    const boat = await page.getByTestId('boat-yellow').boundingBox();
    for (let i = 0; i < count && boat; i += 1) {
      const to = (await open.nth(i).getAttribute('data-testid'))?.replace('steer-', '') ?? '';
      const ghost = await page.getByTestId(`ghost-${to}`).boundingBox();
      const turned = await open.nth(i).locator('.arrow').getAttribute('transform');
      const angle = (Number(/rotate\((-?[\d.]+)/.exec(turned ?? '')?.[1]) * Math.PI) / 180;
      if (!ghost) continue;
      const [dx, dy] = [
        ghost.x + ghost.width / 2 - boat.x - boat.width / 2,
        ghost.y + ghost.height / 2 - boat.y - boat.height / 2,
      ];
      if (Math.hypot(dx, dy) < 30) continue;
      // The arrow and the way to the ghost point the same way, within half a turn of the rudder.
      expect((dx * Math.cos(angle) + dy * Math.sin(angle)) / Math.hypot(dx, dy), to).toBeGreaterThan(0.86);
    }
    await decide(page);
  }
});

for (const size of ['desk', 'phone'] as const) {
  test(`a double tap decides once, ${size}`, async ({ page }) => {
    await prepared(page, size);
    await raceNow(page);
    await decide(page);
    await expect(title(page)).toHaveText('Your turn: choose your dice');
    const shown = Number(await page.getByTestId('table').getAttribute('data-shown'));
    const box = await go(page).boundingBox();
    await expect(go(page)).toBeEnabled();
    await page.mouse.dblclick((box?.x ?? 0) + 50, (box?.y ?? 0) + 20, { delay: 30 });
    await expect(title(page)).toHaveText('Choose a direction');
    expect(Number(await page.getByTestId('table').getAttribute('data-shown'))).toBe(shown + 1);
    // A double tap on a direction only chooses it, if there are several.
    const open = page.locator('[data-testid^=steer-][data-open=true]');
    while ((await open.count()) === 1) {
      await decide(page);
      await expect(title(page)).toHaveText('Your turn: choose your dice');
      await decide(page);
    }
    const steering = await page.getByTestId('table').getAttribute('data-shown');
    await open.first().evaluate((way: HTMLElement) => {
      way.click();
      way.click();
    });
    await expect(page.locator('[data-testid^=steer-][aria-pressed=true]')).toHaveCount(1);
    await expect(page.getByTestId('table')).toHaveAttribute('data-shown', steering ?? '');
  });

  test(`the ticker, one menu and the rules for now, ${size}`, async ({ page }) => {
    await prepared(page, size);
    await raceNow(page);
    await decide(page);
    await decide(page);
    await decide(page);
    await expect(title(page)).toHaveText('Your turn: choose your dice');
    await expect(page.getByTestId('ticker')).toContainText(/ (rolled|kept) [123 ]+, |: turned on the spot/);
    await page.getByTestId('help').click();
    await expect(page.getByTestId('help-sheet')).toContainText('A turn: dice');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('help-sheet')).toBeHidden();
    await expect(page.getByTestId('help')).toBeFocused();
    await page.getByTestId('menu').click();
    const menu = page.getByTestId('menu-sheet');
    await menu.getByTestId('options').locator('summary').click();
    await menu.getByTestId('sound').check();
    await menu.getByTestId('text-size').selectOption('larger');
    await expect(page.locator('html')).toHaveCSS('--text', '1.3');
    await menu.getByTestId('text-size').selectOption('normal');
    await menu.getByTestId('language').selectOption('de');
    await expect(menu.getByRole('heading', { name: 'Menü' })).toBeVisible();
    await menu.getByTestId('language').selectOption('en');
    await menu.getByTestId('log').locator('summary').click();
    await expect(menu.getByRole('list', { name: 'What happened' })).toContainText('Race A begins');
    await accessible(page);
    await menu.getByTestId('close').click();
    await expect(menu).toBeHidden();
    await expect(go(page)).toBeVisible();
    await page.reload();
    await page.getByTestId('menu').click();
    await page.getByTestId('options').locator('summary').click();
    await expect(page.getByTestId('sound')).toBeChecked();
  });

  test(`a large risk is said on the main button, ${size}`, async ({ page }) => {
    await prepared(page, size);
    await raceNow(page);
    const risky = page.locator('button.main.danger');
    for (let i = 0; i < 60 && !(await risky.isVisible()); i += 1) {
      await go(page).waitFor();
      const more = page.locator('.plus[aria-pressed=false]');
      if (await more.isVisible()) await more.click();
      if (await risky.isVisible()) break;
      await decide(page);
    }
    await expect(risky).toContainText(/(Roll|Keep) anyway: .*\d+% to (crash|sink)|Crash: /);
    await accessible(page);
  });
}

for (const size of ['desk', 'phone'] as const) {
  test(`a single direction is taken after a moment, which can be cancelled, ${size}`, async ({ page }) => {
    await prepared(page, size, { auto: true });
    await raceNow(page);
    const table = page.getByTestId('table');
    const ring = page.getByTestId('ring');
    const open = page.locator('[data-testid^=steer-][data-open=true]');
    /** Takes ever more dice, until the shore leaves one direction. */
    const alone = async (): Promise<void> => {
      for (let i = 0; i < 80; i += 1) {
        await go(page).waitFor();
        if ((await title(page).textContent()) === 'Choose a direction' && (await open.count()) === 1) return;
        const more = page.locator('.plus[aria-pressed=false]');
        if (await more.isVisible()) await more.click();
        await decide(page);
      }
      throw new Error('there were always several directions');
    };
    // On a busy machine the boat may be gone before the button is pressed.
    await expect(async () => {
      await alone();
      await page.getByTestId('stay').click({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expect(ring).toHaveCount(0);
    const shown = (await table.getAttribute('data-shown')) ?? '';
    await page.waitForTimeout(1800);
    await expect(table).toHaveAttribute('data-shown', shown);
    await decide(page);
    await alone();
    const waits = (await table.getAttribute('data-shown')) ?? '';
    // Nothing is pressed, and it goes.
    await expect(table).not.toHaveAttribute('data-shown', waits);
  });
}

test('the hint says why, draws its way on the lake, and stays open through the turn', async ({ page }) => {
  await prepared(page, 'phone');
  await raceNow(page);
  await page.getByTestId('hint').click();
  const hint = page.locator('.hint');
  await expect(hint).toContainText('The Captain would start on');
  // The hint names a space, so the spaces on the lake show their names.
  const [, named = ''] = /start on (\w+)/.exec(await hint.innerText()) ?? [];
  const space = page.locator(`[data-pick="place:${named}"] text`);
  await expect(space).toHaveText(named);
  await expect(hint.locator('li small').first()).not.toBeEmpty();
  await expect(page.getByTestId('route')).toBeAttached();
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('route')).not.toBeAttached();
  await expect(space).toHaveCount(0);
  await decide(page);
  await expect(title(page)).toHaveText('Your turn: choose your dice');
  await page.getByTestId('hint').click();
  await hint.locator('li').first().waitFor();
  await go(page).click();
  await expect(title(page)).toHaveText('Choose a direction');
  await expect(hint.locator('li').first()).toContainText(/The Captain would (turn|go)/);
  await expect(hint.locator('li small').first()).not.toBeEmpty();
  await steer(page);
  await go(page).click();
  await expect(title(page)).toHaveText('Your turn: choose your dice');
  await expect(hint).toHaveCount(0);
});

for (const size of ['desk', 'phone'] as const) {
  test(`tips of the first race: one at a time, gone when understood, sound offered once, ${size}`, async ({
    page,
  }) => {
    await prepared(page, size, { coach: true });
    await page.goto('/');
    await page.getByTestId('race-now').click();
    const tip = (name: string) => page.getByTestId(`tip-${name}`);
    await tip('place').waitFor({ timeout: 30_000 });
    await expect(page.locator('[data-testid^=tip-]')).toHaveCount(1);
    await accessible(page);
    await go(page).click();
    await tip('roll').waitFor();
    await expect(tip('place')).toHaveCount(0);
    await go(page).click();
    await tip('steer').or(tip('only')).waitFor();
    await steer(page);
    await go(page).click();
    await tip('sound').waitFor();
    await page.getByTestId('sound-off').click();
    await expect(tip('sound')).toHaveCount(0);
    await expect(page.locator('[data-testid^=tip-]')).toHaveCount(1);
    await page.reload();
    await expect(go(page)).toBeVisible();
    for (const name of ['place', 'roll', 'sound']) await expect(tip(name)).toHaveCount(0);
  });
}
