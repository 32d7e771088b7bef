import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from '../e2e/account.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';
import { browserArgs, installedBrowser } from '../scripts/lib/browser.mjs';

type Times = { median: number; p95: number; most: number };

/** What the browser tells of a picture that it painted: https://w3c.github.io/paint-timing/#painttimingmixin */
type ElementPaint = { identifier: string; paintTime: number; presentationTime: number };

/** One run by keyboard, and one over a whole list. Times in ms. */
export type DeskResult = {
  keyboard: {
    items: number;
    keysEach: number;
    /** From the key to the frame in which the next picture is painted. */
    painted: Times;
    /** From the key until the screen has that frame: also what draws it, which is the processor where no graphics card is. */
    presented: Times;
    /** Of the browser's own sum to four digits, as its tools tell it, and with what moved just after a key. */
    shift: number;
    shiftAfterKeys: number;
  };
  everything: {
    items: number;
    /** Parts of the run that the page told while it ran. */
    steps: number;
    cancelledAt: number;
    undone: number;
    seconds: number;
    /** Of opening an item and going back while the run went on. */
    opened: { median: number; most: number };
    waitingAfter: number;
  };
};

type Options = { keyboardItems: number; allItems: number; slower: number; print: (line: string) => void };

const pictures = ['explicit-1.png', 'explicit-2.png'].map((name) => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(join(import.meta.dirname, '../packages/engine/fixtures/flagged', name)),
}));

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);
const at = (times: readonly number[], share: number) =>
  Math.round(sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
const timesOf = (times: readonly number[]): Times => ({ median: at(times, 0.5), p95: at(times, 0.95), most: at(times, 1) });

declare global {
  interface Window {
    desk: { painted: number[]; presented: number[]; shift: number; shiftAfterKeys: number };
  }
}

/** Notes when the browser has painted the picture of another item after P or F, by its own element timing, and all that moves. */
async function watchDesk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // It ends at 250 otherwise, and nobody would be waited for any more.
    performance.setResourceTimingBufferSize(100_000);
    window.desk = { painted: [], presented: [], shift: 0, shiftAfterKeys: 0 };
    const pictures = '[data-slot~=media-detail] .frame [data-slot~=shot] img';
    const waiting: { at: number; before: string }[] = [];
    // Both copies of an item lie in its own folder.
    const folderOf = (picture: HTMLImageElement | null) => picture?.src.split('?')[0]?.split('/').at(-2) ?? '';
    // Before the frame that shows it, or it is not timed.
    new MutationObserver(() => {
      for (const picture of document.querySelectorAll<HTMLImageElement>(pictures))
        picture.setAttribute('elementtiming', folderOf(picture));
    }).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { identifier, paintTime, presentationTime } = entry as PerformanceEntry & ElementPaint;
        const pressed = waiting[0];
        if (!pressed || identifier === pressed.before || paintTime < pressed.at) continue;
        waiting.shift();
        window.desk.painted.push(paintTime - pressed.at);
        window.desk.presented.push(presentationTime - pressed.at);
      }
    }).observe({ type: 'element', buffered: true });
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== 'p' && key !== 'f') return;
        waiting.push({ at: timeStamp, before: folderOf(document.querySelector<HTMLImageElement>(pictures)) });
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, hadRecentInput = false } = entry as PerformanceEntry & { value?: number; hadRecentInput?: boolean };
        if (hadRecentInput) window.desk.shiftAfterKeys += value;
        else window.desk.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a window of its own for a new account on that server. */
async function openDesk(browser: Browser, server: Server) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return { page, email: await joinTrial(page, server) };
}

