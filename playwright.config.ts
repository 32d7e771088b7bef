import { defineConfig, devices } from '@playwright/test';
import { installedBrowser } from './scripts/lib/browser.mjs';

const executablePath = installedBrowser();

/** Journeys start the shipped `npm start` themselves (e2e/journey.ts): there is no web server to keep here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.spec.ts',
  outputDir: 'test-results',
  // One server and one browser at a time: more of both than two cores carry makes waits run out.
  workers: 1,
  timeout: 60_000,
  // As with Vitest: where `CI` is set only, and the last lines of `npm test` name it.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    // No trace: its snapshots fetch the page's blob: pictures, which our policy refuses and the journeys then report.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's own sandbox does not start as root; these journeys open nothing but our own pages.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] }, testIgnore: '**/*.phone.journey.spec.ts' },
    { name: 'phone', use: { ...devices['Pixel 7'] }, testMatch: '**/*.phone.journey.spec.ts' },
  ],
});
