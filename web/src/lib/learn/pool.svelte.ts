// A small lake with a race on it: what is shown, one happening after another, each played on a stage first.
import { tick } from 'svelte';
import type { Stage } from '$lib/game/show.svelte';
import { Lesson } from '$lib/rules/lesson';
import type { BoatView, Decision, Die, Happening, Reach, Water, LessonView, Plane } from '$lib/types';
import type { Happened } from '$lib/rules/happened';

export class Pool {
  view: LessonView = $state.raw() as LessonView;
  /** The roll that tumbles just now. */
  rolling = $state.raw<Happened<'rolled'> | undefined>();
  /** Something is being played. */
  busy = $state(false);
  private lesson: Lesson;
  private stage: Stage | undefined;
  /** Every new beginning makes void what was under way. */
  private life = 0;

  constructor(readonly position: string) {
    this.lesson = new Lesson(position);
    this.view = this.lesson.view();
  }

  /** Left, top, width, height of the chart. */
  get frame(): Plane['view'] {
    return this.lesson.frame;
  }

  /** The boat whose turn it is. */
  get active(): BoatView | undefined {
    const { state } = this.view;
    return state.boats.find(({ color }) => color === state.turn);
  }

  setStage(stage: Stage | undefined): void {
    this.stage?.cancel();
    this.stage = stage;
  }

  chart(water: Water, what: 'lake' | 'course'): string {
    return this.lesson.chart(water, what);
  }

  reach(hold: readonly Die[], count: number): Reach | undefined {
    try {
      return this.lesson.reach(hold, count);
    } catch {
      return undefined;
    }
  }

  /** Does it and shows it: what happened, or nothing if it began anew meanwhile. Throws what the rules refuse. */
  async decide(decision: Decision, rolled: readonly Die[] = []): Promise<Happening[]> {
    const life = this.life;
    const happened = this.lesson.decide(decision, rolled);
    const after = this.lesson.view();
    this.busy = true;
    for (const happening of happened) {
      this.rolling = happening.type === 'rolled' ? happening : undefined;
      const tidy = await this.stage?.play(happening, this.view);
      if (life !== this.life) return [];
      this.view = after;
      await tick();
      tidy?.();
    }
    this.rolling = undefined;
    this.busy = false;
    return happened;
  }

  /** Back to the position; decisions made before may be made again without being played. */
  begin(decisions: readonly { decision: Decision; rolled?: readonly Die[] }[] = []): Happening[] {
    this.life += 1;
    this.stage?.cancel();
    this.lesson.free();
    this.lesson = new Lesson(this.position);
    const happened = decisions.flatMap(({ decision, rolled }) => this.lesson.decide(decision, rolled ?? []));
    this.view = this.lesson.view();
    this.rolling = undefined;
    this.busy = false;
    return happened;
  }

  close(): void {
    this.life += 1;
    this.stage?.cancel();
    this.lesson.free();
  }
}