async function decideByKeyboard(browser: Browser, server: Server, { keyboardItems: items, slower, print }: Options) {
  const { page, email } = await openDesk(browser, server);
  server.grant(email, items);
  for (let made = 0; made < items; made += 1) {
    const [picture = pictures[0]] = pictures.slice(made % pictures.length);
    if (picture) await uploadOverHttp(page, { ...picture, name: `item-${made + 1}.png` });
  }
  print(`${items} items are uploaded`);
  await watchDesk(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('article').first().waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Enter');
  for (let decided = 0; decided < items; decided += 1) {
    // A person looks, and meanwhile the next picture is fetched.
    await page.getByRole('complementary', { name: 'Verdict' }).getByRole('button', { name: 'Pass' }).waitFor();
    await page.waitForFunction(
      () => performance.now() - Math.max(0, ...performance.getEntriesByType('resource').map((entry) => entry.startTime)) > 1_000,
    );
    // What moved while the queue was opened is no part of it.
    if (decided === 0) await page.evaluate(() => Object.assign(window.desk, { shift: 0, shiftAfterKeys: 0 }));
    await press(decided % 2 === 0 ? 'f' : 'p');
    if (decided < items - 1) await page.waitForFunction((count) => window.desk.painted.length === count, decided + 1);
  }
  const { painted, presented, shift, shiftAfterKeys } = await page.evaluate(() => window.desk);
  await page.getByRole('heading', { name: 'The queue is clear' }).waitFor();
  await page.context().close();
  return {
    items,
    keysEach: keys / items,
    painted: timesOf(painted),
    presented: timesOf(presented),
    shift: rounded(shift),
    shiftAfterKeys: rounded(shiftAfterKeys),
  };
}

/** Items of the account as an upload and its analysis leave them; their results are copies of a real one. */
async function fill(server: Server, email: string, items: number): Promise<void> {
  const { pool, close } = createDb({ url: runningPostgresUrl(server.dataDir) ?? '', name: 'desk fill' });
  const real = 'from media where account_id = (select account_id from membership join "user" on id = user_id where email = $1)';
  await pool.query(
    `insert into media (id, account_id, source, filename, original_filename, title, tags, kind, mime_type, file_size_bytes, width,
       height, object_key, metadata_free, state, moderation_flagged, moderation_checked_at, created_at)
     select gen_random_uuid(), account_id, 'api', n || '.png', 'item-' || n || '.png', 'Item ' || n, '{}', 'png', 'image/png', 1000, 800,
       600, object_key, true, 'done', true, now(), now() - n * interval '1 second'
     from (select * ${real} limit 1) one, generate_series(1, $2::int) n`,
    [email, items - 1],
  );
  await pool.query(
    `insert into analysis (id, media_id, attempt, analysis, moderation, created_at)
     select gen_random_uuid(), made.id, 1, kept.analysis, kept.moderation, now()
     from (select * ${real}) made, (select analysis, moderation from analysis
       where media_id in (select id ${real}) limit 1) kept
     where made.title like 'Item %'`,
    [email],
  );
  await close();
}

async function decideEverything(browser: Browser, server: Server, { allItems: items, print }: Options) {
  const { page, email } = await openDesk(browser, server);
  await uploadOverHttp(page, { ...(pictures[0] ?? { mimeType: 'image/png', buffer: Buffer.alloc(0) }), name: 'real.png' });
  await fill(server, email, items);
  print(`${items} items wait`);
  const waiting = async (): Promise<number> => {
    const answer: { data: { pagination: { total: number } } } = await (
      await page.request.get('/api/media?status=undecided&limit=1')
    ).json();
    return answer.data.pagination.total;
  };
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: /^Select all .* matching$/ }).click();
  await page.getByText(/^All .* items selected$/).waitFor();
  const begun = performance.now();
  await page.keyboard.press('p');
  await page.getByRole('dialog').getByRole('button', { name: /^Pass/ }).click();
  const progress = page.getByText(/ of .* done\./);
  await progress.waitFor();
  const told = new Set<string>();
  const opened: number[] = [];
  // Until it has told two parts, or for so long that it tells none.
  for (let turn = 0; turn < 5 || (told.size < 2 && turn < 40); turn += 1) {
    const from = performance.now();
    await page.getByRole('link', { name: 'Measured quality' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Measured quality' }).waitFor();
    await page
      .getByRole('link', { name: /^Content Review/ })
      .first()
      .click();
    await progress.waitFor();
    opened.push(performance.now() - from);
    told.add(await progress.innerText());
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText(/Cancelled\. Undecided: /).waitFor();
  const cancelledAt = items - (await waiting());
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/^Undid /).waitFor({ timeout: 300_000 });
  const seconds = (performance.now() - begun) / 1_000;
  const undone = Number(((await page.getByText(/^Undid /).innerText()).match(/[\d,]+/)?.[0] ?? '').replaceAll(',', ''));
  const waitingAfter = await waiting();
  await page.context().close();
  const times = { median: at(opened, 0.5), most: at(opened, 1) };
  return { items, steps: told.size, cancelledAt, undone, seconds: Math.round(seconds), opened: times, waitingAfter };
}

/** The queue of review as one person works it: item by item, and a whole list at once. The caller judges the numbers. */
export async function measureDesk(options: Options): Promise<DeskResult> {
  const server = await startServer({ command: 'node' });
  const executablePath = installedBrowser();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: browserArgs() });
  try {
    const keyboard = await decideByKeyboard(browser, server, options);
    options.print(JSON.stringify(keyboard));
    return { keyboard, everything: await decideEverything(browser, server, options) };
  } finally {
    await browser.close();
    await server.stop();
  }
}
