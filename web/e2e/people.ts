// Players in browsers of their own, and what they do before and during an online regatta.
import { expect, type Browser, type Page } from '@playwright/test';
import { decide } from './help';

export interface Wish {
  theme?: string;
  width?: number;
  height?: number;
}
/** A new player in a browser of their own. */
export async function visitor(
  browser: Browser,
  address: string,
  { theme = 'light', width = 1440, height = 900 }: Wish = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-GB',
    viewport: { width, height },
  });
  await context.addInitScript((look) => {
    const kept = { language: 'en', speed: 'instant', theme: look };
    if (!localStorage.getItem('powerboats.settings'))
      localStorage.setItem('powerboats.settings', JSON.stringify(kept));
  }, theme);
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  return page;
}
export const PHONE = { theme: 'dark', width: 390, height: 844 };

export async function name(page: Page, called: string): Promise<void> {
  await page.getByTestId('guest-name').fill(called);
  await page.getByTestId('guest-go').click();
}

export interface Regatta {
  seats?: string;
  pilots?: string;
  clock?: string;
  visibility?: string;
}
/** Opens a regatta of one race and returns its address. */
export async function opens(page: Page, called: string, wish: Regatta = {}): Promise<string> {
  await page.goto('/lobby');
  await page.getByTestId('seats').selectOption(wish.seats ?? '2');
  await page.getByTestId('clock').selectOption(wish.clock ?? 'none');
  if (wish.pilots) await page.getByTestId('pilots').selectOption(wish.pilots);
  if (wish.visibility) await page.getByTestId('visibility').selectOption(wish.visibility);
  await page.getByText('More choices').click();
  await page.getByTestId('races').selectOption('1');
  await page.getByTestId('color').selectOption('red');
  await page.getByTestId('create').click();
  if (await page.getByTestId('guest-name').isVisible()) await name(page, called);
  await page.getByTestId('ready').waitFor();
  return page.url();
}
export async function begins(ada: Page, bo: Page, address: string): Promise<void> {
  await bo.goto(address);
  await bo.getByTestId('join-white').click();
  await name(bo, 'Bo');
  await expect(bo.getByTestId('seat-white')).toContainText('Bo');
  await expect(ada.getByTestId('seat-white')).toContainText('Bo');
  await ada.getByTestId('ready').click();
  await bo.getByTestId('ready').click();
  for (const page of [ada, bo]) await expect(page.getByTestId('quay-title')).toBeVisible({ timeout: 20_000 });
}
/** Which of these players must decide now. */
export const mover = (...pages: Page[]): Promise<Page> =>
  Promise.any(
    pages.map(async (page) => {
      await page.getByTestId('go').waitFor({ timeout: 30_000 });
      return page;
    }),
  );
/** The player whose turn it is makes the first possible decision, a number of times. */
export async function sail(pages: Page[], decisions: number): Promise<void> {
  for (let made = 0; made < decisions; made += 1) await decide(await mover(...pages));
}
