// Helpers for the tests: a server, fast settings, fixed random numbers, a simple player, and accessibility checks.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { Server } from './server';

/** Each test worker has its own server. A page that throws or logs an error fails its test. */
export const test = base.extend<{ page: Page; expected: RegExp | undefined }, { server: Server }>({
  /** An error that the test expects. */
  expected: [undefined, { option: true }],
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern here
    async ({}, use) => {
      const server = await Server.begin();
      await use(server);
      await server.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page, expected }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected?.test(message.text())) faults.push(message.text());
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** No animation, no waiting, no tips, and no boat that goes by itself. Users can choose these settings too. */
export const fast = { speed: 'instant', motion: 'none', language: 'en', coach: false, auto: false };

/** Waits until the service worker is active: then it has cached the whole app. The test must allow service workers. */
export async function cached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((done) =>
      active?.addEventListener('statechange', () => active.state === 'activated' && done()),
    );
  });
}

/** Stores settings before the page is opened. */
export async function settle(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('powerboats.settings'))
      localStorage.setItem('powerboats.settings', JSON.stringify(kept));
  }, settings);
}

/** Fixes all random numbers, so that every run has the same lake, dice and computer players. */
export async function sameLuck(page: Page, seed = 1): Promise<void> {
  await page.addInitScript((from) => {
    let state = from;
    crypto.getRandomValues = (array) => {
      const bytes = new Uint8Array((array as ArrayBufferView).buffer);
      for (let i = 0; i < bytes.length; i += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        bytes[i] = Math.floor(state / 65_536) % 256;
      }
      return array;
    };
  }, seed);
}

/** Starts the quick race of the first page: a person and three computer players. */
export async function raceNow(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByTestId('race-now').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
}

/** The buttons that continue the game. */
const ways = '[data-testid=next-race], [data-testid=go]';

/** Makes one decision: the first one offered, or the hint. Resolves when the regatta has moved on. */
export async function decide(page: Page, advised = false): Promise<void> {
  const table = page.getByTestId('table');
  const go = page.getByTestId('go');
  const before = (await table.getAttribute('data-shown')) ?? '';
  if (await go.isVisible()) {
    // A player who ignores the hints may never finish.
    if (advised) {
      if (!(await page.locator('.hint').isVisible())) await page.keyboard.press('h');
      await page.locator('.hint li button').first().click();
    } else if (await page.getByTestId('place').isVisible())
      await page.getByTestId('place').selectOption({ index: 1 });
    else if (await page.getByTestId('steer-straight').isVisible()) await steer(page);
  }
  await page.locator(ways).first().click();
  await expect(table).not.toHaveAttribute('data-shown', before);
}

/** Chooses the direction shown to a learner, or else the first open one, as long as none is chosen. */
export async function steer(page: Page): Promise<void> {
  const chosen = page.locator('[data-testid^=steer-][aria-pressed=true]');
  if (await chosen.isVisible()) return;
  const advised = page.locator('[data-testid^=steer-].advised');
  const open = page.locator('[data-testid^=steer-][data-open=true]').first();
  await ((await advised.isVisible()) ? advised : open).click();
}

/** Decides until `end` is visible. Returns the number of decisions. */
export async function play(page: Page, end: Locator, advised = false, most = 400): Promise<number> {
  for (let i = 0; i < most; i += 1) {
    const hurry = page.locator('[data-testid=hurry]:enabled');
    await end.or(page.locator(ways)).or(hurry).first().waitFor({ timeout: 60_000 });
    if (await end.isVisible()) return i;
    // No person is racing any more. The race may end before the button is pressed.
    if (await hurry.isVisible()) await hurry.click({ timeout: 1000 }).catch(() => undefined);
    else if (await page.locator(ways).first().isVisible()) await decide(page, advised);
  }
  throw new Error(`not there after ${most} decisions`);
}

/** Expects that axe finds no accessibility fault. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** Expects that nothing overflows to the side. */
export async function fits(page: Page, what = page.url()): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, what).toBeLessThanOrEqual(0);
}
