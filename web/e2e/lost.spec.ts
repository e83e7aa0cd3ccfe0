// Lost connections are noticed quickly, and no decision is used for a turn it was not made for.
import { accessible, decide, expect, fast, settle, test } from './help';
import { begins, mover, opens, sail, visitor } from './people';
import { Proxy } from './proxy';

test('a decision made offline is not used for a later turn', async ({ browser, server }) => {
  const proxy = await Proxy.begin(server.port);
  const ada = await visitor(browser, proxy.address);
  const bo = await visitor(browser, server.address);
  const address = await opens(ada, 'Ada');
  await begins(ada, bo, address.replace(proxy.address, server.address));
  // Both boats are placed, and one of them has moved.
  await sail([ada, bo], 4);
  while ((await mover(ada, bo)) !== ada) await decide(bo);
  await expect(ada.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');

  // The same Ada on another device, with a connection.
  const elsewhere = await ada.context().newPage();
  await settle(elsewhere, fast); // another address, so other settings
  await elsewhere.goto(address.replace(proxy.address, server.address));
  await elsewhere.getByTestId('go').waitFor();

  proxy.stall();
  proxy.cut();
  await expect(ada.getByTestId('lost')).toBeVisible();
  await ada.getByRole('button', { name: 'Add a die' }).click();
  await ada.getByTestId('go').click();
  // Meanwhile the turn is played, and the next one begins.
  const table = elsewhere.getByTestId('table');
  await decide(elsewhere);
  await decide(elsewhere);
  while ((await mover(elsewhere, bo)) !== elsewhere) await decide(bo);
  await expect(elsewhere.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
  const shown = (await table.getAttribute('data-shown')) ?? '';

  proxy.cut();
  proxy.resume();
  await expect(ada.getByTestId('lost')).toHaveCount(0, { timeout: 30_000 });
  await expect(ada.getByTestId('missed')).toHaveText(
    'The regatta moved on while you were offline, so your choice was not used.',
  );
  await expect(ada.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
  await accessible(ada);
  await ada.waitForTimeout(1500);
  expect(await table.getAttribute('data-shown')).toBe(shown);

  // The decision is still open on this device too.
  await decide(ada);
  await expect(ada.getByTestId('missed')).toHaveCount(0);
  await expect(table).not.toHaveAttribute('data-shown', shown);
  await proxy.end();
});

test('a silent drop is noticed within 8 seconds, and a stalled attempt does not hold it up', async ({
  browser,
  server,
}) => {
  const proxy = await Proxy.begin(server.port);
  const ada = await visitor(browser, proxy.address);
  await opens(ada, 'Ada', { pilots: 'skipper' });
  await ada.getByTestId('ready').click();
  await ada.getByTestId('go').waitFor();
  // No warning while pings are answered.
  await ada.waitForTimeout(9000);
  await expect(ada.getByTestId('lost')).toHaveCount(0);

  proxy.stall();
  const from = Date.now();
  await expect(ada.getByTestId('lost')).toBeVisible({ timeout: 8000 });
  console.log(`a silent drop was noticed after ${((Date.now() - from) / 1000).toFixed(1)} s`);
  // The next attempt opens a connection but receives nothing.
  await ada.waitForTimeout(3000);
  proxy.resume();
  await expect(ada.getByTestId('lost')).toHaveCount(0, { timeout: 10_000 });
  await decide(ada);
  await proxy.end();
});
