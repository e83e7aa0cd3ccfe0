// What the tests share: a server, settings for speed, fixed luck, a player who takes the first way on, a look for faults.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { Server } from './server';

/** Pages open on the worker's own server; one that throws or logs an error fails its test. */
export const test = base.extend<{ page: Page; expected: RegExp | undefined }, { server: Server }>({
  /** An error that belongs to the test. */
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

/** Nothing moves, nobody waits: a user can set that too. */
export const fast = { speed: 'instant', language: 'en' };

/** Settings as the page keeps them, before it is opened. */
export async function settle(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('powerboats.settings'))
      localStorage.setItem('powerboats.settings', JSON.stringify(kept));
  }, settings);
}

/** The same secrets every time, so the same lake, dice and pilots: what a test sees today it sees tomorrow. */
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

/** Begins the regatta of the first page: a person and three pilots. */
export async function raceNow(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByTestId('race-now').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Place your boat');
}

/** What a person can press to go on. */
const ways = '[data-testid=next-race], [data-testid=go]';

/** One decision: whatever is offered first, or the best there is. Ends when the regatta has gone on. */
export async function decide(page: Page, advised = false): Promise<void> {
  const table = page.getByTestId('table');
  const go = page.getByTestId('go');
  const before = (await table.getAttribute('data-shown')) ?? '';
  if (await go.isVisible()) {
    // Somebody who takes no advice may never come home.
    if (advised) {
      if (!(await page.locator('.hint').isVisible())) await page.keyboard.press('h');
      await page.locator('.hint li button').first().click();
    } else if (await page.getByTestId('place').isVisible())
      await page.getByTestId('place').selectOption({ index: 1 });
  }
  await page.locator(ways).first().click();
  await expect(table).not.toHaveAttribute('data-shown', before);
}

/** Decides until `end` is to be seen: how many decisions it took. */
export async function play(page: Page, end: Locator, advised = false, most = 400): Promise<number> {
  for (let i = 0; i < most; i += 1) {
    const hurry = page.locator('[data-testid=hurry]:enabled');
    await end.or(page.locator(ways)).or(hurry).first().waitFor({ timeout: 60_000 });
    if (await end.isVisible()) return i;
    // Nobody here sails any more: the rest may be over before it is hurried on.
    if (await hurry.isVisible()) await hurry.click({ timeout: 1000 }).catch(() => undefined);
    else await decide(page, advised);
  }
  throw new Error(`not there after ${most} decisions`);
}

/** No fault that axe can find. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** Nothing sticks out to the side. */
export async function fits(page: Page, what = page.url()): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, what).toBeLessThanOrEqual(0);
}
