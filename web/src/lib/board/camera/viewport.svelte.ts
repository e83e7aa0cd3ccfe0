// The viewport: which part of the chart is visible. Pan, zoom, fit, frame, follow.

export type Point = readonly [number, number];
export interface Camera {
  /** The position of the chart's top left corner, in pixels of the window. */
  x: number;
  y: number;
  /** The zoom factor; 1 shows the whole lake. */
  k: number;
}
/** Bounds for the size of one unit of the chart, in pixels. */
export interface Bounds {
  least: number;
  most: number;
}

const CLOSEST = 6;
/** What lies over the lake at its edges, in pixels: the fleet at the top, a little air elsewhere. */
const INSET = { left: 14, right: 14, top: 50, bottom: 22 };
/** Half the size of what is drawn at a point, in units of the chart. */
const AROUND = 26;
/** The same where there is no room to spare: a boat without the air around it. */
const TIGHT = 14;

interface Box {
  low: Point;
  high: Point;
}
function boxOf(points: readonly Point[], around = AROUND): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    low: [Math.min(...xs) - around, Math.min(...ys) - around],
    high: [Math.max(...xs) + around, Math.max(...ys) + around],
  };
}
const middleOf = ({ low, high }: Box): Point => [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];

export class Viewport {
  width = $state(0);
  height = $state(0);
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** How much of the window something covers at the bottom, in pixels: a tip or a hint on a phone. */
  covered = $state(0);
  /** The player moved the view, or wants to see the whole lake, so it does not follow the boats. */
  held = $state<'hand' | 'whole' | undefined>();

  constructor(
    /** Left, top, width and height of the chart. */
    private readonly view: readonly [number, number, number, number],
  ) {}

  /** Pixels for one unit of the chart when the whole lake is visible. */
  get base(): number {
    const [, , w, h] = this.view;
    return Math.max(Math.min(this.width / w, this.height / h), 0.01);
  }

  /** Pixels for one unit of the chart. */
  get scale(): number {
    return this.base * this.camera.k;
  }

  /** The size of the chart in pixels when the whole lake is visible. */
  get size(): Point {
    return [this.view[2] * this.base, this.view[3] * this.base];
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.camera = this.clamped(this.camera);
  }

  /** The position of a chart point in the window. */
  toScreen([x, y]: Point): Point {
    const { scale } = this;
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

  /**
   * Shows all of `core`, and as much of `wish` as there is room for. If even the core does not fit, its first point is
   * visible all the same.
   */
  frame(core: readonly Point[], wish: readonly Point[], { least, most }: Bounds): void {
    if (core.length === 0 || this.width === 0) return;
    const all = boxOf([...core, ...wish]);
    const scale = Math.min(Math.max(this.fitting(all), least), Math.max(most, least));
    const box = boxOf(core);
    if (this.fitting(box) >= scale - 1e-9) this.look(middleOf(all), box, scale);
    else this.look(middleOf(box), boxOf(core.slice(0, 1), TIGHT), scale);
  }

  /** Moves no farther than needed to see these points, and zooms out only if they do not fit. */
  follow(points: readonly Point[]): void {
    if (points.length === 0 || this.width === 0) return;
    const box = boxOf(points);
    const { left, top } = INSET;
    const { scale } = this;
    const now: Point = [
      this.view[0] + (left + this.room[0] / 2 - this.camera.x) / scale,
      this.view[1] + (top + this.room[1] / 2 - this.camera.y) / scale,
    ];
    this.look(now, box, Math.min(scale, Math.max(this.fitting(box), this.base)));
  }

  /** The part of the window that nothing lies over. */
  private get room(): Point {
    return [
      Math.max(this.width - INSET.left - INSET.right, 1),
      Math.max(this.height - this.covered - INSET.top - INSET.bottom, 1),
    ];
  }

  /** The largest scale at which a box fits. */
  private fitting({ low, high }: Box): number {
    return Math.min(this.room[0] / (high[0] - low[0]), this.room[1] / (high[1] - low[1]));
  }

  /** Looks at a point, but so that the box is visible. */
  private look(aim: Point, box: Box, wanted: number): void {
    const k = Math.min(CLOSEST, Math.max(1, wanted / this.base));
    const scale = this.base * k;
    const at = (axis: 0 | 1): number => {
      const half = this.room[axis] / 2 / scale;
      const [from, to] = [box.high[axis] - half, box.low[axis] + half];
      return from > to ? (from + to) / 2 : Math.min(to, Math.max(from, aim[axis]));
    };
    this.camera = this.clamped({
      x: INSET.left + this.room[0] / 2 - (at(0) - this.view[0]) * scale,
      y: INSET.top + this.room[1] / 2 - (at(1) - this.view[1]) * scale,
      k,
    });
  }

  /** Avoids empty space beside the chart, except where it is covered. A chart smaller than the window is centred. */
  private clamped({ x, y, k }: Camera): Camera {
    const within = (at: number, size: number, room: number): number =>
      size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
    const [w, h] = this.size;
    return { x: within(x, w * k, this.width), y: within(y, h * k, this.height - this.covered), k };
  }
}
