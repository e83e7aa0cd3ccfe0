// Touch, mouse and wheel on the lake: pan, pinch, zoom, and tap on something that can be chosen.
import type { Viewport } from './viewport.svelte';

interface Handlers {
  viewport: Viewport;
  /** A tap on an element with `data-pick`. */
  pick: (what: string) => void;
}

/** A pointer that moves farther than this does not tap. */
const TAP = 8;

export function gestures(node: HTMLElement, { viewport, pick }: Handlers) {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;

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
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, place(event));
    node.setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const wide = spread();
    const now = place(event);
    fingers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < TAP) return;
    viewport.held = true;
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
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    viewport.held = true;
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
