import { expect, test } from './journey.ts';
import { accountInUse } from './screens.ts';
import { weigh, weightLine } from './weigh.ts';

/**
 * JavaScript compressed with gzip: of the dashboard as it opens, and what each further screen adds, an item's page the most.
 * 1 kB = 1,000 bytes.
 */
const budget = { firstBytes: 180_000, itemBytes: 45_000, furtherBytes: 40_000 };

test('DASH-01 the JavaScript and the calls of the first screen, and of each further one, stay within their budget', async ({
  page,
  browser,
  server,
}) => {
  const [first, ...others] = await accountInUse(page, server);
  const storageState = await page.context().storageState();
  const lines: string[] = [];
  const over: string[] = [];
  const note = (path: string, bytes: number, allowed: number) => {
    lines.push(weightLine(path, bytes, allowed));
    if (bytes > allowed) over.push(weightLine(path, bytes, allowed));
  };
  for (const further of [null, ...others]) {
    // A browser of its own: nothing is in its cache.
    const context = await browser.newContext({ baseURL: server.url, storageState });
    // The line says what changed just before, and that is read once more: not what is counted here.
    await context.route('**/api/events?*', () => undefined);
    const fresh = await context.newPage();
    const weight = weigh(fresh);
    fresh.on('request', (request) => {
      // It has names of its own for what the dashboard calls otherwise.
      if (/\/assets\/site-[^/]*\.css/.test(request.url()))
        over.push(`${further?.path ?? '/dashboard'} has the public pages' style sheet`);
    });
    await fresh.goto('/dashboard');
    /** Until it has asked for all that it should: on a busy machine the page may be quiet before the last call. */
    const hasAsked = (calls: readonly string[] = [], from = 0) =>
      expect.poll(() => calls.filter((call) => !weight.calls().slice(from).includes(call))).toEqual([]);
    await expect(first?.shown(fresh) ?? fresh.locator('none')).toBeVisible();
    await hasAsked(first?.calls);
    await weight.settled();
    const before = await weight.scriptBytes();
    const callsBefore = weight.calls().length;
    if (further) {
      // As a link of the application leads there, without loading the page anew.
      await fresh.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, further.path);
      await expect(further.shown(fresh).first()).toBeVisible();
      await hasAsked(further.calls, callsBefore);
      await weight.settled();
      const [earlier, asked] = [weight.calls().slice(0, callsBefore), weight.calls().slice(callsBefore)];
      const isNew = (call: string) => further.calls.includes(call) || !earlier.includes(call);
      const calls = further.readsAgain ? [...new Set(asked)].filter(isNew) : asked;
      expect(calls.sort(), further.path).toEqual([...further.calls].sort());
      const allowed = /^\/dashboard\/media\/./.test(further.path) ? budget.itemBytes : budget.furtherBytes;
      note(further.path, (await weight.scriptBytes()) - before, allowed);
    } else {
      expect(weight.calls().sort()).toEqual([...(first?.calls ?? [])].sort());
      note('/dashboard', before, budget.firstBytes);
    }
    await context.close();
  }
  console.log(`JavaScript of the dashboard, gzip\n${lines.join('\n')}`);
  expect(over).toEqual([]);
});
