// The page's side of the worker. Each question may take a while and returns a promise.
import { errorOf, type ErrorCode, type ErrorValues, type FairDice, type Rim } from 'powerboats';
import type {
  Advice,
  AnalysisView,
  Decision,
  Fairness,
  Happening,
  HintView,
  PilotName,
  RecordStory,
  Sides,
  Water,
} from '$lib/types';

interface Situation {
  /** Which regatta. The worker keeps it and is sent only what is new. */
  id: string;
  story: readonly Happening[];
  /** The secret behind the dice. Computer players need it to choose at random; nothing else may see it. */
  dice?: FairDice;
}

/** The part of a situation that the worker does not have yet. */
export interface News {
  id: string;
  /** How many happenings the worker already has. */
  from: number;
  news: Happening[];
  dice?: FairDice;
}

export type BrainQuestion =
  | ({ ask: 'study' } & News)
  | ({ ask: 'pilot'; pilot: PilotName } & News)
  | ({ ask: 'hint' | 'advice' } & News)
  | { ask: 'story' | 'verify' | 'picture' | 'analyze'; record: string }
  | { ask: 'best'; sides: Sides; layout: string; course: string }
  | { ask: 'chart'; layout: string; course: string; water: Water; rim: Rim };

export type BrainAnswer = { number: number } & (
  { ok: unknown } | { message: string; code?: ErrorCode; values?: ErrorValues }
);

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void };

export class Brain {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  /** What the worker already has. */
  private heard = { id: '', length: 0 };

  constructor(
    private readonly start: () => Worker = () =>
      new Worker(new URL('./brain-worker.ts', import.meta.url), { type: 'module' }),
  ) {}

  /** The type of an answer follows from its question: see answers.ts. */
  private put<T>(question: BrainQuestion): Promise<T> {
    this.worker ??= this.begin();
    const number = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { resolve: (answer) => resolve(answer as T), reject });
      this.worker?.postMessage({ number, question });
    });
  }

  private news({ id, story, dice }: Situation): News {
    const from = this.heard.id === id && this.heard.length <= story.length ? this.heard.length : 0;
    this.heard = { id, length: story.length };
    // A copy, because the page's value may be a proxy, which can't be sent.
    const plain = JSON.parse(JSON.stringify({ news: story.slice(from), dice })) as Pick<
      News,
      'news' | 'dice'
    >;
    return { id, from, ...plain };
  }

  private begin(): Worker {
    this.heard = { id: '', length: 0 };
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<BrainAnswer>) => {
      const waiting = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if ('ok' in data) waiting?.resolve(data.ok);
      else {
        // It may be out of step, so send the whole story next time.
        this.heard = { id: '', length: 0 };
        const { code, message, values } = data;
        waiting?.reject(code ? errorOf(code, message, values) : new Error(message));
      }
    };
    worker.onerror = (event) => {
      // A crashed worker answers nothing more. Reject all open questions; the next question starts a new worker.
      this.waiting.forEach(({ reject }) => reject(new Error(event.message)));
      this.waiting.clear();
      worker.terminate();
      this.worker = undefined;
    };
    return worker;
  }

  /** Solves the course before the first question about it. */
  async study(situation: Situation): Promise<void> {
    await this.put({ ask: 'study', ...this.news(situation) });
  }

  pilot(situation: Situation, pilot: PilotName): Promise<Decision> {
    return this.put({ ask: 'pilot', pilot, ...this.news(situation) });
  }

  hint(situation: Situation): Promise<HintView> {
    return this.put({ ask: 'hint', ...this.news(situation) });
  }

  /** Why the best choice is the best, and the way it leads. */
  advice(situation: Situation): Promise<Advice> {
    return this.put({ ask: 'advice', ...this.news(situation) });
  }

  /** A chart as SVG. Lake and course are written as in a record. */
  chart(layout: string, course: string, water: Water, rim: Rim): Promise<string> {
    return this.put({ ask: 'chart', layout, course, water, rim });
  }

  /** The events of a boat that plays perfectly, alone, with average dice. */
  bestPlay(sides: Sides, layout: string, course: string): Promise<RecordStory> {
    return this.put({ ask: 'best', sides, layout, course });
  }

  /** The events and names of a record. Refused if it contradicts the rules. */
  story(record: string): Promise<RecordStory> {
    return this.put({ ask: 'story', record });
  }

  /** Verifies the dice of a record. Refused if they can't be shown to be fair. */
  verify(record: string): Promise<Fairness> {
    return this.put({ ask: 'verify', record });
  }

  /** The last race of a record with boats and wakes, as SVG. */
  picture(record: string): Promise<string> {
    return this.put({ ask: 'picture', record });
  }

  analyze(record: string): Promise<AnalysisView> {
    return this.put({ ask: 'analyze', record });
  }
}

/** One worker for the whole page. */
export const brain = new Brain();
