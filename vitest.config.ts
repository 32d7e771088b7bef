import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const common = {
  exclude: ['**/node_modules/**', '**/build/**'],
  // Far more than a slow machine needs with the journeys beside them: only a test that hangs comes near these limits, so no test has
  // its own.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // What passes only then is named in the last lines of `npm test`: it is a defect all the same. Nobody's own run has a second try.
  retry: process.env.CI ? 1 : 0,
  // The library gives up after a second, which a busy machine takes for one look.
  expect: { poll: { timeout: 60_000 } },
};
/** Tests that put another module in the place of one: each has processes of its own. */
const replacingModules = globSync('{packages,scripts,bench,prove}/**/*.test.{ts,tsx}', { exclude: ['**/node_modules'] }).filter(
  (file) => /\bvi\.(?:do)?mock\(/i.test(readFileSync(file, 'utf8')),
);
/** Files of a project follow each other in the same processes: what they all import is loaded once. */
const together = { ...common, exclude: [...common.exclude, ...replacingModules], isolate: false };
const pure = (name: string) => ({ test: { ...together, name, include: [`packages/${name}/**/*.test.{ts,tsx}`] } });

/** One project a workspace: `npx vitest run --project engine`, or any path. The server's project starts a PostgreSQL for the run. */
export default defineConfig({
  test: {
    // Two at a time, for two cores, and four journeys beside them: more would only make each of them slower.
    maxWorkers: 2,
    projects: [
      pure('contract'),
      pure('engine'),
      pure('sdk'),
      pure('cli'),
      pure('web'),
      {
        test: {
          ...together,
          name: 'server',
          include: ['packages/server/**/*.test.ts'],
          globalSetup: ['packages/server/test/helpers/global-setup.ts'],
        },
      },
      { test: { ...together, name: 'house', include: ['{scripts,bench,prove}/**/*.test.ts'] } },
      { test: { ...common, name: 'replacing modules', include: replacingModules } },
    ],
  },
});
