// A race that begins in a prepared position, its dice given: lessons and diagrams. The rules are wasm's.
import * as wasm from '$wasm/pkg/powerboats';
import { checked } from './rules';
import type { ByColor, Course, Decision, Die, Happening, RaceState, Reach, View, Water } from './types';

/** All that a page shows of a lesson. */
export interface LessonView extends View {
  course: Course;
  state: RaceState;
  /** Left, top, width, height of its chart. */
  frame: [number, number, number, number];
  /** Damage that each boat would bring to the next race. */
  keeps: ByColor<number>;
}

const ask = <T>(question: () => string): T => JSON.parse(checked(question)) as T;

/** Free it when done. */
export class Lesson {
  private readonly inner: wasm.Lesson;

  /** A position as in docs/notation.md. */
  constructor(position: string) {
    this.inner = checked(() => wasm.Lesson.open(position));
  }

  view(): LessonView {
    return ask(() => this.inner.view());
  }

  /** As SVG, without boats: the lake alone, or the course on it. */
  chart(water: Water, what: 'lake' | 'course'): string {
    return checked(() => this.inner.chart(water, what));
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
