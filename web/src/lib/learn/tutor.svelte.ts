// The tutor: the current lesson, the response to what was tried, and the stored progress.
import { Draft } from '$lib/game/draft.svelte';
import { Guard } from '$lib/play/guard.svelte';
import type { Decision, HeadingView } from '$lib/types';
import { LESSON_IDS, LESSONS, YOU, type LessonId, type LessonPlan, type Verdict } from './lessons';
import { Pool } from './pool.svelte';

interface Progress {
  at: LessonId;
  done: LessonId[];
}

const KEY = 'powerboats.learn';
const isLesson = (id: unknown): id is LessonId => (LESSON_IDS as readonly unknown[]).includes(id);

export function remembered(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Progress>;
    const done = Array.isArray(kept.done) ? kept.done.filter(isLesson) : [];
    return { at: isLesson(kept.at) ? kept.at : 'dice', done };
  } catch {
    return { at: 'dice', done: [] };
  }
}

export type Mood = 'doing' | 'asking' | 'wrong' | 'done';

export class Tutor {
  index = $state(0);
  done = $state.raw<readonly LessonId[]>([]);
  mood = $state<Mood>('doing');
  /** The tutor's response to the last attempt. */
  said = $state.raw<Verdict | undefined>();
  /** The direction that was tried and is not allowed. */
  refused = $state.raw<HeadingView | undefined>();
  /** All lessons are done: the last page is shown. */
  over = $state(false);
  pool: Pool = $state.raw() as Pool;
  draft: Draft = $state.raw(new Draft());
  readonly guard = new Guard();
  private rolls = 0;

  constructor(progress: Progress = remembered()) {
    this.done = progress.done;
    this.index = Math.max(0, LESSON_IDS.indexOf(progress.at));
    this.open();
  }

  get plan(): LessonPlan {
    return LESSONS[this.index] as LessonPlan;
  }

  get last(): boolean {
    return this.index === LESSONS.length - 1;
  }

  private open(): void {
    this.pool?.close();
    this.pool = new Pool(this.plan.position);
    this.fresh();
  }

  private fresh(): void {
    this.rolls = 0;
    this.said = undefined;
    this.refused = undefined;
    // A lesson without a move begins with its question.
    this.mood = this.pool.active?.color === YOU ? 'doing' : 'asking';
    this.draft = new Draft();
    this.follow();
  }

  goTo(index: number): void {
    if (index < 0 || index >= LESSONS.length) return;
    this.over = false;
    this.index = index;
    this.open();
    this.keep();
  }

  next(): void {
    if (this.last) this.over = true;
    else this.goTo(this.index + 1);
  }

  again(): void {
    this.pool.begin();
    this.fresh();
  }

  /** Carries out the drafted decision. */
  async go(): Promise<void> {
    if (this.mood !== 'doing' || this.pool.busy || this.guard.shut) return;
    const decision = this.draft.decision(this.pool.view);
    if (decision) await this.decide(decision);
  }

  async decide(decision: Decision): Promise<void> {
    this.refused = undefined;
    this.said = undefined;
    const happened = await this.pool.decide(decision, this.shown(decision));
    if (happened.length === 0) return;
    const verdict = happened.map((one) => this.plan.judge(one, this.pool.view)).find((one) => one);
    this.said = verdict;
    if (verdict?.kind === 'wrong') this.mood = 'wrong';
    else if (verdict?.kind === 'done') this.finish();
    else if (happened.some(({ type }) => type === 'moved') && this.plan.quiz) this.mood = 'asking';
    this.follow();
  }

  private follow(): void {
    this.draft.follow(this.pool.view);
    // Nothing is chosen yet, not even the first die or the only direction.
    this.draft.marked = { ...this.draft.marked, add: false };
    this.draft.steer = undefined;
    this.guard.close();
  }

  /** What the dice will show. The lesson fixes it. */
  private shown(decision: Decision): number[] {
    if (decision.type !== 'dice') return [];
    const { rolls } = this.plan;
    const one = (): number => rolls[Math.min(this.rolls++, rolls.length - 1)] ?? 1;
    return Array.from({ length: decision.count - decision.hold.length }, one);
  }

  /** Chooses a direction, or says why not. A second tap on the chosen one goes, as in a race. */
  steer(heading: HeadingView): void {
    if (this.mood !== 'doing' || this.pool.busy) return;
    if (!heading.option) return this.refuse(heading);
    this.refused = undefined;
    if (this.draft.steer === heading.to) return void this.go();
    this.draft.steer = heading.to;
    this.guard.close();
  }

  /** Reacts to a direction that is not allowed. */
  refuse(heading: HeadingView): void {
    this.said = undefined;
    this.refused = heading;
  }

  answer(number: number): void {
    const { quiz } = this.plan;
    if (!quiz || this.mood !== 'asking') return;
    const n = quiz.answer(this.pool.view);
    if (number !== n) this.said = { kind: 'wrong', key: quiz.wrong, values: { n, number } };
    else {
      this.said = { kind: 'done', key: quiz.right, values: { n } };
      this.finish();
    }
  }

  private finish(): void {
    this.mood = 'done';
    if (!this.done.includes(this.plan.id)) this.done = [...this.done, this.plan.id];
    this.keep();
  }

  private keep(): void {
    // A player who returns after finishing a lesson begins with the next one.
    const later = this.mood === 'done' && !this.last ? LESSONS[this.index + 1]?.id : undefined;
    const progress: Progress = { at: later ?? this.plan.id, done: [...this.done] };
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      // Without storage it is not remembered.
    }
  }

  close(): void {
    this.guard.end();
    this.pool.close();
  }
}
