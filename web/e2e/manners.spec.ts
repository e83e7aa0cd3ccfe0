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

test('an operator gives a role and bans a range of addresses, with reasons', async ({ browser }) => {
  const [olga, tom] = [await visitor(browser, PHONE), await visitor(browser)];
  server.admin('role', await registered(olga, 'Olga'), 'operator', '--reason', 'for a test');
  const login = await registered(tom, 'Tom');
  await olga.goto('/moderation');
  const found = olga.getByTestId('mod-player').first();
  await olga.getByTestId('mod-find').fill(login);
  await olga.getByTestId('mod-find').press('Enter');
  await expect(found).toContainText('Tom');
  await found.getByTestId('mod-act').click();
  await found.getByTestId('mod-kind').selectOption('role');
  await found.getByTestId('mod-role').selectOption('moderator');
  await found.getByTestId('mod-reason').fill('Knows everybody.');
  await accessible(olga);
  await fits(olga);
  await found.getByTestId('mod-go').click();
  await expect(found).toContainText('Moderator');
  await expect(olga.getByTestId('audit')).toContainText('Give a role · Tom · moderator – Knows everybody.');
  await olga.getByTestId('ban-network').fill('everywhere');
  await olga.getByTestId('ban-reason').fill('Floods the lobby.');
  await olga.getByTestId('ban-go').click();
  await expect(olga.getByRole('alert')).toContainText('no address or range');
  await accessible(olga);
  await olga.getByTestId('ban-network').fill('203.0.113.77/24');
  await olga.getByTestId('ban-hours').fill('2');
  await olga.getByTestId('ban-go').click();
  await expect(olga.getByTestId('audit')).toContainText(
    'Ban addresses · 203.0.113.0/24 2 h – Floods the lobby.',
  );
  await expect(olga.getByRole('alert')).toHaveCount(0);
  await fits(olga);
  await olga.screenshot({ path: 'screens/operator-phone-dark.png', fullPage: true });
  // A moderator has neither.
  await tom.goto('/moderation');
  await expect(tom.getByTestId('audit')).toContainText('Knows everybody.');
  await expect(tom.getByTestId('ban-go')).toHaveCount(0);
  await tom.getByTestId('mod-find').fill('Olga');
  await tom.getByTestId('mod-find').press('Enter');
  await tom.getByTestId('mod-act').first().click();
  await expect(tom.getByTestId('mod-kind').locator('option')).toHaveText([
    'Warn',
    'Mute',
    'Give the name of a boat',
    'Suspend',
  ]);
});

test('on a server for children an organiser opens an event, which is named after a boat', async ({
  browser,
}) => {
  const school = await Server.begin('--protected');
  try {
    const [otto, kim] = [
      await someone(browser, school.address),
      await someone(browser, school.address, PHONE),
    ];
    school.admin('role', await registered(otto, 'Otto'), 'organiser', '--reason', 'for a test');
    await otto.goto('/events');
    await expect(otto.getByTestId('event-boat')).toBeVisible();
    await expect(otto.getByTestId('event-title')).toHaveCount(0);
    await accessible(otto);
    await otto.getByTestId('open-event').click();
    await expect(otto.getByTestId('stage')).toContainText('Check-in is open');
    const title = otto.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^[A-Z][a-z]+ \d{3}$/);
    await registered(kim, 'Kim');
    await kim.goto('/events');
    await kim
      .getByTestId('events')
      .getByText(await title.innerText())
      .click();
    await kim.getByTestId('check-in').click();
    await expect(kim.getByTestId('check-out')).toBeVisible();
    await fits(kim);
    await expect(otto.getByTestId('standings')).toContainText(/\d{3}/);
    await expect(otto.getByRole('main')).not.toContainText('Kim');
  } finally {
    await school.end();
  }
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
