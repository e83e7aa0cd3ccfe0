import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { fileURLToPath } from 'node:url';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues';

const path = (to: string) => fileURLToPath(new URL(to, import.meta.url));

/** Pages around the game: seasons, events, ladders, profiles, settings, moderation, and what only they use. */
const CLUB =
  /\/src\/(pages\/(Event|Events|EventScreen|Seasons|Ladder|Profile|Me|Moderation|Confirm|Settings|Daily|DailyRace)\.|lib\/(season|notify(?!\/banners)|online\/(events|moderation))\/)/;

export default defineConfig({
  plugins: [
    svelte(),
    svelteTesting(),
    catalogues(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false,
      manifest: false, // public/manifest.webmanifest is used instead
      workbox: {
        globPatterns: ['**/*.{js,css,html,wasm,svg,png,webmanifest,woff2}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//],
        cleanupOutdatedCaches: true,
        importScripts: ['/push-sw.js'],
      },
    }),
  ],
  resolve: {
    alias: [
      { find: '$lib', replacement: path('./src/lib') },
      { find: '$still', replacement: path('./src/still') },
      // The package's sources, as tsconfig.json says.
      { find: /^powerboats$/, replacement: path('./packages/powerboats/src/index.ts') },
      { find: /^powerboats\//, replacement: path('./packages/powerboats/src/') },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // One style sheet is smaller than forty: they repeat each other.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // They are one file: whoever needs one of them soon needs the next, and one file is smaller than twelve.
          groups: [{ name: 'club', test: CLUB }],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.API ?? 'http://127.0.0.1:8080', ws: true } },
  },
  preview: { host: '127.0.0.1', port: 4173 },
  test: {
    environment: 'jsdom',
    // Test files share the environment and the modules that they import: to make them anew for each file took most of the time.
    isolate: false,
    include: ['src/**/*.test.ts', 'packages/*/test/*.test.ts'],
    setupFiles: ['./src/test/setup.ts'],
    coverage: {
      include: ['src/**/*.{ts,svelte}', 'packages/*/src/*.ts'],
      exclude: ['src/test/**'],
      reporter: ['text-summary'],
    },
  },
});
