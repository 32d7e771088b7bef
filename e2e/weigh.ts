import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';

/** What a page's browser has asked for so far. */
export type Weight = {
  /** JavaScript, workers included, each file once. */
  scripts: () => Promise<{ url: string; text: string }[]>;
  /** The same, compressed with gzip. */
  scriptBytes: () => Promise<number>;
  /** Calls of the API: `GET /api/usage`, ids as `:id`. */
  calls: () => string[];
  /** Waits until the page has loaded and painted, all that it asked for was answered, and it has asked for nothing new for a while. */
  settled: () => Promise<void>;
};

const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** How long nothing new may be asked for until a page counts as settled: one script may load another. */
const QUIET_MS = 400;

/** Waits for the first text: from it on a drawn page asks for its scripts. On a busy machine it comes long after everything else. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
        }).observe({ type: 'paint', buffered: true }),
      ),
  );

/** Since the page began to ask for what it asked for last, or since its first text. */
const quietMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const entries = ['resource', 'paint'].flatMap((type) => performance.getEntriesByType(type));
    return performance.now() - Math.max(0, ...entries.map((entry) => entry.startTime));
  });

type Script = { url: string; text: string; bytes: number };
/** By address: what is in a file of a build stands in its name, and most pages share most of them. */
const known = new Map<string, Promise<Script>>();

/** Fetched once more, because the browser does not give out what its workers got. */
function scriptAt(page: Page, url: string): Promise<Script> {
  const script =
    known.get(url) ??
    page.request
      .get(url)
      .then((answer) => answer.text())
      .then((text) => ({ url, text, bytes: gzipSync(text).length }));
  known.set(url, script);
  return script;
}

/** Watches what the page asks for from now on. */
export function weigh(page: Page): Weight {
  const urls = new Set<string>();
  const calls: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    // The live line is never answered whole, a video only as far as it is watched.
    if (!['eventsource', 'media'].includes(request.resourceType())) open.add(request);
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(withoutIds(`${request.method()} ${pathname}`));
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  // Nobody is told that a script of a worker has ended once the worker has: one that solved its captcha is gone at once.
  const forget = (url: string) => {
    for (const request of open) if (request.url() === url) open.delete(request);
  };
  page.on('worker', (worker) => worker.on('close', () => forget(worker.url())));
  page.on('response', (answer) => {
    // Who asks whether there is an answer reads none of it: for the browser it never ends.
    if (answer.request().resourceType() === 'fetch') open.delete(answer.request());
    if (page.workers().some((worker) => worker.url() === answer.url())) forget(answer.url());
    if (answer.ok() && (answer.headers()['content-type'] ?? '').includes('javascript')) urls.add(answer.url());
  });
  const scripts = () => Promise.all([...urls].map((url) => scriptAt(page, url)));
  return {
    scripts,
    scriptBytes: async () => (await scripts()).reduce((total, { bytes }) => total + bytes, 0),
    calls: () => [...calls],
    settled: async () => {
      await page.waitForLoadState('load');
      await painted(page);
      // The browser lists what was answered only: on a busy machine a slow script is not among it.
      await expect
        .poll(async () => ({ open: [...open].map((request) => request.url()), isQuiet: (await quietMs(page)) > QUIET_MS }), {
          intervals: [QUIET_MS / 4],
        })
        .toEqual({ open: [], isQuiet: true });
    },
  };
}

/** A line of the table of a journey about weight. */
export function weightLine(path: string, bytes: number, budgetBytes: number): string {
  const inKilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`.padStart(9);
  return `${inKilobytes(bytes)} of ${inKilobytes(budgetBytes)}  ${withoutIds(path)}`;
}
