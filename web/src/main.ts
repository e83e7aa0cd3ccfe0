// The entry point of the app.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { settings } from '$lib/store/settings.svelte';

// A tiny WebAssembly module that uses SIMD, to test whether the browser can run the rules.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

async function begin(): Promise<void> {
  await settings.speak();
  const target = document.getElementById('app');
  if (!target) return;
  target.textContent = '';
  const able = typeof WebAssembly === 'object' && WebAssembly.validate(VECTORS);
  mount(App, { target, props: { able } });
  // Some private windows have no service worker.
  const keeper = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (import.meta.env.PROD) keeper?.register('/sw.js').catch(() => undefined);
}

void begin();
