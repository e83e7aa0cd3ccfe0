// A race from a prepared position with given dice, for lessons and diagrams.
import { dieCount } from './action.js';
import type { ChartOptions } from './chart.js';
import { ask, checked } from './load.js';
import type { Decision, Die, Happening, LessonView, Plane, Reach } from './types.js';
import * as wasm from './wasm/powerboats.js';

/** A race from a prepared position, which reports events. */
export class Lesson {
  private readonly inner: wasm.Lesson;
  /** Left, top, width and height of its chart. */
  readonly frame: Plane['view'];

  /** A position, written as in docs/notation.md. */
  constructor(position: string) {
    this.inner = checked(() => wasm.Lesson.open(position));
    this.frame = ask(() => this.inner.frame());
  }

  view(): LessonView {
    return ask(() => this.inner.view());
  }

  /** The lake as SVG without boats, alone or with the course. */
  chart(what: 'lake' | 'course', { water = 'light' }: Pick<ChartOptions, 'water'> = {}): string {
    return checked(() => (what === 'lake' ? this.inner.lakeChart(water) : this.inner.courseChart(water)));
  }

  reach(hold: readonly Die[], count: number): Reach {
    return ask(() => this.inner.reach(JSON.stringify(hold), dieCount(count)));
  }

  /** Applies a decision for the boat whose turn it is. Rolled dice show `rolled`. */
  decide(decision: Decision, rolled: readonly Die[] = []): Happening[] {
    return ask(() => this.inner.decide(JSON.stringify(decision), JSON.stringify(rolled)));
  }

  /** Gives memory back at once. Otherwise that happens some time after the last use. */
  free(): void {
    this.inner.free();
  }
}
