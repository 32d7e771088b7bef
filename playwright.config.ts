import { defineConfig, devices } from '@playwright/test';
import { browserArgs, installedBrowser } from './scripts/lib/browser.mjs';

const executablePath = installedBrowser();

/** Journeys start the shipped `npm start` themselves (e2e/journey.ts): there is no web server to keep here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // A browser each, on one server. What one waits for is another's time to compute; more would only make each of them slower.
  workers: 4,
  // Far more than a slow machine needs with Vitest beside them: only a journey that hangs comes near these limits, so no file has its
  // own.
  timeout: 600_000,
  // As with Vitest: where `CI` is set only, and the last lines of `npm test` name it.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // No trace: its snapshots fetch the page's blob: pictures, which our policy refuses and the journeys then report.
    screenshot: 'only-on-failure',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArgs(),
    },
  },
});
