// A race from a prepared position with given dice, for lessons and diagrams. Wasm applies the rules.
import * as wasm from '$wasm/pkg/powerboats';
import { checked } from './rules';
import type { ByColor, Course, Decision, Die, Happening, RaceState, Reach, View, Water } from './types';

/** Everything that a page shows of a lesson. */
export interface LessonView extends View {
  course: Course;
  state: RaceState;
  /** Left, top, width and height of its chart. */
  frame: [number, number, number, number];
  /** The damage with which each boat would begin the next race. */
  keeps: ByColor<number>;
}

const ask = <T>(question: () => string): T => JSON.parse(checked(question)) as T;

/** Call `free` when done. */
export class Lesson {
  private readonly inner: wasm.Lesson;

  /** A position, written as in docs/notation.md. */
  constructor(position: string) {
    this.inner = checked(() => wasm.Lesson.open(position));
  }

  view(): LessonView {
    return ask(() => this.inner.view());
  }

  /** The lake as SVG without boats, alone or with the course. */
  chart(water: Water, what: 'lake' | 'course'): string {
    return checked(() => this.inner.chart(water, what));
  }

  reach(hold: readonly Die[], count: number): Reach {
    return ask(() => this.inner.reach(JSON.stringify(hold), count));
  }

  /** Applies a decision for the boat whose turn it is. Rolled dice show `rolled`. */
  decide(decision: Decision, rolled: readonly Die[] = []): Happening[] {
    return ask(() => this.inner.decide(JSON.stringify(decision), JSON.stringify(rolled)));
  }

  free(): void {
    this.inner.free();
  }
}
