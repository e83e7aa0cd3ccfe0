// Two players and a spectator, each at another node of a cluster. `make e2e` runs all browser tests under scripts/cluster,
// which names the nodes in POWERBOATS_CLUSTER_NODES.
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './help';
import { begins, mover, opens, PHONE, sail, visitor } from './people';

const nodes = (): string[] => {
  const nodes = (process.env['POWERBOATS_CLUSTER_NODES'] ?? '').split(',').filter(Boolean);
  expect(nodes.length, 'run this test with `make e2e`, which starts a cluster').toBeGreaterThanOrEqual(3);
  return nodes;
};

const at = (browser: Browser, node: number, wish = {}): Promise<Page> =>
  visitor(browser, nodes()[node] ?? '', wish);

test('two players and a spectator at three nodes see the same race', async ({ browser }) => {
  const [ada, bo, eve] = [await at(browser, 0), await at(browser, 1, PHONE), await at(browser, 2)];
  const address = await opens(ada, 'Ada');
  await bo.goto('/lobby');
  await expect(bo.getByTestId('regatta').filter({ hasText: 'Ada' })).toContainText('1 of 2 seats taken');
  await begins(ada, bo, new URL(address).pathname);
  await sail([ada, bo], 4);

  await eve.goto('/lobby');
  await eve.getByTestId('regatta').filter({ hasText: 'Bo' }).click();
  await expect(eve.getByText('You are watching.')).toBeVisible();
  await ada.getByTestId('chat').locator('summary').first().click();
  await ada.getByTestId('phrase-good-luck').click();
  await expect(bo.getByTestId('live')).toContainText('Ada: Good luck!');
  await expect(eve.getByTestId('chat-log')).not.toContainText('Good luck!');

  await sail([ada, bo], 4);
  await expect(await mover(ada, bo)).toHaveTitle(/^● Your turn/);
  const seen = async (page: Page): Promise<number> => {
    const answer = await page.request.get(`/api/regattas/${new URL(page.url()).pathname.split('/').pop()}`);
    return ((await answer.json()) as { seq: number }).seq;
  };
  await expect.poll(async () => (await seen(eve)) === (await seen(ada))).toBe(true);
});
