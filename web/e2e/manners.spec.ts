// Phrases, protection, blocks and reports, in the browser against the real server.
import type { Browser, Page } from '@playwright/test';
import { accessible, expect, fits, test } from './help';
import { begins, name, opens, PHONE, registered, tools, visitor as someone, type Wish } from './people';
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

  const mona = await visitor(browser, PHONE);
  server.admin('role', await registered(mona, 'Mona'), 'moderator', '--reason', 'for a test');
  await mona.goto('/moderation');
  const report = mona.getByTestId('reports').locator('article').first();
  await expect(report).toContainText('Too fast.');
  await report.getByTestId('mod-log').click();
  await expect(mona.getByTestId('report-log')).toContainText('Ada: Good luck!');
  await report.getByTestId('mod-act').click();
  await report.getByTestId('mod-reason').fill('Let others think.');
  await accessible(mona);
  await fits(mona);
  await mona.screenshot({ path: 'screens/moderation-phone-dark.png', fullPage: true });
  await report.getByTestId('mod-go').click();
  await expect(mona.getByTestId('reports').locator('article')).toHaveCount(0);
  await expect(mona.getByTestId('audit')).toContainText('Mona: Warn · Ada – Let others think.');
  await ada.reload();
  await expect(ada.getByTestId('warned')).toContainText('Let others think.');
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
