// The lessons and the rules, in a browser.
import { accessible, expect, fast, settle, test } from './help';
import type { Page } from '@playwright/test';

const LESSONS = 12;

async function lesson(page: Page, number: number): Promise<void> {
  await expect(page.getByTestId('lesson')).toHaveText(`Lesson ${number} of ${LESSONS}`);
}
const said = (page: Page) => page.getByTestId('said');
const die = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('the lessons by mouse, to the end', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/learn');
  const next = page.getByTestId('next');
  const go = page.getByTestId('go');
  const way = (to: string) => page.getByTestId(`steer-${to}`);
  /** Chooses a direction and goes, as in a race. */
  const steer = async (to: string): Promise<void> => {
    await way(to).click();
    await go.click();
  };

  await lesson(page, 1);
  await go.click();
  await expect(said(page)).toContainText('can only turn');
  await page.getByTestId('again').click();
  await page.getByRole('button', { name: 'Add a die' }).click();
  await go.click();
  await expect(said(page)).toContainText('You rolled 2');
  // On the lake itself.
  await page.locator('[data-pick="steer:left"]').click();
  await go.click();
  await next.click();

  await lesson(page, 2);
  await die(page, /Die 2 shows 2/).click();
  await page.getByRole('button', { name: 'Add a die' }).click();
  await go.click();
  await way('left').click();
  await expect(said(page)).toContainText('To the left you hit land at once. So you must turn right.');
  await way('straight').click();
  await expect(said(page)).toContainText('after 3');
  await steer('right');
  await next.click();

  await lesson(page, 3);
  await go.click();
  await steer('straight');
  await expect(said(page)).toContainText('Crash! Your speed was 6');
  await page.getByTestId('again').click();
  await die(page, /Die 1 shows 3/).click();
  await die(page, /Die 1 shows 3/).click();
  await go.click();
  await steer('straight');
  await next.click();

  await lesson(page, 4);
  await way('left').click();
  await expect(said(page)).toContainText('So you must turn right.');
  await steer('right');
  await expect(said(page)).toContainText('2 damage counters');
  await next.click();

  await lesson(page, 5);
  await die(page, /Die 1 shows 2/).click();
  await die(page, /Die 1 shows 2/).click();
  await go.click();
  await steer('straight');
  await next.click();

  await lesson(page, 6);
  await die(page, /Die 1 shows 2/).click();
  await die(page, /Die 2 shows 1/).click();
  await go.click();
  await steer('straight');
  await next.click();

  await lesson(page, 7);
  await go.click();
  await steer('straight');
  await expect(said(page)).toContainText('after 3 spaces, behind White');
  await next.click();

  await lesson(page, 8);
  await page.locator('[data-pick="place:h5"]').click();
  // As in a race, a drag turns the boat, and a tap on it confirms.
  const boat = page.locator('.handles [data-turn] circle');
  const box = await boat.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 52, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator('.handles .on')).toHaveAttribute('data-pick', 'heading:NE');
  await expect(go).toBeEnabled();
  await page.mouse.click(x, y);
  await page.getByRole('button', { name: 'Add a die' }).click();
  await go.click();
  await steer('straight');
  await expect(said(page)).toContainText('You are off!');
  await next.click();

  await lesson(page, 9);
  await steer('right');
  await expect(said(page)).toContainText('not rounded');
  await page.getByTestId('again').click();
  await steer('straight');
  await next.click();

  await lesson(page, 10);
  // After leaving and coming back, the lesson is the same.
  await page.goto('/');
  await page.goto('/learn');
  await lesson(page, 10);
  await steer('right');
  await expect(said(page)).toContainText('rounded again');
  await page.getByTestId('again').click();
  await steer('left');
  await next.click();

  await lesson(page, 11);
  await go.click();
  await steer('straight');
  await page.getByTestId('answer-1').click();
  await expect(said(page)).toContainText('race B counts double');
  await page.getByTestId('answer-2').click();
  await next.click();

  await lesson(page, 12);
  await page.getByTestId('answer-3').click();
  await expect(said(page)).toContainText('One counter stays');
  await page.getByTestId('answer-2').click();
  await next.click();
  await expect(page.getByRole('heading', { name: 'You know the whole game!' })).toBeFocused();
  await accessible(page);
  // One tap leads to the first race.
  await page.getByTestId('learnt-race').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
});

