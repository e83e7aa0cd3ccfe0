// The server's time for countdowns. A component that reads it is updated four times a second.
import { createSubscriber } from 'svelte/reactivity';
import { serverNow } from './http';

const ticks = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

export function now(): number {
  ticks();
  return serverNow();
}
