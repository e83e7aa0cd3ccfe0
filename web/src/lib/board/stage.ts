// Animation on the lake: boats glide along their path, crash, sink and finish, and dice tumble.
import type { Stage } from '$lib/game/show.svelte';
import type { Color, GameView, Heading } from '$lib/types';
import type { Happened } from '$lib/rules/happened';
import { thePlane } from '$lib/rules/rules';
import { settings } from '$lib/store/settings.svelte';
import { sound } from '$lib/store/sound';

export interface Props {
  /** The boat's SVG group, which is moved. Inside it is a second group, which is turned. */
  boat(color: Color): { moves: SVGGElement; turns: SVGGElement } | undefined;
  /** The foam behind a moving boat. */
  foam(): SVGPathElement | undefined;
  /** Called before a boat moves, so that the camera can follow. */
  before(moved: Happened<'moved'> | Happened<'placed'>): void;
}

const DICE = 750;
const TURN = 180;
const STEP = 105;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
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

export function makeStage(props: Props): Stage {
  let stop = new AbortController();

  /** Runs an animation to its end. `tidy` removes what it leaves behind. */
  async function animate(
    node: Element,
    frames: Keyframe[],
    options: KeyframeAnimationOptions,
    tidy: (() => void)[],
  ) {
    if (typeof node.animate !== 'function' || stop.signal.aborted) return;
    const animation = node.animate(frames, { fill: 'forwards', ...options });
    stop.signal.addEventListener('abort', () => animation.cancel());
    tidy.push(() => animation.cancel());
    await animation.finished.catch(() => undefined);
  }

  async function glide(moved: Happened<'moved'>, before: GameView, tidy: (() => void)[]): Promise<void> {
    const was = before.state?.boats.find(({ color }) => color === moved.color);
    const group = props.boat(moved.color);
    if (!was?.at || !was.heading || !group) return;
    const { centers } = thePlane();
    const [from, to] = [centers[was.at], centers[moved.end]];
    if (!from || !to) return;
    const angle = turned(was.heading, moved.heading);
    if (angle !== 0) {
      await animate(
        group.turns,
        [{ transform: 'rotate(0deg)' }, { transform: `rotate(${angle}deg)` }],
        { duration: TURN * settings.tempo, easing: 'ease-out' },
        tidy,
      );
    }
    const steps = moved.path.length;
    const duration = (200 + STEP * steps) * settings.tempo;
    const at = ([x, y]: readonly [number, number]) => `translate(${x}px, ${y}px)`;
    if (steps > 0) {
      sound.engine(duration / 1000, moved.total);
      const foam = props.foam();
      if (foam) {
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        foam.setAttribute('d', `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`);
        foam.style.strokeDasharray = `${length}`;
        tidy.push(() => foam.setAttribute('d', ''));
        void animate(
          foam,
          [{ strokeDashoffset: length }, { strokeDashoffset: 0 }],
          { duration, easing: 'cubic-bezier(.3,.1,.3,1)' },
          tidy,
        );
      }
      await animate(
        group.moves,
        [{ transform: at(from) }, { transform: at(to) }],
        { duration, easing: 'cubic-bezier(.3,.1,.3,1)' },
        tidy,
      );
    }
    if (moved.crash) await bump(group.moves, to, (thePlane().degrees[moved.heading] * Math.PI) / 180, tidy);
    if (moved.finished) sound.finish();
    if (moved.sunk) await sink(group.moves, to, tidy);
    else if (moved.finished)
      await animate(group.moves, [{ opacity: 1 }, { opacity: 0 }], { duration: 700 * settings.tempo }, tidy);
  }

  async function bump(
    node: SVGGElement,
    [x, y]: readonly [number, number],
    angle: number,
    tidy: (() => void)[],
  ) {
    sound.crash();
    const at = (far: number) => ({
      transform: `translate(${x + far * Math.cos(angle)}px, ${y + far * Math.sin(angle)}px)`,
    });
    await animate(
      node,
      [at(0), at(13), at(-5), at(3), at(0)],
      { duration: 420 * settings.tempo, easing: 'ease-out' },
      tidy,
    );
  }

  async function sink(node: SVGGElement, [x, y]: readonly [number, number], tidy: (() => void)[]) {
    sound.sink();
    const still = `translate(${x}px, ${y}px)`;
    const frames = [
      { transform: `${still} rotate(0deg) scale(1)`, opacity: 1 },
      { transform: `${still} rotate(25deg) scale(.8)`, opacity: 0.8, offset: 0.4 },
      { transform: `${still} rotate(60deg) scale(.2)`, opacity: 0 },
    ];
    await animate(node, frames, { duration: 1100 * settings.tempo, easing: 'ease-in' }, tidy);
  }

  return {
    async play(happening, before) {
      const tidy: (() => void)[] = [];
      stop = new AbortController();
      const { signal } = stop;
      const hide = (): void => (unseen() ? stop.abort() : undefined);
      document.addEventListener('visibilitychange', hide, { signal });
      tidy.push(() => document.removeEventListener('visibilitychange', hide));
      if (unseen()) return () => tidy.forEach((one) => one());
      if (happening.type === 'moved' || happening.type === 'placed') props.before(happening);
      if (happening.type === 'rolled' && happening.rolled.length > 0) sound.dice();
      if (settings.still) {
        // A short pause to see what happened, unless animation is off.
        if (settings.kept.speed !== 'instant' && happening.type === 'moved')
          await wait(350 * settings.tempo, signal);
      } else if (happening.type === 'rolled')
        await wait((happening.rolled.length > 0 ? DICE : 250) * settings.tempo, signal);
      else if (happening.type === 'moved') {
        await glide(happening, before, tidy);
        await wait(160 * settings.tempo, signal);
      } else if (happening.type === 'placed') await wait(350 * settings.tempo, signal);
      return () => tidy.forEach((one) => one());
    },
    cancel() {
      stop.abort();
    },
  };
}
