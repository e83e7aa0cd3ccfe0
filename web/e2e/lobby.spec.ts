// A busy lobby: the first hundred at once, the rest by page, filtered by stage if wanted.
import { accessible, expect, fast, fits, settle, test } from './help';
import { Server } from './server';

test('a hundred at first, older ones by the page, filtered by the server', async ({ page, playwright }) => {
  const server = await Server.begin('--rooms', '0');
  const api = await playwright.request.newContext({ baseURL: server.address });
  await api.post('/api/me', { data: { name: 'Ada' } });
  for (let i = 0; i < 110; i += 1)
    expect((await api.post('/api/regattas', { data: { seats: 2 } })).status()).toBe(201);
  await settle(page, fast);
  await page.goto(`${server.address}/lobby`);
  const cards = page.getByTestId('regatta');
  await expect(cards).toHaveCount(100);
  await accessible(page);
  await page.getByTestId('filter-live').click();
  await expect(cards).toHaveCount(0);
  await page.getByTestId('filter-open').click();
  await expect(page.getByTestId('filter-open')).toHaveText('open (110)');
  await expect(cards).toHaveCount(100);
  await page.screenshot({ path: 'screens/online-9-busy-desk-light.png' });
  await page.getByTestId('older').click();
  await expect(cards).toHaveCount(110);
  await expect(page.getByTestId('older')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await page.screenshot({ path: 'screens/online-9-busy-phone-light.png' });
  await api.dispose();
  await server.end();
});
