// What browsers have stored since version 0.1 can be read, continued and finished.
import { readFileSync } from 'node:fs';
import { expect, play, test } from './help';

interface Kept {
  localStorage: Record<string, string>;
  games: { id: string; over: boolean; record?: string }[];
}
const kept = JSON.parse(readFileSync('src/test/store-0.1.json', 'utf8')) as Kept;

// The browser had an account on another server, so this one refuses it, once.
test.use({ expected: /401/ });

test('regattas, settings and lessons of version 0.1', async ({ page }) => {
  // This page stores nothing itself.
  await page.goto('/about');
  await page.evaluate(async ({ localStorage: texts, games }) => {
    Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    const opening = indexedDB.open('powerboats', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('games', { keyPath: 'id' });
    await new Promise((done) => (opening.onsuccess = done));
    const writing = opening.result.transaction('games', 'readwrite');
    games.forEach((game) => writing.objectStore('games').put(game));
    await new Promise((done) => (writing.oncomplete = done));
    opening.result.close();
  }, kept);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Still racing' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible();
  for (const { id } of kept.games.filter(({ over }) => over)) {
    await page.goto(`/replay/${id}`);
    await page.getByTestId('verify').click();
    await expect(page.getByTestId('verified')).toContainText('rolls');
  }
  const live = kept.games.find(({ over }) => !over);
  await page.goto(`/game/${live?.id}`);
  const after = page.getByRole('link', { name: 'Replay and analysis' });
  await play(page, after, true);
  await after.click();
  await page.getByTestId('verify').click();
  await expect(page.getByTestId('verified')).toContainText('rolls');

  await page.goto('/learn');
  await expect(page.getByTestId('lesson')).toHaveText('Lesson 2 of 12');
  await page.goto('/settings');
  await expect(page.getByTestId('speed')).toHaveValue('instant');
});
