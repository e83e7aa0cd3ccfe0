// How Playwright films the race at the top of the README.
import { defineConfig } from '@playwright/test';
import e2e from '../playwright.config';

// Films a race for README: `npm run motion`.
export default defineConfig({
  ...e2e,
  testDir: '.',
  testMatch: '*.motion.ts',
  workers: 1,
  timeout: 600_000,
});
