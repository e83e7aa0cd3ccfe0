// A race that begins in a prepared position, its dice given: lessons and diagrams. The rules are wasm's.
import * as wasm from '$wasm/pkg/powerboats';
import type { Decision, Die, Happening, LessonView, Plane, Reach, Water } from '$lib/types';
import { ask, checked } from './rules';

/** Free it when done. */
export class Lesson {
  private readonly inner: wasm.Lesson;
  /** Left, top, width, height of its chart. */
  readonly frame: Plane['view'];

  /** A position as in docs/notation.md. */
  constructor(position: string) {
    this.inner = checked(() => wasm.Lesson.open(position));
    this.frame = ask(() => this.inner.frame());
  }

  view(): LessonView {
    return ask(() => this.inner.view());
  }

  /** As SVG, without boats: the lake alone, or the course on it. */
  chart(water: Water, what: 'lake' | 'course'): string {
    return checked(() => (what === 'lake' ? this.inner.lakeChart(water) : this.inner.courseChart(water)));
  }

  reach(hold: readonly Die[], count: number): Reach {
    return ask(() => this.inner.reach(JSON.stringify(hold), count));
  }

  /** What happens if whoever has the turn decides so; dice that are rolled show `rolled`. */
  decide(decision: Decision, rolled: readonly Die[] = []): Happening[] {
    return ask(() => this.inner.decide(JSON.stringify(decision), JSON.stringify(rolled)));
  }

  free(): void {
    this.inner.free();
  }
}
