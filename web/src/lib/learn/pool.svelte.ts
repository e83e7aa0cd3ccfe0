// A small lake with a race: what is shown, one happening after another, each animated first.
import { tick } from 'svelte';
import type { Stage } from '$lib/game/show.svelte';
import { Lesson, type LessonView } from '$lib/rules/lesson';
import type { Boat, Decision, Die, Happening, Reach, Rolled, Water } from '$lib/rules/types';

export class Pool {
  view: LessonView = $state.raw() as LessonView;
  /** The roll that is being animated. */
  rolling = $state.raw<Rolled | undefined>();
  /** Something is being animated. */
  busy = $state(false);
  private lesson: Lesson;
  private stage: Stage | undefined;
  /** Counts restarts, so that an animation from before a restart is ignored. */
  private life = 0;

  constructor(readonly position: string) {
    this.lesson = new Lesson(position);
    this.view = this.lesson.view();
  }

  /** The boat whose turn it is. */
  get active(): Boat | undefined {
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

  /** Carries out a decision and shows it. Returns what happened, or nothing if it was restarted meanwhile. Throws if the rules refuse. */
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

  /** Goes back to the position, and repeats earlier decisions without animation. */
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
