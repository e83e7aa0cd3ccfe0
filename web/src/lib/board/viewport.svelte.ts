// The viewport: which part of the chart is visible. Pan, zoom, fit, focus.

export type Point = readonly [number, number];
export interface Camera {
  /** The position of the chart's top left corner, in pixels of the window. */
  x: number;
  y: number;
  /** The zoom factor; 1 shows the whole lake. */
  k: number;
}

const CLOSEST = 6;

export class Viewport {
  width = $state(0);
  height = $state(0);
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** The player moved the view, so it no longer follows the boats. */
  held = $state(false);

  constructor(
    /** Left, top, width and height of the chart. */
    private readonly view: readonly [number, number, number, number],
  ) {}

  /** Pixels for one unit of the chart when the whole lake is visible. */
  get base(): number {
    const [, , w, h] = this.view;
    return Math.max(Math.min(this.width / w, this.height / h), 0.01);
  }

  /** The size of the chart in pixels when the whole lake is visible. */
  get size(): Point {
    return [this.view[2] * this.base, this.view[3] * this.base];
  }

  /** Is the window so small that the player must zoom in to play? */
  get small(): boolean {
    return this.base < 0.62;
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.camera = this.clamped(this.camera);
  }

  /** The position of a chart point in the window. */
  toScreen([x, y]: Point): Point {
    const scale = this.base * this.camera.k;
    return [this.camera.x + (x - this.view[0]) * scale, this.camera.y + (y - this.view[1]) * scale];
  }

  /** Is this point visible, and not only just at the edge? */
  sees(point: Point, margin = 24): boolean {
    const [x, y] = this.toScreen(point);
    return x >= margin && y >= margin && x <= this.width - margin && y <= this.height - margin;
  }

  panBy(dx: number, dy: number): void {
    const { x, y, k } = this.camera;
    this.camera = this.clamped({ x: x + dx, y: y + dy, k });
  }

  /** Zooms around a point, which stays where it is. */
  zoomAt([px, py]: Point, factor: number): void {
    const { x, y, k: old } = this.camera;
    const k = Math.min(CLOSEST, Math.max(1, old * factor));
    const by = k / old;
    this.camera = this.clamped({ x: px - (px - x) * by, y: py - (py - y) * by, k });
  }

  zoom(factor: number): void {
    this.zoomAt([this.width / 2, this.height / 2], factor);
  }

  fit(): void {
    this.camera = this.clamped({ x: 0, y: 0, k: 1 });
  }

  /** Zooms to these points of the chart, but not too close. */
  focus(points: readonly Point[], closest = 2.6, margin = 70): void {
    if (points.length === 0 || this.width === 0) return;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fitting = Math.min(
      this.width / (right - left + 2 * margin) / this.base,
      this.height / (bottom - top + 2 * margin) / this.base,
    );
    const k = Math.min(closest, Math.max(1, fitting));
    const scale = this.base * k;
    this.camera = this.clamped({
      x: this.width / 2 - ((left + right) / 2 - this.view[0]) * scale,
      y: this.height / 2 - ((top + bottom) / 2 - this.view[1]) * scale,
      k,
    });
  }

  /** Avoids empty space beside the chart. A chart smaller than the window is centred. */
  private clamped({ x, y, k }: Camera): Camera {
    const within = (at: number, size: number, room: number): number =>
      size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
    const [w, h] = this.size;
    return { x: within(x, w * k, this.width), y: within(y, h * k, this.height), k };
  }
}
