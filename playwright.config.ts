import { defineConfig, devices } from '@playwright/test';
import { browserArgs, installedBrowser } from './scripts/lib/browser.mjs';

const executablePath = installedBrowser();

/** Journeys start the shipped `npm start` themselves (e2e/journey.ts): there is no web server to keep here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // A browser each, on one server. What one waits for is another's time to compute.
  workers: 5,
  // `npm test` runs Vitest beside them, and nobody waits for these limits but a journey that hangs.
  timeout: 120_000,
  // As with Vitest: where `CI` is set only, and the last lines of `npm test` name it.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // No trace: its snapshots fetch the page's blob: pictures, which our policy refuses and the journeys then report.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArgs(),
    },
  },
});
