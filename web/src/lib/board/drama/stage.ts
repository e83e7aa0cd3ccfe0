// Animation on the lake: boats run, crash, sink and finish, each with its signs and sounds, and dice tumble.
import type { Stage } from '$lib/game/show.svelte';
import type { BoatView, Color, GameView, Happening, Heading } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import { thePlane } from '$lib/rules/rules';
import { settings } from '$lib/store/settings.svelte';
import { sound } from '$lib/store/sound';
import type { Point } from '../camera/viewport.svelte';
import { markOf } from '../lake';
import { Effects } from './effects';
import { momentsOf, type Moment } from './moments';

/** The parts of a boat that are moved. */
export interface BoatParts {
  moves: SVGGElement;
  /** Within `moves`. */
  turns: SVGGElement;
  /** The wave at the bow; invisible at rest. */
  bow: SVGGElement;
}

export interface Props {
  boat(color: Color): BoatParts | undefined;
  /** The groups for effects, below and above the boats. */
  effects(): { below: SVGGElement; above: SVGGElement } | undefined;
  /** Called before a boat moves, so that the camera can follow. */
  before(moved: Happened<'moved'> | Happened<'placed'>): void;
  /** Called when something special happens. */
  say?(moments: readonly Moment[], color: Color, at: Point): void;
}

/** Times in milliseconds. */
const DICE = 750;
const TURN = 160;
const HEX = 90;
const RUN_MOST = 1200;
const JOLT = 120;
const SINK = 1400;
const FINISH = 1500;
const RUN = 'cubic-bezier(.35,.05,.35,1)';

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The shorter turn from one heading to another, in degrees. */
export function turned(from: Heading, to: Heading): number {
  const { degrees } = thePlane();
  return ((degrees[to] - degrees[from] + 540) % 360) - 180;
}

/** Browsers do not animate hidden pages, so an animation there would never end. */
const unseen = (): boolean => typeof document !== 'undefined' && document.hidden;

const at = ([x, y]: Point, rest = ''): string => `translate(${x}px, ${y}px) ${rest}`;

/** One happening on the stage. */
class Act {
  /** Removes what the animations leave behind. */
  readonly tidy: (() => void)[] = [];
  private readonly effects: Effects | undefined;

  constructor(
    private readonly props: Props,
    private readonly signal: AbortSignal,
  ) {
    const layers = props.effects();
    const animate = (node: Element, frames: Keyframe[], options: KeyframeAnimationOptions) =>
      this.run(node, frames, options).ended;
    this.effects = layers && new Effects(layers, animate, settings.tempo);
  }

  private run(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions) {
    if (typeof node.animate !== 'function' || this.signal.aborted)
      return { ended: Promise.resolve(), cancel: () => undefined };
    const animation = node.animate(frames, { fill: 'forwards', ...options });
    const cancel = (): void => animation.cancel();
    this.signal.addEventListener('abort', cancel);
    return {
      ended: animation.finished.then(
        () => undefined,
        () => undefined,
      ),
      cancel,
    };
  }

  /** Animates a part of a boat. It stays as it is until the new state is drawn. */
  private async move(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
    const { ended, cancel } = this.run(node, frames, options);
    this.tidy.push(cancel);
    await ended;
  }

  pause(milliseconds: number): Promise<void> {
    return wait(milliseconds * settings.tempo, this.signal);
  }

  async moved(moved: Happened<'moved'>, before: GameView, moments: readonly Moment[]): Promise<void> {
    const was = before.state?.boats.find(({ color }) => color === moved.color);
    const parts = this.props.boat(moved.color);
    const { centers, degrees } = thePlane();
    const [from, to] = [centers[was?.at ?? ''], centers[moved.end]];
    if (!was?.heading || !parts || !from || !to) return;
    const change = turned(was.heading, moved.heading);
    const turn = this.turn(parts, change);
    // The run begins when the turn ends, but both are handed over together: each start of an animation costs the page a frame.
    if (moved.path.length > 0)
      await this.travel(parts, from, to, moved, change === 0 ? 0 : TURN * settings.tempo);
    await turn;
    const angle = (degrees[moved.heading] * Math.PI) / 180;
    if (this.signal.aborted) return;
    if (moments.length > 0) this.props.say?.(moments, moved.color, to);
    // The crash comes first, whatever follows from it.
    const signs = [...moments].sort((a, b) => Number(b.kind === 'crash') - Number(a.kind === 'crash'));
    for (const moment of signs) await this.sign(moment, parts, to, angle, { was, before, moved });
    await this.pause(160);
  }

  private async turn({ turns }: BoatParts, angle: number): Promise<void> {
    if (angle === 0) return;
    const frames = [{ transform: 'rotate(0deg)' }, { transform: `rotate(${angle}deg)` }];
    await this.move(turns, frames, { duration: TURN * settings.tempo, easing: 'ease-out' });
  }

  private async travel(
    { moves, bow }: BoatParts,
    from: Point,
    to: Point,
    moved: Happened<'moved'>,
    delay: number,
  ): Promise<void> {
    const duration = Math.min(RUN_MOST, HEX * moved.path.length + 120) * settings.tempo;
    void wait(delay, this.signal).then(() => {
      if (!this.signal.aborted) sound.engine(duration / 1000, moved.total);
    });
    const clear = this.effects?.wake(from, to, { duration, delay, easing: RUN });
    if (clear) this.tidy.push(clear);
    const wave = [
      { opacity: 0 },
      { opacity: 0.9, offset: 0.25 },
      { opacity: 0.9, offset: 0.7 },
      { opacity: 0 },
    ];
    void this.move(bow, wave, { duration, delay });
    const frames = [{ transform: at(from) }, { transform: at(to) }];
    await this.move(moves, frames, { duration, delay, easing: RUN });
  }

