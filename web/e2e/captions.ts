// Replays of a record up to a moment that has a caption on the lake.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Opens a record at a happening, counted from 0. */
export async function replay(page: Page, at: number, record = '../docs/evening.txt'): Promise<void> {
  await page.goto('/open');
  await page.getByRole('textbox').fill(readFileSync(record, 'utf8'));
  await page.getByTestId('open').click();
  await page.getByTestId('chart').waitFor();
  await page.getByRole('slider').fill(`${at}`);
}
/**
 * Plays the record until a caption of this kind is there; returns its text. The page itself waits for it: a caption stays for a
 * second, and a busy machine may look at the page less often.
 */
export async function captioned(page: Page, kind: string): Promise<string> {
  const seen = page.evaluate(
    (selector) =>
      new Promise<string>((found) => {
        const look = new MutationObserver(() => {
          const caption = document.querySelector(selector);
          if (!caption) return;
          look.disconnect();
          found(caption.textContent ?? '');
        });
        look.observe(document.body, { childList: true, subtree: true });
      }),
    `.caption.${kind}`,
  );
  await page.locator('.player .primary').click();
  return seen;
}
