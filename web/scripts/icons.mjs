// Draws the icons of the installed app from public/icon.svg. Run it after changing that file.
import { chromium } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** The size of the palette. Flat colours and their edges need no more, and the file is a third as large. */
const COLORS = 64;

/** A PNG with a palette of the most common colours. Every other pixel gets the nearest of these. */
function png(size, rgba) {
  const counts = new Map();
  const at = (i) => (rgba[i] << 16) | (rgba[i + 1] << 8) | rgba[i + 2];
  for (let i = 0; i < rgba.length; i += 4) counts.set(at(i), (counts.get(at(i)) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLORS)
    .map(([color]) => color);
  const apart = (a, b) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
  const nearest = new Map(
    [...counts.keys()].map((color) => {
      const distances = palette.map((one) => apart(one, color));
      return [color, distances.indexOf(Math.min(...distances))];
    }),
  );
  const rows = Buffer.alloc(size * (size + 1));
  for (let i = 0; i < size * size; i += 1) rows[i + Math.floor(i / size) + 1] = nearest.get(at(4 * i));
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3], 8); // 8 bits for each pixel, as an index into the palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const size of [192, 512]) {
  // A margin, so that a round mask cuts off nothing.
  const pixels = await page.evaluate(
    async ([drawing, size]) => {
      const image = new Image();
      const inner = Math.round(size * 0.76);
      image.src = `data:image/svg+xml,${encodeURIComponent(drawing.replace('<svg ', `<svg width="${inner}" height="${inner}" `))}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
      const context = canvas.getContext('2d');
      context.fillStyle = '#eef4f6';
      context.fillRect(0, 0, size, size);
      context.drawImage(image, (size - inner) / 2, (size - inner) / 2);
      return Array.from(context.getImageData(0, 0, size, size).data);
    },
    [svg, size],
  );
  writeFileSync(new URL(`../public/icon-${size}.png`, import.meta.url), png(size, pixels));
}
await browser.close();
