// How Playwright runs the benchmarks of the web app.
import { defineConfig } from '@playwright/test';
import e2e from '../playwright.config';

// Benchmarks of the web app, one after the other: `npm run bench`.
export default defineConfig({
  ...e2e,
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  reporter: [['./lines.ts']],
});
