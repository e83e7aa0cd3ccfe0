// The example page of the npm package, as it is packed, from a plain file server.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = resolve('packages/powerboats');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

let server: Server;
test.beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const file = ROOT + new URL(url, 'http://localhost').pathname;
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
test.afterAll(() => new Promise((done) => server.close(done)));

test('the example page plays a race with the lite package', async ({ page }) => {
  expect(existsSync(`${ROOT}/dist/lite/lite.js`), 'run make npm-pack first').toBe(true);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/examples/index.html?seed=12`);
  const state = page.getByRole('status');
  await expect(state).toHaveText('Turn 1, damage 0, dice none: place');
  await expect(page.locator('#chart svg .buoy-1')).toHaveCount(1);
  await page
    .getByRole('button', { name: /^start at/ })
    .first()
    .click();
  await expect(state).toHaveText('Turn 1, damage 0, dice none: dice');
  await page.getByRole('button', { name: 'hold none, roll 1' }).click();
  await expect(state).toHaveText(/^Turn 1, damage 0, dice [123]: steer$/);
  await page
    .getByRole('button', { name: /^steer/ })
    .first()
    .click();
  await expect(state).toHaveText(/^Turn 2, damage \d, dice [123]: dice$/);
  await expect(page.locator('#chart svg .boat-red')).toHaveCount(1);
  expect(faults).toEqual([]);
});
