// A table in the other languages, on a phone: a few turns, the dock, captions. Nothing is cut off and nothing overflows.
import type { Page } from '@playwright/test';
import { captioned, replay } from './captions';
import { accessible, decide, expect, fast, fits, sameLuck, settle, test } from './help';

const LANGUAGES = {
  de: { begins: 'Stell dein Boot auf', crash: /Crash! \d Schadensmarker/, finish: /ist im Ziel! Platz 1/ },
  fr: {
    begins: 'Placez votre bateau',
    crash: /Accident\s! \d marqueur/,
    finish: /franchit l’arrivée\s! Place 1/,
  },
  'zh-Hant': { begins: '放置你的賽艇', crash: /撞擊！受損 \d/, finish: /到達終點！第 1 名/ },
} as const;

test.use({ viewport: { width: 390, height: 844 } });

/** The texts of the dock that are cut off, or stick out of it. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dock = document.querySelector('section.dock')?.getBoundingClientRect();
    const texts = 'h2, .label, .mark, .info, .tip p, .hint b, .hint small';
    return [...document.querySelectorAll<HTMLElement>(texts)].flatMap((one) => {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || !one.innerText || one.classList.contains('sr')) return [];
      const clipped = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3;
      const outside =
        box.left < -1 ||
        box.right > innerWidth + 1 ||
        (one.closest('.dock') && dock && box.bottom > dock.bottom + 1);
      const cut = getComputedStyle(one).display !== 'inline' && clipped;
      return cut || outside ? [`${one.className || one.tagName}: ${one.innerText}`] : [];
    });
  });

for (const [language, texts] of Object.entries(LANGUAGES)) {
  test(`a few turns on a phone, ${language}`, async ({ page }) => {
    await settle(page, { ...fast, language, coach: true });
    await sameLuck(page, 7);
    await page.goto('/');
    await page.getByTestId('race-now').click();
    await expect(page.getByTestId('quay-title')).toHaveText(texts.begins);
    // The course is shown, with the way round each mark.
    await expect(page.getByTestId('fly-over')).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId('next-mark')).toHaveCount(4);
    await fits(page);
    for (let turns = 0; turns < 10; turns += 1) {
      expect(await cutOff(page)).toEqual([]);
      await fits(page);
      await decide(page);
    }
    await accessible(page);
    await page.getByTestId('hint').click();
    await page.locator('.hint li').first().waitFor();
    expect(await cutOff(page)).toEqual([]);
    await page.getByTestId('menu').click();
    await fits(page);
  });

  test(`captions on a phone, ${language}`, async ({ page }) => {
    await settle(page, { ...fast, language, speed: 'brisk', motion: 'none' });
    for (const [kind, at] of [
      ['crash', 79],
      ['finish', 137],
    ] as const) {
      await replay(page, at);
      expect(await captioned(page, kind)).toMatch(texts[kind]);
      await fits(page);
    }
  });
}
