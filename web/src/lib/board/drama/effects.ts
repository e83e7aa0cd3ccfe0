// Effects on the lake: wake, spray, splinters, bubbles, light along a gate, a flag. Each is a group or two that only the
// compositor moves (transform and opacity), and that is gone when it ends.
import { thePlane } from '$lib/rules/rules';
import type { Color, Hex } from '$lib/types';
import type { Point } from '../camera/viewport.svelte';
import { PAINT } from '../paint';

/** Runs an animation to its end, or until it is skipped. */
export type Animate = (node: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => Promise<void>;

/** No crash throws more splinters than that of a boat which sinks. */
const MOST_DAMAGE = 4;
const SVG = 'http://www.w3.org/2000/svg';
const at = ([x, y]: Point, rest = ''): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${rest}`;
const random = (from: number, to: number): number => from + (to - from) * Math.random();

export class Effects {
  constructor(
    /** The groups below and above the boats. */
    private readonly layers: { below: SVGGElement; above: SVGGElement },
    private readonly animate: Animate,
    /** The length of an animation, relative to the normal speed. */
    private readonly tempo: number,
  ) {}

  /** Adds a group that is removed when its animation ends. */
  private async burst(
    content: string,
    frames: Keyframe[],
    options: KeyframeAnimationOptions & { duration: number },
  ): Promise<void> {
    const group = this.add(content);
    await this.animate(group, frames, { ...options, duration: options.duration * this.tempo });
    group.remove();
  }

  private add(content: string, layer = this.layers.above): SVGGElement {
    const group = document.createElementNS(SVG, 'g');
    group.innerHTML = content;
    layer.append(group);
    return group;
  }

  /** The wake that grows behind a running boat. Returns a function that removes it once the drawn wake replaces it. */
  wake(from: Point, to: Point, timing: KeyframeAnimationOptions): () => void {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    // Narrow at the boat, wide where it came from.
    const group = this.add(
      '<path d="M0-9Q50-8 100-3V3Q50 8 0 9z" fill="#fff" fill-opacity=".5"/>' +
        '<path d="M0-9Q50-8 100-3M0 9Q50 8 100 3" stroke="#fff" stroke-width="2" fill="none"/>',
      this.layers.below,
    );
    const frame = (part: number) => ({ transform: at(from, `rotate(${angle}deg) scale(${part}, 1)`) });
    void this.animate(group, [frame(0.01), frame(length / 100)], { fill: 'both', ...timing });
    return () => group.remove();
  }

  /** Drops of water that fly away from a point, mostly against the boat's direction. */
  spray(point: Point, angle: number, strength: number): Promise<unknown> {
    const drops = (count: number, far: number) =>
      Array.from({ length: count }, () => {
        const way = angle + Math.PI + random(-1.5, 1.5);
        const [x, y] = [Math.cos(way) * random(4, far), Math.sin(way) * random(4, far)];
        return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${random(1, 2.6).toFixed(1)}" fill="#fff"/>`;
      }).join('');
    const fly = (scale: number) => [
      { transform: at(point, 'scale(.3)'), opacity: 1 },
      { transform: at(point, `scale(${scale})`), opacity: 0 },
    ];
    return Promise.all([
      this.burst(drops(6 + 3 * strength, 14), fly(1.6 + 0.3 * strength), {
        duration: 520,
        easing: 'ease-out',
      }),
      this.burst(drops(4 + 2 * strength, 10), fly(3 + 0.4 * strength), { duration: 720, easing: 'ease-out' }),
      this.burst('<circle r="14" fill="none" stroke="#fff" stroke-width="3"/>', fly(2.2), {
        duration: 480,
        easing: 'ease-out',
      }),
    ]);
  }

  /** Pieces of the hull, more of them for more damage. */
  splinters(point: Point, color: Color, damage: number): Promise<unknown> {
    // Four sink a boat. More of them would hide what happens.
    const force = Math.min(damage, MOST_DAMAGE);
    const piece = (): string => {
      const [way, far] = [random(0, 2 * Math.PI), random(4, 9 + 2 * force)];
      const place = `translate(${(far * Math.cos(way)).toFixed(1)} ${(far * Math.sin(way)).toFixed(1)})`;
      const paint = Math.random() < 0.6 ? PAINT[color].hull : '#8a5a2b';
      return `<path transform="${place}rotate(${random(0, 360).toFixed(0)})" d="M-4-1 3-1.800 5 .5-3 1.600z" fill="${paint}" stroke="#03121f" stroke-width=".6"/>`;
    };
    const throwing = (scale: number, spin: number) =>
      this.burst(
        Array.from({ length: 2 + 2 * force }, piece).join(''),
        [
          { transform: at(point, 'rotate(0deg) scale(.4)'), opacity: 1 },
          { transform: at(point, `rotate(${spin}deg) scale(${scale})`), opacity: 1, offset: 0.7 },
          { transform: at(point, `rotate(${spin}deg) scale(${scale})`), opacity: 0 },
        ],
        { duration: 850, easing: 'cubic-bezier(.1,.8,.3,1)' },
      );
    return Promise.all([throwing(2, 70), throwing(1.4, -110)]);
  }

  /** Bubbles that rise where a boat goes down. */
  bubbles(point: Point): Promise<unknown> {
    const some = () =>
      Array.from(
        { length: 5 },
        () =>
          `<circle cx="${random(-13, 13).toFixed(1)}" cy="${random(-5, 10).toFixed(1)}" r="${random(1.5, 4).toFixed(1)}" fill="#fff" fill-opacity=".35" stroke="#fff"/>`,
      ).join('');
    return Promise.all(
      [0, 350, 700].map((delay) =>
        this.burst(
          some(),
          [
            { transform: at([point[0], point[1] + 6], 'scale(.5)'), opacity: 0 },
            { opacity: 1, offset: 0.3 },
            { transform: at([point[0], point[1] - 16], 'scale(1.1)'), opacity: 0 },
          ],
          { duration: 750, delay: delay * this.tempo, fill: 'both' },
        ),
      ),
    );
  }

  /** Light that runs along a gate, from the buoy outward. */
  gate(hexes: readonly Hex[]): Promise<unknown> {
    const { hex, centers } = thePlane();
    return Promise.all(
      hexes.slice(0, 5).map((one, i) =>
        this.burst(
          `<path d="${hex}" fill="#fff" stroke="#fff" stroke-width="4"/>`,
          [
            { transform: at(centers[one] ?? [0, 0], 'scale(.5)'), opacity: 0 },
            { transform: at(centers[one] ?? [0, 0], 'scale(1)'), opacity: 0.85, offset: 0.35 },
            { transform: at(centers[one] ?? [0, 0], 'scale(1.1)'), opacity: 0 },
          ],
          { duration: 520, delay: 70 * i * this.tempo, fill: 'both', easing: 'ease-out' },
        ),
      ),
    );
  }

  /** A flag that waves above a boat that has finished. */
  flag(point: Point): Promise<void> {
    const squares = Array.from({ length: 16 }, (_, i) => [i % 4, Math.floor(i / 4)] as const)
      .filter(([column, row]) => (column + row) % 2 === 0)
      .map(([column, row]) => `M${column * 7} ${row * 7 - 46}h7v7h-7z`)
      .join('');
    const mast = '<path d="M0 0V-48" stroke="#03121f" stroke-width="3" stroke-linecap="round"/>';
    const cloth = '<path d="M0-46h28v28H0z" fill="#fff" stroke="#03121f" stroke-width="1.500"/>';
    const wave = [0, -9, 6, -6, 4, 0].map((turn, i) => ({
      transform: at(point, `rotate(${turn}deg) scale(${i === 0 ? 0.2 : 1.1})`),
      opacity: i === 5 ? 0 : 1,
    }));
    return this.burst(`${mast}${cloth}<path d="${squares}" fill="#03121f"/>`, wave, { duration: 1500 });
  }

  /** Two chevrons that fly past: a boat overtakes. */
  overtake(point: Point, angle: number): Promise<void> {
    const turn = `rotate(${((angle * 180) / Math.PI).toFixed(0)}deg)`;
    return this.burst(
      '<path d="M-14-16-2 0-14 16M0-16 12 0 0 16" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
      [
        { transform: at(point, `${turn} translate(-30px, 0)`), opacity: 0 },
        { transform: at(point, `${turn} translate(4px, 0)`), opacity: 1, offset: 0.5 },
        { transform: at(point, `${turn} translate(44px, 0)`), opacity: 0 },
      ],
      { duration: 600, easing: 'ease-out' },
    );
  }

  /** A spark at the bow: the boat stops on the last hex of water. */
  spark(point: Point): Promise<void> {
    return this.burst(
      '<path d="M0-16 3-3 16 0 3 3 0 16-3 3-16 0-3-3z" fill="#fff"/>',
      [
        { transform: at(point, 'rotate(0deg) scale(.1)'), opacity: 1 },
        { transform: at(point, 'rotate(60deg) scale(1.3)'), opacity: 1, offset: 0.4 },
        { transform: at(point, 'rotate(120deg) scale(.1)'), opacity: 0 },
      ],
      { duration: 520 },
    );
  }

  /** Three rings: a boat rolls three threes. */
  rings(point: Point): Promise<unknown> {
    return Promise.all(
      [0, 120, 240].map((delay) =>
        this.burst(
          '<circle r="20" fill="none" stroke="#fff" stroke-width="3"/>',
          [
            { transform: at(point, 'scale(.6)'), opacity: 0.9 },
            { transform: at(point, 'scale(2)'), opacity: 0 },
          ],
          { duration: 500, delay: delay * this.tempo, fill: 'both' },
        ),
      ),
    );
  }

  /** The corners of a photograph that close round a boat. */
  photo(point: Point): Promise<void> {
    const corners = 'M-34-18V-34H-18M18-34H34V-18M34 18V34H18M-18 34H-34V18';
    return this.burst(
      `<path d="${corners}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>`,
      [
        { transform: at(point, 'scale(2)'), opacity: 0 },
        { transform: at(point, 'scale(1)'), opacity: 1, offset: 0.4 },
        { transform: at(point, 'scale(1)'), opacity: 0 },
      ],
      { duration: 900 },
    );
  }
}
