// Players in browsers of their own, and what they do before and during an online regatta.
import { expect, type Browser, type Page } from '@playwright/test';
import { decide, settle } from './help';

export interface Wish {
  theme?: string;
  width?: number;
  height?: number;
  /** Settings other than the usual ones. */
  settings?: Record<string, unknown>;
}
/** A new player in a browser of their own. */
export async function visitor(
  browser: Browser,
  address: string,
  { theme = 'light', width = 1440, height = 900, settings = {} }: Wish = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-GB',
    viewport: { width, height },
  });
  const page = await context.newPage();
  await settle(page, { language: 'en', speed: 'instant', motion: 'none', theme, ...settings });
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  return page;
}
export const PHONE = { theme: 'dark', width: 390, height: 844 };

export async function name(page: Page, called: string): Promise<void> {
  await page.getByTestId('guest-name').fill(called);
  await page.getByTestId('guest-go').click();
}

/** Registers through the API, with the cookie of the browser. Returns the login. */
export async function registered(page: Page, called: string): Promise<string> {
  await page.goto('/lobby');
  const login = `${called}_${Math.random().toString(36).slice(2, 8)}`;
  expect((await page.request.post('/api/me', { data: { name: called } })).status()).toBe(201);
  const data = { login, password: 'correct horse' };
  expect((await page.request.post('/api/me/register', { data })).status()).toBe(200);
  await page.evaluate(() => localStorage.setItem('powerboats.came', 'yes'));
  return login;
}

export interface Regatta {
  /** The number of boats. */
  seats?: number;
  /** The rank of computer players in all other seats. */
  pilots?: string;
  /** The ranks of computer players by colour; people in the other seats. */
  ranks?: Record<string, string>;
  clock?: string;
  /** Seconds a turn and minutes of reserve, for a clock of one's own. */
  own?: [string, string];
  visibility?: string;
  title?: string;
  races?: string;
}
/** The colours in the order in which they are offered, without the host's. */
const OTHERS = ['white', 'yellow', 'black', 'orange', 'purple'];

/** Taps a boat's card until it shows who shall have it. */
export async function card(page: Page, color: string, who: 'person' | 'pilot' | 'nobody'): Promise<void> {
  const tapped = page.getByTestId(`card-${color}`);
  for (let taps = 0; (await tapped.getAttribute('data-who')) !== who; taps += 1) {
    expect(taps).toBeLessThan(3);
    await tapped.click();
  }
}
async function chooses(page: Page, { seats = 2, pilots, ranks = {} }: Regatta): Promise<void> {
  for (const [i, color] of OTHERS.entries()) {
    const rank = ranks[color] ?? pilots;
    const used = i + 1 < seats;
    await card(page, color, used ? (rank ? 'pilot' : 'person') : 'nobody');
    if (used && rank) await page.getByTestId(`rank-${color}`).selectOption(rank);
  }
}
/** Opens a regatta of one race and returns its address. */
export async function opens(page: Page, called: string, wish: Regatta = {}): Promise<string> {
  await page.goto('/lobby');
  await chooses(page, wish);
  await page.getByTestId('clock').selectOption(wish.own ? 'live' : (wish.clock ?? 'none'));
  if (wish.own) {
    await page.getByTestId('own-turn').fill(wish.own[0]);
    await page.getByTestId('own-bank').fill(wish.own[1]);
  }
  if (wish.title) await page.getByTestId('title').fill(wish.title);
  if (wish.visibility) await page.getByTestId('visibility').selectOption(wish.visibility);
  await page.getByText('More choices').click();
  await page.getByTestId('races').selectOption(wish.races ?? '1');
  await page.getByTestId('create').click();
  if (await page.getByTestId('guest-name').isVisible()) await name(page, called);
  await page.getByTestId('ready').waitFor();
  return page.url();
}
/** Shows planning, chat and the ways out: beside the lake, or on a phone in the menu. */
export async function tools(page: Page): Promise<void> {
  await page.getByTestId('table').waitFor();
  if (!(await page.getByTestId('ways-out').isVisible())) await page.getByTestId('menu').click();
}
/** Leaves a running regatta, stops it or resigns. */
export async function out(page: Page, way: 'pause' | 'leave' | 'end' | 'abandon' | 'resign'): Promise<void> {
  await tools(page);
  const button = page.getByTestId(way);
  if (!(await button.isVisible())) await page.getByTestId('ways-out').locator('summary').click();
  await button.click();
  await page.getByTestId(`${way}-sure`).click();
}
/** Bo takes the white seat of a regatta. */
export async function joins(bo: Page, address: string): Promise<void> {
  await bo.goto(address);
  await bo.getByTestId('join-white').click();
  await name(bo, 'Bo');
}
export async function begins(ada: Page, bo: Page, address: string): Promise<void> {
  await bo.goto(address);
  await bo.getByTestId('join-white').click();
  const asked = bo.getByTestId('guest-name');
  const seated = bo.getByTestId('seat-white').filter({ hasText: /Bo(?!sun)/ });
  await asked.or(seated).first().waitFor();
  // Who has a name already is not asked again.
  if (await asked.isVisible()) await name(bo, 'Bo');
  await expect(seated).toBeVisible();
  await expect(ada.getByTestId('seat-white')).toContainText(/Bo(?!sun)/);
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
/** The log of a running regatta. */
export async function log(page: Page): Promise<ReturnType<Page['locator']>> {
  const lines = page.locator('ol.log');
  if (!(await page.getByText('What happened').first().isVisible())) await page.getByTestId('menu').click();
  if (!(await lines.isVisible())) await page.locator('summary', { hasText: 'What happened' }).click();
  return lines;
}