  /** Shows one moment. Small signs do not hold up the race. */
  private async sign(
    moment: Moment,
    parts: BoatParts,
    to: Point,
    angle: number,
    { was, before, moved }: { was: BoatView; before: GameView; moved: Happened<'moved'> },
  ): Promise<void> {
    const bow: Point = [to[0] + 17 * Math.cos(angle), to[1] + 17 * Math.sin(angle)];
    switch (moment.kind) {
      case 'crash':
        sound.crunch(moment.damage);
        void this.effects?.spray(bow, angle, moment.damage);
        void this.effects?.splinters(bow, moved.color, moment.damage);
        await this.jolt(parts, to, angle);
        return this.pause(420);
      case 'sink':
        return this.sink(parts, to);
      case 'finish':
        sound.horn();
        void this.effects?.flag(to);
        await this.pause(FINISH - 400);
        return this.move(parts.moves, [{ opacity: 1 }, { opacity: 0 }], { duration: 400 * settings.tempo });
      case 'photo':
        sound.shutter();
        void this.effects?.photo(to);
        return this.pause(300);
      case 'round':
        sound.bell(moment.buoy);
        if (before.course) void this.effects?.gate(markOf(before.course, was.leg).hexes);
        return this.pause(380);
      case 'overtake':
        sound.whoosh();
        void this.effects?.overtake(to, angle);
        return this.pause(150);
      case 'exact':
        sound.tick();
        void this.effects?.spark(bow);
        return;
      case 'threes':
      case 'last':
        return;
    }
  }

  private async jolt({ moves }: BoatParts, [x, y]: Point, angle: number): Promise<void> {
    const far = (by: number) => ({ transform: at([x + by * Math.cos(angle), y + by * Math.sin(angle)]) });
    const frames = [far(0), far(11), far(-7), far(3), far(0)];
    await this.move(moves, frames, { duration: JOLT * settings.tempo, easing: 'ease-out' });
  }

  private async sink({ moves }: BoatParts, to: Point): Promise<void> {
    sound.sink();
    void this.effects?.bubbles(to);
    const frames = [
      { transform: at(to, 'rotate(0deg) scale(1)'), opacity: 1 },
      { transform: at(to, 'rotate(14deg) scale(.98, .86)'), opacity: 1, offset: 0.3 },
      { transform: at(to, 'rotate(34deg) scale(.8, .6)'), opacity: 0.8, offset: 0.65 },
      { transform: at(to, 'rotate(60deg) scale(.3)'), opacity: 0 },
    ];
    await this.move(moves, frames, { duration: SINK * settings.tempo, easing: 'ease-in' });
  }

  /** Three threes: rings at the boat that rolled them. */
  async rolled(rolled: Happened<'rolled'>, before: GameView, moments: readonly Moment[]): Promise<void> {
    const here = before.state?.boats.find(({ color }) => color === rolled.color)?.at;
    const point = thePlane().centers[here ?? ''];
    await this.pause(rolled.rolled.length > 0 ? DICE : 250);
    if (!point || moments.length === 0 || this.signal.aborted) return;
    this.props.say?.(moments, rolled.color, point);
    sound.three();
    void this.effects?.rings(point);
  }
}

export function makeStage(props: Props): Stage {
  let stop = new AbortController();

  /** Without motion: the sounds, the captions, and a short pause to see what happened. */
  async function still(happening: Happening, moments: readonly Moment[], signal: AbortSignal): Promise<void> {
    if (!('color' in happening)) return;
    const place = thePlane().centers['end' in happening ? happening.end : ''];
    if (place && moments.length > 0) props.say?.(moments, happening.color, place);
    if (moments.some(({ kind }) => kind === 'crash')) sound.crunch(1);
    if (moments.some(({ kind }) => kind === 'finish')) sound.horn();
    if (settings.kept.speed !== 'instant' && happening.type === 'moved')
      await wait(350 * settings.tempo, signal);
  }

  return {
    async play(happening, before) {
      stop = new AbortController();
      const { signal } = stop;
      const act = new Act(props, signal);
      const hide = (): void => (unseen() ? stop.abort() : undefined);
      document.addEventListener('visibilitychange', hide, { signal });
      act.tidy.push(() => document.removeEventListener('visibilitychange', hide));
      const tidy = (): void => act.tidy.forEach((one) => one());
      if (unseen()) return tidy;
      if (happening.type === 'moved' || happening.type === 'placed') props.before(happening);
      if (happening.type === 'rolled' && happening.rolled.length > 0) sound.dice(happening.rolled.length);
      const moments = momentsOf(happening, before);
      if (settings.still) await still(happening, moments, signal);
      else if (happening.type === 'rolled') await act.rolled(happening, before, moments);
      else if (happening.type === 'moved') await act.moved(happening, before, moments);
      else if (happening.type === 'placed') await act.pause(350);
      return tidy;
    },
    cancel() {
      stop.abort();
    },
  };
}