test('the lessons by keys alone, to the end', async ({ page }) => {
  await settle(page, fast);
  await page.goto('/learn');
  const keys = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  /** Presses Enter once the guard against double taps lets it through. */
  const enter = async (): Promise<void> => {
    await expect(page.getByTestId('go')).toBeEnabled();
    await keys('Enter');
  };
  /** Chooses a direction by an arrow key and goes. */
  const go = async (to: string, arrow: string): Promise<void> => {
    await keys(arrow);
    await expect(page.getByTestId(`steer-${to}`)).toHaveAttribute('aria-pressed', 'true');
    await enter();
  };
  /** Marks dice and rolls them, until a direction must be chosen. */
  const roll = async (...marks: string[]): Promise<void> => {
    await keys(...marks);
    await enter();
    await expect(page.getByTestId('steer-straight')).toBeVisible();
  };
  /** Continues from a finished lesson, whose button has the focus. */
  const on = async (): Promise<void> => {
    await expect(page.getByTestId('next')).toBeFocused();
    await keys('Enter');
  };
  const answer = async (number: number): Promise<void> => {
    const button = page.getByTestId(`answer-${number}`);
    for (let i = 0; i < 60 && !(await button.evaluate((node) => node === document.activeElement)); i += 1)
      await keys('Tab');
    await keys('Enter');
  };
  // Arrow keys point where the boat goes on the screen.
  await lesson(page, 1);
  await roll('+');
  await go('left', 'ArrowUp');
  await on();
  await lesson(page, 2);
  await roll('2', '+');
  await keys('ArrowUp');
  await expect(said(page)).toContainText('So you must turn right.');
  await expect(page.getByTestId('live')).toContainText('So you must turn right.');
  await go('right', 'ArrowRight');
  await on();
  await lesson(page, 3);
  await roll('1', '1');
  await go('straight', 'ArrowRight');
  await on();
  await lesson(page, 4);
  await go('right', 'ArrowDown');
  await on();
  await lesson(page, 5);
  await roll('1', '1');
  await go('straight', 'ArrowRight');
  await on();
  await lesson(page, 6);
  await roll('1', '2');
  await go('straight', 'ArrowRight');
  await on();
  await lesson(page, 7);
  await roll();
  await go('straight', 'ArrowRight');
  await on();
  await lesson(page, 8);
  await keys('ArrowDown', 'ArrowLeft');
  await enter();
  await expect(page.getByRole('button', { name: 'Add a die' })).toBeVisible();
  await roll('+');
  await go('straight', 'ArrowUp');
  await on();
  await lesson(page, 9);
  await go('right', 'ArrowDown');
  await expect(page.getByTestId('again')).toBeFocused();
  await keys('Enter');
  await expect(page.getByTestId('again')).toHaveCount(0);
  await go('straight', 'ArrowRight');
  await on();
  await lesson(page, 10);
  await go('left', 'ArrowRight');
  await on();
  await lesson(page, 11);
  await roll();
  await go('straight', 'ArrowUp');
  await expect(page.getByTestId('answer-2')).toBeVisible();
  await answer(2);
  await on();
  await lesson(page, 12);
  await answer(2);
  await on();
  await expect(page.getByRole('heading', { name: 'You know the whole game!' })).toBeFocused();
});

const TITLES = { en: 'The rules', de: 'Die Regeln', fr: 'Les règles', 'zh-Hant': '規則' };
for (const [language, title] of Object.entries(TITLES)) {
  test(`the rules in ${language}, with examples that can be stepped through`, async ({ page }) => {
    await settle(page, { ...fast, language });
    await page.goto('/rules');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('main section')).toHaveCount(12);
    await expect(page.locator('main')).not.toContainText(/\{|undefined/);
    const crash = page.getByTestId('diagram-crash');
    const before = await crash.locator('figcaption p[aria-live]').innerText();
    await crash.getByTestId('on').click();
    await crash.getByTestId('on').click();
    await expect(crash.getByTestId('on')).toBeDisabled();
    expect(await crash.locator('figcaption p[aria-live]').innerText()).not.toBe(before);
    await expect(page.getByTestId('points').locator('td').first()).toHaveText('4');
  });
}

for (const theme of ['light', 'dark']) {
  test(`lessons and rules in ${theme} have no fault that axe finds`, async ({ page }) => {
    await settle(page, { ...fast, theme });
    await page.goto('/learn');
    await lesson(page, 1);
    await accessible(page);
    await page.getByTestId('go').click();
    await accessible(page);
    await page.goto('/rules');
    await page.getByTestId('points').waitFor();
    await accessible(page);
  });
}

test('on a phone the task can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await settle(page, fast);
  await page.goto('/learn');
  await expect(page.getByTestId('go')).toBeInViewport();
});
