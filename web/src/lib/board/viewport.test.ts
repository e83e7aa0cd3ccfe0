import { describe, expect, test } from 'vitest';
import { Viewport } from './viewport.svelte';

const lake = (width: number, height: number): Viewport => {
  const viewport = new Viewport([-50, -50, 1000, 900]);
  viewport.resize(width, height);
  return viewport;
};

describe('the window on the lake', () => {
  test('shows the whole lake in the middle', () => {
    const viewport = lake(2000, 900);
    expect(viewport.toScreen([450, 400])).toEqual([1000, 450]);
    expect(viewport.small).toBe(false);
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
  test('focuses on what matters, and sees it', () => {
    const viewport = lake(390, 400);
    expect(viewport.small).toBe(true);
    viewport.focus([
      [100, 100],
      [300, 200],
    ]);
    expect(viewport.camera.k).toBeGreaterThan(1.5);
    expect(viewport.sees([100, 100])).toBe(true);
    expect(viewport.sees([900, 800])).toBe(false);
  });
});
