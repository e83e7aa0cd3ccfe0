// Phrases, protection, blocks and reports, in the browser against the real server.
import type { Browser, Page } from '@playwright/test';
import { accessible, expect, fits, test } from './help';
import { begins, name, opens, PHONE, tools, visitor as someone, type Wish } from './people';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.begin();
});
test.afterAll(() => server.end());

const visitor = (browser: Browser, wish: Wish = {}): Promise<Page> => someone(browser, server.address, wish);

test('a phrase is read in each language, and a player can be reported and blocked', async ({ browser }) => {
  const [ada, bo] = [await visitor(browser), await visitor(browser, PHONE)];
  const address = await opens(ada, 'Ada');
  await begins(ada, bo, address);
  await tools(ada);
  await ada.getByTestId('chat').locator('summary').first().click();
  await expect(ada.getByTestId('chat-text')).toHaveCount(0);
  await ada.getByTestId('phrase-good-luck').click();
  await expect(ada.getByTestId('chat-log')).toContainText('Good luck!');
  await accessible(ada);
  await fits(ada);
  await tools(bo);
  await bo.getByTestId('chat').locator('summary').first().click();
  await expect(bo.getByTestId('chat-log')).toContainText('Good luck!');
  await bo.getByTestId('people').locator('summary').first().click();
  await bo.getByTestId('people').getByTestId('report').click();
  await bo.getByTestId('report-text').first().fill('Too fast.');
  await accessible(bo);
  await bo.locator('dialog[open]').getByTestId('treat').last().click();
  await expect(bo.getByTestId('live')).toContainText('The moderators will look at it');
});

test('a child protects the account with a PIN', async ({ browser }) => {
  const child = await visitor(browser);
  await child.goto('/me');
  await name(child, 'Xaverina');
  await expect(child.getByTestId('manners')).toBeVisible();
  await child.getByTestId('manners').locator('summary').click();
  await child.getByTestId('pin').fill('2468');
  await accessible(child);
  await child.getByTestId('protect').click();
  await expect(child.getByTestId('protected')).toContainText('Others see you as');
  await fits(child);
  await child.getByTestId('pin').fill('1111');
  await child.getByTestId('protect').click();
  await expect(child.getByRole('alert')).toContainText('The PIN is wrong.');
  await child.getByTestId('pin').fill('2468');
  await child.getByTestId('protect').click();
  await expect(child.getByTestId('free-chat')).toBeVisible();
});
