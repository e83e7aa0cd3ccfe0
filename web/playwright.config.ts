import { defineConfig } from '@playwright/test';

// Against a server that runs already ($BASE_URL), or the built pages alone.
const own = process.env['BASE_URL'];
const baseURL = own ?? 'http://127.0.0.1:4173';

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  workers: 1,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'en-GB',
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
  ...(own
    ? {}
    : {
        webServer: {
          command: 'npx vite preview --port 4173 --strictPort',
          url: baseURL,
          reuseExistingServer: true,
        },
      }),
});
