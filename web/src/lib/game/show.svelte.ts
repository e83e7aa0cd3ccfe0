// The regatta as it is shown: a fold over its happenings, each of which is animated before it counts.
import { tick } from 'svelte';
import { Game } from 'powerboats';
import type { BoatView, Color, GameView, Happening, Hex } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import type { Host } from './host';

/** Animates a happening, with sound. Returns a function that cleans up once the new state is drawn. */
export interface Stage {
  play(happening: Happening, before: GameView): Promise<() => void>;
  /** Stops the current animation. */
  cancel(): void;
}

/** The moves of each boat in this race, the oldest first. A move begins with the hex where the boat was. */
export type Wakes = Partial<Record<Color, Hex[][]>>;

/** Lets the browser draw and react before the next piece of work, so that no piece blocks the page for long. */
const breathe = (): Promise<void> =>
  // Timers of hidden pages are slow, and there is nothing to draw.
  document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve));

const nothing: GameView = { headings: [], races: 0, over: false };

export class Show {
  /** The state after the happenings that are shown. */
  view = $state.raw<GameView>(nothing);
  /** How many happenings are shown, and how many there are. */
  shown = $state(0);
  told = $state(0);
  wakes = $state.raw<Wakes>({});
  /** The roll that is being animated. */
  rolling = $state.raw<Happened<'rolled'> | undefined>();
  /** The boat that is being animated. */
  moving = $state<Color | undefined>();
  /** The results of the races that are over, as shown. */
  results = $state.raw<Happened<'race-over'>[]>([]);
  /** Skips all animation until the race is over. */
  hurry = $state(false);
  /** Whether it plays on by itself. */
  playing = $state(true);
  /** The boat that a spectator follows. */
  followed = $state<Color | undefined>();
  /** Why the story could not be followed. */
  fault = $state.raw<Error | undefined>();

  game: Game | undefined;
  /** How many happenings `game` has been told. */
  private known = 0;
  private stage: Stage | undefined;
  private running = false;
  /** Counts jumps, so that an animation from before a jump is ignored. */
  private jump = 0;
  private readonly unlisten: () => void;
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly host: Host,
    /** How many happenings were seen before. */
    seen = host.story.length,
    private readonly hear: (happening: Happening, show: Show) => void = () => undefined,
    /** Whether to wait after each race until the player continues. */
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

  /** Everything that has happened is shown. */
  get current(): boolean {
    return this.shown === this.told;
  }

  /** The race that has just ended, or the last race once the regatta is over. */
  get ended(): Happened<'race-over'> | undefined {
    const last = this.story[this.shown - 1];
    return last?.type === 'race-over' || this.view.over ? this.results.at(-1) : undefined;
  }

  /** The boat whose turn it is, as shown. */
  get active(): BoatView | undefined {
    const { state } = this.view;
    return state?.boats.find(({ color }) => color === state.turn);
  }

  /** The boat that a person on this device must decide for now. */
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

  /** Jumps to the state after a number of happenings. */
  goTo(count: number): void {
    this.jump += 1;
    this.stage?.cancel();
    this.rolling = undefined;
    this.moving = undefined;
    const target = Math.max(1, Math.min(count, this.told));
    try {
      if (!this.game || target < this.known) {
        this.game?.free();
        this.game = undefined;
        this.game = Game.follow(this.story.slice(0, target));
      } else if (target > this.known) {
        this.game.tell(...this.story.slice(this.known, target));
      }
      this.known = target;
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      return;
    }
    this.shown = target;
    this.fold(target);
    this.settle();
    void this.run();
  }

  /** Updates everything that is derived from the first happenings. */
  private fold(count: number, view = this.game?.view()): void {
    const seen = this.story.slice(0, count);
    const begun = seen.findLastIndex(({ type }) => type === 'race');
    const wakes: Wakes = {};
    seen.slice(begun).forEach((happening) => addWake(wakes, happening));
    this.wakes = wakes;
    this.results = seen.filter((happening) => happening.type === 'race-over');
    if (view) this.view = view;
  }

  /** Plays on to the latest happening, if it is playing. */
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

  /** Animates one happening. */
  private async step(): Promise<void> {
    const happening = this.story[this.shown];
    if (!happening) return;
    const jump = this.jump;
    if (happening.type === 'rolled') this.rolling = happening;
    if (happening.type === 'moved') this.moving = happening.color;
    const tidy = this.hurry ? undefined : await this.stage?.play(happening, this.view);
    if (jump !== this.jump) return tidy?.();
    let view: GameView | undefined;
    try {
      this.game?.tell(happening);
      this.known += 1;
      view = this.game?.view();
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      return;
    }
    if (tidy) await breathe();
    if (jump !== this.jump) return tidy?.();
    const shown = this.shown + 1;
    this.rolling = undefined;
    this.moving = undefined;
    this.fold(shown, view);
    if (tidy) {
      // First the lake, then all that is said about it, which takes as long.
      await tick();
      tidy();
      await breathe();
      if (jump !== this.jump) return;
    }
    this.shown = shown;
    if (happening.type === 'race-over') this.hurry = false;
    const more = this.story[shown]?.type !== 'over';
    if (this.waits && happening.type === 'race-over' && more) this.playing = false;
    this.settle();
    this.hear(happening, this);
    await tick();
  }

  /** Resolves once every happening is shown. */
  caughtUp(): Promise<void> {
    if (this.current && this.playing) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private settle(): void {
    if (this.current && this.playing) this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Where looking back begins: just after the last move of this colour, or at the start of the race. */
  since(color: Color): number {
    const before = this.story.slice(0, this.told);
    const moved = before.findLastIndex((it) => it.type === 'moved' && it.color === color);
    const race = before.findLastIndex(({ type }) => type === 'race');
    return Math.max(moved, race) + 1;
  }

  /** Ends the current animation; what follows is animated again. */
  skip(): void {
    this.stage?.cancel();
  }

  /** Fast-forwards to the end of the race. */
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
  if (happening.type === 'placed') wakes[happening.color] = [[happening.at]];
  if (happening.type !== 'moved') return;
  const moves = wakes[happening.color];
  const from = moves?.at(-1)?.at(-1);
  if (from) moves?.push([from, ...happening.path]);
}
