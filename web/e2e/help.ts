// What the tests share: settings for speed, a player who takes the first way on, and a look for faults.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

/** Every page fails the test if it throws or logs an error. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** Settings as the page keeps them, before it is opened. */
export async function settle(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('powerboats.settings'))
      localStorage.setItem('powerboats.settings', JSON.stringify(kept));
  }, settings);
}

/** Decides whatever is offered, until `until` says so: how many decisions it took. */
export async function play(
  page: Page,
  until: () => Promise<boolean>,
  hints = false,
  most = 600,
): Promise<number> {
  for (let i = 0; i < most; i += 1) {
    if (await until()) return i;
    // Somebody who takes no advice may never come home.
    if (hints && (await page.getByTestId('go').isVisible())) {
      await page.keyboard.press('h');
      const best = page.locator('.hint li button').first();
      await best.click({ timeout: 10_000 }).catch(() => undefined);
    }
    const next = page
      .locator('[data-testid=next-race], [data-testid=go], [data-testid=hurry]:enabled')
      .first();
    await next.click({ timeout: 120_000 }).catch(async (error: unknown) => {
      if (!(await until())) throw error;
    });
    // Wait until something else is offered, or the end.
    await page.waitForTimeout(15);
  }
  return most;
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

export const over = (page: Page) => () => page.getByRole('link', { name: 'Replay and analysis' }).isVisible();
