// What is shown of a regatta: a fold over its happenings, one at a time, each played on the stage before it counts.
import { tick } from 'svelte';
import { Game } from '$lib/rules/rules';
import type { BoatView, Color, GameView, Happening, Hex } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import type { Host } from './host';

/** Plays a happening for the eye and the ear. What it answers tidies up once the new state is drawn. */
export interface Stage {
  play(happening: Happening, before: GameView): Promise<() => void>;
  /** Drops whatever is being played. */
  cancel(): void;
}

/** The way of one boat in this race, the oldest hex first. */
export type Wakes = Partial<Record<Color, Hex[]>>;

const nothing: GameView = { headings: [], races: 0, over: false };

export class Show {
  /** The state after all that is shown. */
  view = $state.raw<GameView>(nothing);
  /** How many happenings are shown, and how many there are. */
  shown = $state(0);
  told = $state(0);
  wakes = $state.raw<Wakes>({});
  /** The roll that tumbles just now. */
  rolling = $state.raw<Happened<'rolled'> | undefined>();
  /** The boat that moves just now. */
  moving = $state<Color | undefined>();
  /** Results of races that are shown as over. */
  results = $state.raw<Happened<'race-over'>[]>([]);
  /** Nothing is played on the stage until the race is over. */
  hurry = $state(false);
  /** Goes on by itself. */
  playing = $state(true);
  /** The story could not be followed. */
  fault = $state.raw<Error | undefined>();

  game: Game | undefined;
  private stage: Stage | undefined;
  private running = false;
  /** Every jump makes what was under way before it void. */
  private jump = 0;
  private readonly unlisten: () => void;
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly host: Host,
    /** How many happenings count as seen already. */
    seen = host.story.length,
    private readonly hear: (happening: Happening, show: Show) => void = () => undefined,
    /** Waits after each race until somebody goes on. */
    private readonly waits = true,
  ) {
    this.told = host.story.length;
    this.unlisten = host.listen(() => {
      this.told = host.story.length;
      void this.run();
    });
    this.goTo(seen);
    host.setPace?.(() => this.caughtUp());
  }

  /** All that happened is shown. */
  get current(): boolean {
    return this.shown === this.told;
  }

  /** The race that has just ended, or the last one once all is over. */
  get ended(): Happened<'race-over'> | undefined {
    const last = this.story[this.shown - 1];
    return last?.type === 'race-over' || this.view.over ? this.results.at(-1) : undefined;
  }

  /** The boat whose turn it is, as shown. */
  get active(): BoatView | undefined {
    const { state } = this.view;
    return state?.boats.find(({ color }) => color === state.turn);
  }

  /** A person on this device decides now. */
  get mine(): Color | undefined {
    const turn = this.view.state?.turn;
    return this.current && turn && this.host.mine.includes(turn) ? turn : undefined;
  }

  get story(): readonly Happening[] {
    return this.host.story;
  }

  setStage(stage: Stage | undefined): void {
    this.stage?.cancel();
    this.stage = stage;
    void this.run();
  }

  /** Shows the state after so many happenings, at once. */
  goTo(count: number): void {
    this.jump += 1;
    this.stage?.cancel();
    this.rolling = undefined;
    this.moving = undefined;
    const target = Math.max(1, Math.min(count, this.told));
    try {
      if (!this.game || target < this.shown) {
        this.game?.free();
        this.game = undefined;
        this.game = Game.follow(this.story.slice(0, target));
      } else if (target > this.shown) {
        this.game.tell(...this.story.slice(this.shown, target));
      }
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      return;
    }
    this.shown = target;
    this.fold();
    void this.run();
  }

  /** Everything that is derived from what is shown. */
  private fold(): void {
    const seen = this.story.slice(0, this.shown);
    const begun = seen.findLastIndex(({ type }) => type === 'race');
    const wakes: Wakes = {};
    seen.slice(begun).forEach((happening) => addWake(wakes, happening));
    this.wakes = wakes;
    this.results = seen.filter((happening) => happening.type === 'race-over');
    if (this.game) this.view = this.game.view();
    this.settle();
  }

  /** Plays on to the end of what is told, if it plays. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (this.playing && this.shown < this.told && !this.fault) await this.step();
    } finally {
      this.running = false;
      this.settle();
    }
  }

  /** Plays one happening. */
  private async step(): Promise<void> {
    const happening = this.story[this.shown];
    if (!happening) return;
    const jump = this.jump;
    if (happening.type === 'rolled') this.rolling = happening;
    if (happening.type === 'moved') this.moving = happening.color;
    const tidy = this.hurry ? undefined : await this.stage?.play(happening, this.view);
    if (jump !== this.jump) return tidy?.();
    try {
      this.game?.tell(happening);
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      return;
    }
    this.shown += 1;
    this.rolling = undefined;
    this.moving = undefined;
    if (happening.type === 'race-over') this.hurry = false;
    const more = this.story[this.shown]?.type !== 'over';
    if (this.waits && happening.type === 'race-over' && more) this.playing = false;
    this.fold();
    this.hear(happening, this);
    await tick();
    tidy?.();
  }

  /** Once everything told is shown. */
  caughtUp(): Promise<void> {
    if (this.current && this.playing) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private settle(): void {
    if (this.current && this.playing) this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Where to look back to: just after the last move of this colour, or the start of the race. */
  since(color: Color): number {
    const before = this.story.slice(0, this.told);
    const moved = before.findLastIndex((it) => it.type === 'moved' && it.color === color);
    const race = before.findLastIndex(({ type }) => type === 'race');
    return Math.max(moved, race) + 1;
  }

  /** To the end of the race, as fast as it goes. */
  hurryOn(): void {
    this.hurry = true;
    this.stage?.cancel();
  }

  setPlaying(playing: boolean): void {
    this.playing = playing;
    void this.run();
  }

  close(): void {
    this.jump += 1;
    this.playing = false;
    this.unlisten();
    this.stage?.cancel();
    this.game?.free();
    this.game = undefined;
    this.host.close();
  }
}

function addWake(wakes: Wakes, happening: Happening): void {
  if (happening.type === 'placed') wakes[happening.color] = [happening.at];
  if (happening.type === 'moved') wakes[happening.color]?.push(...happening.path);
}
