import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
import { type PictureHost, startPictureHost } from './picture-host.ts';
import type { UsedServer } from './server.ts';
import { type Captcha, picturePort, sharedServer } from './shared-servers.ts';

/** Parts of messages that a journey expects, such as the browser's own line about an answer 401. */
type Expected = (RegExp | string)[];

type WorkerFixtures = {
  /** Where pictures by URL come from; the server may reach it. */
  pictures: PictureHost;
};
type TestFixtures = {
  /**
   * `altcha` as it is shipped, in the journeys of signing up and in; the others sign in over HTTP and spare its half second of
   * work. Not an option of the worker: each change of one ends the worker and its browser.
   */
  captcha: Captcha;
  server: UsedServer;
  /** What may go wrong in this journey: `expected.push(/401/)` before it happens. */
  expected: Expected;
};

/** Requests that the browser itself gave up because the page went elsewhere or closed a stream. */
const isAbandoned = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Collects everything that a person with open developer tools would see in red. */
export function watch(page: Page, problems: string[]): void {
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    if (!isAbandoned(request)) problems.push(`request failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
}

/**
 * The `test` of every journey: one server a captcha for all workers, started as it is shipped, and a page that fails the journey
 * when anything goes wrong behind the scenes. Each journey has an account of its own; a file whose server has settings of its own takes
 * the `test` of `own-server.ts`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  captcha: ['off', { option: true }],
  pictures: [
    async ({ playwright: _playwright }, use, { parallelIndex }) => {
      const host = await startPictureHost(picturePort(parallelIndex));
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  server: [async ({ captcha }, use) => use(await sharedServer(captcha)), { scope: 'test', timeout: 300_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  expected: async ({ playwright: _playwright }, use) => use([]),
  page: async ({ page, expected, server }, use, info) => {
    const problems: string[] = [];
    watch(page, problems);
    page.context().on('page', (opened) => watch(opened, problems));
    const before = server.output().length;
    await use(page);
    // A call that a journey answers itself may be under way: its end would fail the journey after this one.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const isExpected = (problem: string): boolean =>
      expected.some((part) => (typeof part === 'string' ? problem.includes(part) : part.test(problem)));
    const unexpected = problems.filter((problem) => !isExpected(problem));
    if (info.errors.length > 0 || unexpected.length > 0) {
      const text = await page.innerText('main', { timeout: 2_000 }).catch(() => 'nothing that could be read');
      // A terminal shows the first 300 characters of it.
      await info.attach('what the page says', { body: text.replaceAll(/\s+/g, ' ') });
      await info.attach('server output', { body: server.output().slice(before) });
    }
    expect(unexpected).toEqual([]);
  },
});

export { expect };
