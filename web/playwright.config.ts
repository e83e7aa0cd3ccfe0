import { defineConfig } from '@playwright/test';

// Every worker has a server of its own (e2e/help.ts): $POWERBOATS_BIN, or ../target/debug/powerboats.
export default defineConfig({
  testDir: 'e2e',
  // The run ends even if a test hangs.
  globalTimeout: 60 * 60_000,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // More than there are cores: many tests wait for clocks.
  workers: 5,
  fullyParallel: true,
  // On a busy machine a test may try twice more. The run then lists it as flaky.
  retries: 2,
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    // A service worker would download the whole app in every test. The tests that need one allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
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
