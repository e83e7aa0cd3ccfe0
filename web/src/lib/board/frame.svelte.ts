// Work for after the next frame, so that no single frame has to do everything.
import { untrack } from 'svelte';

/** Acts once the next frame is drawn and `wait` milliseconds have passed. Returns a function that calls it off. */
export function afterFrame(act: () => void, wait = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(act, wait)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A value as it was a frame ago, for what need not change in the same frame as the rest. Call it while a component is created. */
export function late<T>(read: () => T): { readonly now: T } {
  let now = $state.raw(untrack(read));
  let cancel: (() => void) | undefined;
  $effect(() => {
    void read();
    cancel ??= afterFrame(() => {
      cancel = undefined;
      now = untrack(read);
    });
  });
  $effect(() => () => cancel?.());
  return {
    get now() {
      return now;
    },
  };
}
