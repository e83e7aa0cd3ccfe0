import { defineConfig } from '@playwright/test';

// Every worker has a server of its own (e2e/help.ts): $POWERBOATS_BIN, or ../target/debug/powerboats.
export default defineConfig({
  testDir: 'e2e',
  // The run ends even if a test hangs.
  globalTimeout: 25 * 60_000,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
