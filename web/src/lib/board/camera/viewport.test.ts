// What part of the lake is shown.
import { describe, expect, test } from 'vitest';
import { Viewport, type Point } from './viewport.svelte';

const lake = (width: number, height: number): Viewport => {
  const viewport = new Viewport([-50, -50, 1000, 900]);
  viewport.resize(width, height);
  return viewport;
};
const MINE = { least: 1.06, most: 1.8 };

describe('the window on the lake', () => {
  test('shows the whole lake in the middle', () => {
    const viewport = lake(2000, 900);
    expect(viewport.toScreen([450, 400])).toEqual([1000, 450]);
  });
  test('zooms round the point under the fingers', () => {
    const viewport = lake(1000, 900);
    const under = viewport.toScreen([200, 300]);
    viewport.zoomAt(under, 2);
    expect(viewport.camera.k).toBe(2);
    viewport.toScreen([200, 300]).forEach((at, i) => expect(at).toBeCloseTo(under[i] ?? 0));
  });
  test('never leaves the lake, nor goes beyond its bounds', () => {
    const viewport = lake(400, 360);
    viewport.zoomAt([0, 0], 100);
    expect(viewport.camera.k).toBe(6);
    viewport.panBy(1e6, -1e6);
    expect(viewport.camera.x).toBe(0);
    viewport.zoom(0.001);
    expect(viewport.camera.k).toBe(1);
  });
});

describe('the camera', () => {
  const boat: Point = [300, 300];
  const reach: Point[] = [
    [400, 300],
    [350, 390],
  ];
  test('shows the boat, its reach and the next mark if there is room', () => {
    const viewport = lake(1100, 800);
    viewport.frame([boat, ...reach], [[700, 500]], MINE);
    for (const point of [boat, ...reach, [700, 500] as const]) expect(viewport.sees(point)).toBe(true);
    expect(viewport.scale).toBeGreaterThanOrEqual(MINE.least);
  });
  test('keeps boats large, sees all of the reach, and looks towards a mark that is too far away', () => {
    const viewport = lake(390, 480);
    viewport.frame([boat, ...reach], [[880, 300]], MINE);
    expect(viewport.scale).toBeCloseTo(MINE.least);
    for (const point of [boat, ...reach]) expect(viewport.sees(point)).toBe(true);
    expect(viewport.sees([880, 300])).toBe(false);
    expect(viewport.toScreen(boat)[0]).toBeLessThan(390 / 2);
  });
  test('keeps clear of what covers the window at the bottom, even at the edge of the lake', () => {
    const viewport = lake(390, 480);
    viewport.covered = 150;
    viewport.frame([[300, 840]], [], MINE);
    expect(viewport.toScreen([300, 840])[1]).toBeLessThan(480 - 150);
  });
  test('sees the boat even if its reach does not fit', () => {
    const viewport = lake(360, 300);
    viewport.frame(
      [
        [400, 400],
        [900, 400],
        [400, 800],
      ],
      [],
      MINE,
    );
    expect(viewport.scale).toBeCloseTo(MINE.least);
    expect(viewport.sees([400, 400])).toBe(true);
    // The boat goes to the edge, so that as much as possible of its reach is seen.
    expect(viewport.toScreen([400, 400])[0]).toBeLessThan(30);
  });
  test('follows without moving if everything is visible, and else no farther than needed', () => {
    const viewport = lake(600, 500);
    viewport.frame([boat], [], MINE);
    const before = viewport.camera;
    viewport.follow([boat, [320, 320]]);
    expect(viewport.camera).toEqual(before);
    viewport.follow([
      [500, 300],
      [560, 300],
    ]);
    expect(viewport.scale).toBeCloseTo(MINE.most);
    expect(viewport.sees([560, 300])).toBe(true);
  });
});
