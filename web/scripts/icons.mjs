// Draws the icons of the installed app from public/icon.svg: run once after that changes.
import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';

const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  // A margin, so that a round mask cuts nothing off.
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#eef4f6">${svg.replace('<svg ', '<svg width="76%" ')}</body>`,
  );
  await page.screenshot({ path: new URL(`../public/icon-${size}.png`, import.meta.url).pathname });
}
await browser.close();
