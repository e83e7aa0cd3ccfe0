// Charts as pictures: drawn by a worker of their own, shown as images, so that neither drawing nor moving them halts the page.
import { Brain } from '$lib/rules/brain';
import { courseChart } from '$lib/rules/rules';
import type { Water } from '$lib/types';

/** Never behind pilots who think. */
const draughtsman = new Brain();
/** The last few: of this race in both waters, and of the race before. */
const MOST = 4;
const drawn = new Map<string, Promise<string>>();

/** Where an SVG can be shown from. */
export const addressOf = (svg: string): string =>
  URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));

/** A chart as a picture that can be sent to anybody. */
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

/** The address of the chart of a race: lake and course as in a record. */
export function chartOf(layout: string, course: string, water: Water): Promise<string> {
  const key = `${layout} ${course} ${water}`;
  const known = drawn.get(key);
  if (known) return known;
  const fresh = draughtsman
    .chart(layout, course, water)
    // Without a worker the page draws it itself, and is held up for a moment.
    .catch(() => courseChart(layout, course, water))
    .then(addressOf);
  drawn.set(key, fresh);
  // One that failed is tried again next time.
  fresh.catch(() => drawn.delete(key));
  for (const [old, address] of drawn) {
    if (drawn.size <= MOST) break;
    drawn.delete(old);
    void address.then((it) => URL.revokeObjectURL(it)).catch(() => undefined);
  }
  return fresh;
}
