// Touch, mouse and wheel on the lake: pan, pinch, zoom, tap on something that can be chosen, and drag a boat to turn it.
import { thePlane } from '$lib/rules/rules';
import { HEADINGS, type Heading } from '$lib/types';
import type { Viewport } from './viewport.svelte';

interface Handlers {
  /** Without a viewport nothing is moved or zoomed, and the page scrolls as usual. */
  viewport?: Viewport;
  /** A tap on an element with `data-pick`, or a boat with `data-turn` that is dragged to another heading. */
  pick: (what: string) => void;
  /** A tap on anything else. */
  tap?: () => void;
}

/** The heading that is closest to this direction. */
export function headingOf(dx: number, dy: number): Heading {
  const { degrees } = thePlane();
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const off = (heading: Heading) => Math.abs(((degrees[heading] - angle + 540) % 360) - 180);
  return HEADINGS.reduce((best, heading) => (off(heading) < off(best) ? heading : best));
}

/** A pointer that moves farther than this does not tap. */
const TAP = 8;

export function gestures(node: HTMLElement, { viewport, pick, tap }: Handlers) {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  /** The middle of the boat that is being turned. */
  let turning: { x: number; y: number } | undefined;
  let turned: Heading | undefined;

  const place = (event: { clientX: number; clientY: number }) => {
    const { left, top } = node.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b
      ? { at: [(a.x + b.x) / 2, (a.y + b.y) / 2] as const, far: Math.hypot(a.x - b.x, a.y - b.y) }
      : null;
  };

  const down = (event: PointerEvent) => {
    if (event.button > 0 || (event.target as Element).closest('button, a')) return;
    if (fingers.size === 0) {
      travelled = 0;
      const boat = (event.target as Element).closest('[data-turn]')?.getBoundingClientRect();
      turning = boat && place({ clientX: boat.x + boat.width / 2, clientY: boat.y + boat.height / 2 });
      turned = undefined;
    }
    fingers.set(event.pointerId, place(event));
    if (viewport || turning) node.setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const wide = spread();
    const now = place(event);
    fingers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < TAP) return;
    if (turning) {
      const heading = headingOf(now.x - turning.x, now.y - turning.y);
      if (heading !== turned) pick(`heading:${heading}`);
      turned = heading;
      return;
    }
    if (!viewport) return;
    viewport.held = 'hand';
    const wider = spread();
    if (wide && wider) {
      viewport.zoomAt(wider.at, wider.far / Math.max(wide.far, 1));
      viewport.panBy(wider.at[0] - wide.at[0], wider.at[1] - wide.at[1]);
    } else viewport.panBy(now.x - before.x, now.y - before.y);
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || travelled >= TAP || event.type === 'pointercancel') return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-pick]');
    if (target instanceof SVGElement || target instanceof HTMLElement) pick(target.dataset['pick'] ?? '');
    else tap?.();
  };
  const wheel = (event: WheelEvent) => {
    if (!viewport) return;
    event.preventDefault();
    viewport.held = 'hand';
    const { x, y } = place(event);
    viewport.zoomAt([x, y], Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
  };

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('wheel', wheel, { passive: false });
  return {
    destroy() {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('wheel', wheel);
    },
  };
}
