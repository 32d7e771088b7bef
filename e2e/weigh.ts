import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

/** What a page's browser has asked for so far. */
export type Weight = {
  /** JavaScript, workers included, each file once. */
  scripts: () => Promise<{ url: string; text: string }[]>;
  /** The same, compressed with gzip. */
  scriptBytes: () => Promise<number>;
  /** Calls of the API: `GET /api/usage`, ids as `:id`. */
  calls: () => string[];
};

const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** Watches what the page asks for from now on. */
export function weigh(page: Page): Weight {
  const urls = new Set<string>();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(withoutIds(`${request.method()} ${pathname}`));
  });
  page.on('response', (answer) => {
    if (answer.ok() && (answer.headers()['content-type'] ?? '').includes('javascript')) urls.add(answer.url());
  });
  // Fetched once more, because the browser does not give out what its workers got.
  const scripts = () => Promise.all([...urls].map(async (url) => ({ url, text: await (await page.request.get(url)).text() })));
  return {
    scripts,
    scriptBytes: async () => (await scripts()).reduce((total, { text }) => total + gzipSync(text).length, 0),
    calls: () => [...calls],
  };
}

/** How long nothing new may be asked for until a page counts as settled: one script may load another. */
const QUIET_MS = 400;

/** Waits until the page has been loaded and has asked for nothing new for a while. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const quietMs = () =>
    page.evaluate(
      () => performance.now() - Math.max(0, ...performance.getEntriesByType('resource').map((entry) => entry.startTime)),
    );
  await expect.poll(quietMs).toBeGreaterThan(QUIET_MS);
}

/** A line of the table of a journey about weight. */
export function weightLine(path: string, bytes: number, budgetBytes: number): string {
  const inKilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`.padStart(9);
  return `${inKilobytes(bytes)} of ${inKilobytes(budgetBytes)}  ${withoutIds(path)}`;
}
