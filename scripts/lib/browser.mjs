import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';
import { run, runWithProgress } from './run.mjs';
import { windowlessBrowser } from './windowless-browser.mjs';

/** Debian's Chromium without a window comes first: the same engine computes a tenth less for the same pages. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * What Playwright 1.65 switches off itself, in its order: of several such lists a browser takes the last one only. A journey compares
 * them (`e2e/browser.journey.spec.ts`).
 */
const switchedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** Two pages that Chromium loads into every window for its address bar, which nobody sees here: half the computing of a window. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Arguments of a browser that is driven by a program. Chromium's own sandbox does not start as root; only our own pages are opened. */
export const browserArgs = () => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${[...switchedOffByPlaywright, ...addressBarPages].join(',')}`,
];

/** Path of an installed Chrome or Chromium, CHROME_PATH first; null without one. */
export function installedBrowser(env = process.env) {
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [env.CHROME_PATH, ...onPath, ...applications].find((path) => path && existsSync(path)) ?? null;
}

/** Path of the Chromium that Playwright keeps for itself, null while it has none. */
async function playwrightsBrowser() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/**
 * A browser for the journeys: the one that CHROME_PATH names, one without a window, an installed one, Playwright's own, or Debian's
 * package when we may install it. Null when none can be had.
 */
export async function ensureBrowser() {
  const found = installedBrowser() ?? (await playwrightsBrowser());
  if (found) return (process.env.CHROME_PATH || found.endsWith(names[0]) ? null : await windowlessBrowser()) ?? found;
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  await runWithProgress('Fetching a browser for the journeys', process.execPath, [playwright, 'install', 'chromium']);
  const fetched = await playwrightsBrowser();
  if (fetched) return fetched;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { quiet: true });
    // The first of them that this release of Debian has.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!installedBrowser())
        await runWithProgress("Installing Debian's Chromium", 'apt-get', ['install', '-y', '--no-install-recommends', name]);
  }
  return installedBrowser();
}
