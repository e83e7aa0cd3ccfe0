// Charts as images, drawn in a worker of their own, so that neither drawing nor moving them blocks the page.
import { Brain } from '$lib/rules/brain';
import { type Rim } from 'powerboats';
import { courseChart } from '$lib/rules/rules';
import type { Water } from '$lib/types';

/** A worker of its own, so that charts never wait for computer players. */
const draughtsman = new Brain();
/** A cache of the last few charts: several tables on one screen, in light and dark. */
const MOST = 12;
const drawn = new Map<string, Promise<string>>();

/** An object URL for an SVG. */
export const addressOf = (svg: string): string =>
  URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));

/** A chart as a PNG that can be shared. */
export async function pngOf(svg: string, width = 1800): Promise<Blob> {
  const [, , wide = 1, high = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number);
  const height = Math.round((width * high) / wide);
  const address = addressOf(svg.replace('width="100%" height="100%"', `width="${width}" height="${height}"`));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The URL of the chart of a race. Lake and course are written as in a record. */
export function chartOf(layout: string, course: string, water: Water, rim: Rim): Promise<string> {
  const key = `${layout} ${course} ${water} ${rim}`;
  const known = drawn.get(key);
  if (known) return known;
  const fresh = draughtsman
    .chart(layout, course, water, rim)
    // Without a worker the page draws the chart itself, which blocks it for a moment.
    .catch(() => courseChart(layout, course, water, rim))
    .then(addressOf);
  drawn.set(key, fresh);
  // If it failed, try again next time.
  fresh.catch(() => drawn.delete(key));
  for (const [old, address] of drawn) {
    if (drawn.size <= MOST) break;
    drawn.delete(old);
    void address.then((it) => URL.revokeObjectURL(it)).catch(() => undefined);
  }
  return fresh;
}
