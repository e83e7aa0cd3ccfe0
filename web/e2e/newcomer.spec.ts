// A newcomer who knows nothing and always taps the most prominent control. They must finish their first race and never be stuck.
import type { Page } from '@playwright/test';
import type { Happening } from '../src/lib/types';
import { expect, sameLuck, settle, test } from './help';

/** Turns in which the newcomer must reach the finish. */
const TURNS = 40;
/** More taps than any first race needs. */
const TAPS = 600;

interface Control {
  x: number;
  y: number;
  label: string;
}

/**
 * The most prominent control in view: the largest of those painted as the thing to press; without one, the control that
 * is emphasised as advice; without one, the largest button. It must be enabled and not covered by something else.
 */
const prominent = (page: Page, patient: boolean): Promise<Control | undefined> =>
  page.evaluate((waits) => {
    const ranks = ['.go, .main', '.advised', ...(waits ? [] : ['button, a.button'])];
    for (const rank of ranks) {
      const open = [...document.querySelectorAll<HTMLElement>(rank)].flatMap((node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const on = document.elementFromPoint(x, y);
        const off = node.matches(':disabled, [aria-disabled=true]');
        if (off || width * height === 0 || !on || !node.contains(on)) return [];
        return [{ x, y, area: width * height, label: node.innerText.replaceAll('\n', ' ') }];
      });
      const [largest] = open.sort((a, b) => b.area - a.area);
      if (largest) return { x: largest.x, y: largest.y, label: largest.label };
    }
    return undefined;
  }, patient);

/** Waits a moment for a control that asks to be pressed, then takes any. */
async function next(page: Page): Promise<Control> {
  for (let i = 0; i < 12; i += 1) {
    const control = await prominent(page, true);
    if (control) return control;
    await page.waitForTimeout(250);
  }
  const any = await prominent(page, false);
  if (!any) throw new Error(`a dead end: nothing can be pressed at ${page.url()}`);
  return any;
}

const storyOf = (page: Page): Promise<Happening[]> =>
  page.evaluate(async () => {
    const open = indexedDB.open('powerboats', 1);
    await new Promise((done) => (open.onsuccess = done));
    const all = open.result.transaction('games').objectStore('games').getAll();
    await new Promise((done) => (all.onsuccess = done));
    const [game] = all.result as { story: Happening[] }[];
    open.result.close();
    return game?.story ?? [];
  });

for (const [size, width, height, seed] of [
  ['phone', 390, 844, 1],
  ['desk', 1280, 800, 2],
] as const) {
  test(`a newcomer finishes the first race on a ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // Only the animation is off: everything else is as a newcomer finds it.
    await settle(page, { language: 'en', speed: 'instant' });
    await sameLuck(page, seed);
    await page.goto('/');
    const end = page.getByTestId('race-end');
    const taps: string[] = [];
    while (!(await end.isVisible())) {
      expect(taps.length, `not there after: ${taps.slice(-12).join(' · ')}`).toBeLessThan(TAPS);
      const { x, y, label } = await next(page);
      if (await end.isVisible()) break;
      taps.push(label);
      await page.mouse.click(x, y);
      await page.waitForTimeout(60);
    }
    const result = (await storyOf(page)).find((happening) => happening.type === 'race-over');
    expect(result?.type === 'race-over' && result.order).toContain('yellow');
    expect(result?.type === 'race-over' && result.turns.yellow).toBeLessThanOrEqual(TURNS);
    // And it goes on: one more tap is the next race.
    const before = page.url();
    const again = await next(page);
    await page.mouse.click(again.x, again.y);
    await expect(page).not.toHaveURL(before);
    await expect(page.getByTestId('table')).toBeVisible();
  });
}
