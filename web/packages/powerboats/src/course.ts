// Lakes and courses.
import type { ChartOptions } from './chart.js';
import { ask, bigSeed, checked, maybeSeed, whole, type Seed } from './load.js';
import type { CourseView, Hex, Sides } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** A lake: which hexes are water. It never changes. */
export class Lake {
  /** @internal */
  readonly inner: wasm.Lake;

  /** Six tiles, `1d,4dr,2l/6d,3lr,5d`, or rows of water and land, `3.2#/5.`. */
  constructor(text: string) {
    this.inner = checked(() => wasm.Lake.read(text));
  }

  /** @internal */
  static of(inner: wasm.Lake): Lake {
    return Object.assign(Object.create(Lake.prototype) as Lake, { inner });
  }

  /** The lake of a seed, on which six boats can run all three races. `light` is harder than `dark`. */
  static random({ seed, side = 'dark' }: { seed: Seed; side?: Sides }): Lake {
    return Lake.of(checked(() => wasm.Lake.random(bigSeed(seed), side)));
  }

  /**
   * A course for race A, B or C. The lake must be laid from tiles. Without a seed a lake from `Lake.random` has the courses that
   * `powerboats lake` draws. A seed draws among all possible courses.
   */
  course(race: 'A' | 'B' | 'C' = 'A', { seed }: { seed?: Seed } = {}): Course {
    return Course.of(checked(() => this.inner.course(race, maybeSeed(seed))));
  }

  /** The map as rows of `.` (water) and `#` (land). */
  get rows(): string[] {
    return this.inner.rows().split('\n');
  }

  /** A chart as SVG. */
  chart({ water = 'light', rim = 'coordinates' }: ChartOptions = {}): string {
    return checked(() => this.inner.chart(water, rim));
  }

  /** The lake in notation. */
  toString(): string {
    return this.inner.text();
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}

/** A course: a lake with its buoys. It never changes. */
export class Course {
  /** @internal */
  readonly inner: wasm.Course;

  /** `buoys` is buoy 0 with the direction of the line, then buoys 1, 2 and 3: `f18SE,t19,n6,e5`. */
  constructor(lake: Lake | string, buoys: string) {
    this.inner = checked(() => wasm.Course.read(String(lake), buoys));
  }

  /** @internal */
  static of(inner: wasm.Course): Course {
    return Object.assign(Object.create(Course.prototype) as Course, { inner });
  }

  get lake(): Lake {
    return Lake.of(this.inner.lake());
  }

  /** The buoys in notation. */
  get buoys(): string {
    return this.inner.buoys();
  }

  /** The start and finish line: four hexes from buoy 0 outward. */
  get line(): Hex[] {
    return this.view().line;
  }

  /** Can a boat finish from every start place? */
  get finishable(): boolean {
    return this.inner.finishable();
  }

  /** The start places for this many boats, from buoy 0 outward. */
  places(boats = 2): Hex[] {
    return this.view(boats).places;
  }

  /** The whole course: lake, buoys, line, gates and start places. */
  view(boats = 2): CourseView {
    return ask(() => this.inner.view(whole(boats, 6, 'number of boats')));
  }

  /** A chart without boats, as SVG. */
  chart({ water = 'light', rim = 'coordinates' }: ChartOptions = {}): string {
    return checked(() => this.inner.chart(water, rim));
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
