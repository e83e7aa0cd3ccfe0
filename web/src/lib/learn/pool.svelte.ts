// A small lake with a race: what is shown, one happening after another, each animated first.
import { tick } from 'svelte';
import type { Stage } from '$lib/game/show.svelte';
import { Lesson } from 'powerboats';
import type { BoatView, Decision, Die, Happening, LessonView, Plane, Reach, Water } from '$lib/types';
import type { Happened } from '$lib/rules/happened';

export class Pool {
  view: LessonView = $state.raw() as LessonView;
  /** The roll that is being animated. */
  rolling = $state.raw<Happened<'rolled'> | undefined>();
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

  /** Left, top, width and height of the chart. */
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
    return this.lesson.chart(what, { water });
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
