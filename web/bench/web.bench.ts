// Benchmarks of the web app in Chromium against the real server. A figure beyond its limit is marked SHORT.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { expect, raceNow, sameLuck, settle, test } from '../e2e/help';
import { causes, SLOW_DOWN, spans, tasksOf, traced, workPerFrame } from './trace';

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
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  return session;
};

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
  say('everything', sum / 1024, 'KiB', 750);
});

test('interactive', async ({ browser, server }) => {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const context = await browser.newContext({ baseURL: server.address, locale: 'en-GB' });
    const page = await context.newPage();
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

/**
 * Waits in the page until its dock asks `question` and `button` can be pressed; returns the middle of the button. Playwright's own
 * waiting asks the page for styles, layout and frames all the time, and a trace would count that as the page's work.
 */
const asked = (page: Page, question: string, button = '[data-testid=go]'): Promise<[number, number]> =>
  page.evaluate(
    ([title, selector]) =>
      new Promise<[number, number]>((found) => {
        const timer = setInterval(() => {
          const node = document.querySelector(`${selector}:not([aria-disabled=true])`);
          if (!node || document.querySelector('[data-testid=quay-title]')?.textContent !== title) return;
          clearInterval(timer);
          // After a frame the layout is known, and measuring it costs nothing.
          requestAnimationFrame(() =>
            setTimeout(() => {
              const { x, y, width, height } = node.getBoundingClientRect();
              found([x + width / 2, y + height / 2]);
            }),
          );
        }, 100);
      }),
    [question, button] as const,
  );

/**
 * Plays this many turns of a race with the mouse: the dice as they lie, the first open direction without a crash. A boat that
 * takes every crash sinks before the last turn.
 */
async function turns(page: Page, count: number): Promise<void> {
  const [dice, direction] = ['Your turn: choose your dice', 'Choose a direction'];
  for (let turn = 0; turn < count; turn += 1) {
    await page.mouse.click(...(await asked(page, dice)));
    const open = await asked(page, direction, '[data-testid^=steer-][data-open=true]');
    const [chosen, safe] = await page.evaluate(() => [
      Boolean(document.querySelector('[data-testid^=steer-][aria-pressed=true]')),
      Boolean(document.querySelector('[data-testid^=steer-][data-open=true]:not(.crash)')),
    ]);
    const way = safe
      ? await asked(page, direction, '[data-testid^=steer-][data-open=true]:not(.crash)')
      : open;
    // A single direction is chosen already, and a click on it would go.
    if (!chosen) await page.mouse.click(...way);
    await page.mouse.click(...(await asked(page, direction)));
  }
  await asked(page, dice);
}

const percentile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

/** Four boats, one of them a person's, on software rendering; the processor is slowed down four times. */
test('race', async ({ page }) => {
  // Somebody who has raced before, and wants the usual rivals, meets three of them.
  await settle(page, { language: 'en', motion: 'full', speed: 'brisk', coach: false, auto: false, raced: 1 });
  // The first luck with which a boat that is steered like this is still afloat after six turns.
  await sameLuck(page, 2);
  await page.goto('/');
  await page.getByTestId('fair').uncheck();
  await raceNow(page);
  await expect(page.locator('.fleet li')).toHaveCount(4);
  await page.getByTestId('chart').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByTestId('go').click();
  await page.evaluate(() => {
    const lake = document.querySelector('.lake');
    const tell = () => performance.mark(lake?.hasAttribute('data-moving') ? 'boat-moves' : 'boat-stops');
    if (lake) new MutationObserver(tell).observe(lake, { attributeFilter: ['data-moving'] });
  });
  const session = await page.context().newCDPSession(page);
  const events = await traced(session, () => turns(page, 6));
  const tasks = tasksOf(events, 'boat-moves');
  const moving = spans(events, 'boat-moves', 'boat-stops');
  expect(moving.length).toBeGreaterThan(18);
  // Without the time in which the browser's own raster threads had the cores, an excused task would have been short.
  const over = tasks.filter(({ length }) => length > 50);
  const long = over.filter(({ length, raster }) => length - raster > 50);
  say('race-long-tasks', long.length, 'tasks', 1);
  say('race-long-tasks-by-raster', over.length - long.length, 'tasks');
  for (const task of over.sort((a, b) => b.length - a.length).slice(0, 5)) console.log(`  ${causes(task)}`);
  say('race-frame', percentile(workPerFrame(tasks, moving), 0.95), 'ms', 16.7);
});

test('solver', async ({ page }) => {
  await settle(page, { language: 'en', speed: 'instant' });
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
