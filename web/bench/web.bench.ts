// Benchmarks of the web app in Chromium against the real server. A figure beyond its limit is marked SHORT.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { expect, raceNow, sameLuck, settle, test } from '../e2e/help';

/** Prints a figure and, if there is a limit, whether it is met. */
function say(name: string, value: number, unit: string, bar?: number): void {
  const digits = unit === 's' ? 2 : 0;
  const kept = bar === undefined ? '' : ` (bar: < ${bar} ${unit}) ${value < bar ? 'ok' : 'SHORT'}`;
  console.log(`bench web-${name}: ${value.toFixed(digits)} ${unit}${kept}`);
}
const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const slowed = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
};

/** Records every task that blocks the page for more than 50 ms. */
const watchTasks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => long.push(duration)),
    ).observe({ type: 'longtask', buffered: true });
  });
const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { long: number[] }).long);
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { long: number[] }).long.length = 0;
  });

test('first load', async ({ page }) => {
  // The bytes fetched over the network to play the first turn. The service worker caches the rest later.
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await raceNow(page);
  await page.getByTestId('chart').waitFor();
  await page.waitForLoadState('networkidle');
  say('first-load', bytes / 1024, 'KiB', 600);
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const all = files.map((file) => gzipSync(readFileSync(join(file.parentPath, file.name))).length);
  const sum = all.reduce((before, size) => before + size, 0);
  // Every page in every language, as cached for playing offline.
  say('everything', sum / 1024, 'KiB', 600);
});

test('interactive', async ({ browser, server }) => {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const context = await browser.newContext({ baseURL: server.address, locale: 'en-GB' });
    const page = await context.newPage();
    await watchTasks(page);
    await page.addInitScript(() => {
      // The button is visible, and the page is idle enough to react to a tap.
      const look = new MutationObserver(() => {
        if (!document.querySelector('[data-testid=race-now]')) return;
        look.disconnect();
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { ready: performance.now() })));
      });
      look.observe(document, { childList: true, subtree: true });
    });
    await slowed(page);
    await page.goto('/');
    await page.waitForFunction(() => 'ready' in window);
    times.push(await page.evaluate(() => (window as unknown as { ready: number }).ready / 1000));
    await context.close();
  }
  say('interactive', median(times), 's', 2);
});

test('a die', async ({ page }) => {
  await settle(page, { language: 'en', speed: 'instant' });
  await sameLuck(page);
  await raceNow(page);
  await page.keyboard.press('ArrowDown');
  await page.getByTestId('go').click();
  await expect(page.getByTestId('quay-title')).toHaveText('Your turn: choose your dice');
  const measure = (): Promise<number[]> =>
    page.evaluate(async () => {
      const times: number[] = [];
      for (let i = 0; i < 21; i += 1) {
        const from = performance.now();
        document.querySelector<HTMLElement>('.die.plus')?.click();
        // Wait for the frame that shows it.
        await new Promise<void>((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        times.push(performance.now() - from);
      }
      return times;
    });
  say('die', median(await measure()), 'ms', 50);
  await slowed(page);
  say('die-slowed', median(await measure()), 'ms');
});

test('animation', async ({ page }) => {
  await settle(page, { language: 'en', motion: 'full', speed: 'brisk' });
  await sameLuck(page);
  await watchTasks(page);
  await raceNow(page);
  await page.getByTestId('chart').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByTestId('go').click();
  await forget(page);
  const title = page.getByTestId('quay-title');
  for (let turn = 0; turn < 4; turn += 1) {
    await expect(title).toHaveText('Your turn: choose your dice', { timeout: 60_000 });
    await page.getByTestId('go').click();
    await expect(title).toHaveText('Choose a direction', { timeout: 60_000 });
    await page.getByTestId('go').click();
  }
  await expect(title).toHaveText('Your turn: choose your dice', { timeout: 60_000 });
  const long = await longTasks(page);
  say('animation-long-tasks', long.length, 'tasks', 1);
  if (long.length > 0) say('animation-longest-task', Math.max(...long), 'ms');
});

test('solver', async ({ page }) => {
  await settle(page, { language: 'en', speed: 'instant' });
  await watchTasks(page);
  await raceNow(page);
  // The built worker, used as the page uses it, on courses it has never seen.
  const script = readdirSync('dist/assets').find((name) => /^brain-worker.*\.js$/.test(name)) ?? '';
  const stories: unknown[][] = [];
  for (let i = 0; i < 5; i += 1) {
    await page.goto('/');
    await page.getByTestId('race-now').click();
    await page.getByTestId('go').waitFor();
    stories.push(
      await page.evaluate(async () => {
        const open = indexedDB.open('powerboats', 1);
        await new Promise((done) => (open.onsuccess = done));
        const all = open.result.transaction('games').objectStore('games').getAll();
        await new Promise((done) => (all.onsuccess = done));
        const games = all.result as { story: unknown[]; created: number }[];
        return games.sort((a, b) => b.created - a.created)[0]?.story ?? [];
      }),
    );
  }
  await page.goto('/about');
  const times = await page.evaluate(
    async ([address, told]) => {
      const worker = new Worker(`/assets/${address}`, { type: 'module' });
      const ask = (question: object): Promise<number> => {
        const from = performance.now();
        return new Promise((answered) => {
          worker.onmessage = () => answered(performance.now() - from);
          worker.postMessage({ number: 1, question });
        });
      };
      // The first question also waits for the rules to load.
      await ask({ ask: 'analyze', record: '' });
      const times: number[] = [];
      for (const [i, news] of told.entries())
        times.push(await ask({ ask: 'study', id: `${i}`, from: 0, news }));
      worker.terminate();
      return times;
    },
    [script, stories] as const,
  );
  say('solver', median(times), 'ms', 500);
  say('solver-slowest', Math.max(...times), 'ms');
});
