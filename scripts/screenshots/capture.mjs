import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const widths = { 1440: { height: 900 }, 390: { height: 844, hasTouch: true, isMobile: true } };
const themes = ['light', 'dark'];
const atOnce = 2;
/** How long a page may take to come to rest, or a button to be there. */
const patienceMs = 15_000;

/** A line of live events that is open and silent. */
function silenceEvents() {
  globalThis.EventSource = class extends EventTarget {
    readyState = 1;
    close() {}
  };
}

/** Nothing is on its way, nothing changes any more, and every picture is drawn, those below the window too. */
async function settle(page, inFlight) {
  await page.evaluate(() => document.fonts.ready);
  const latest = performance.now() + patienceMs;
  for (let calm = 0; calm < 2; ) {
    if (performance.now() > latest) throw new Error(`does not come to rest: ${inFlight()} requests are open`);
    calm = inFlight() === 0 ? calm + 1 : 0;
    await page.evaluate(async () => {
      const images = [...document.images];
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
      // Quiet for four frames in a row.
      let changes = 0;
      const observer = new MutationObserver(() => changes++);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      for (let quiet = 0; quiet < 4; ) {
        const before = changes;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 8)));
        quiet = changes === before ? quiet + 1 : 0;
      }
      observer.disconnect();
    });
  }
}

/** What the page waits for; a file that arrives bit by bit for as long as it plays, and what the screen holds back, do not count. */
function watchRequests(page, isHeld) {
  const open = new Set();
  const counts = (request) => !isHeld(request) && request.resourceType() !== 'media';
  page.on('request', (request) => counts(request) && open.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request));
  return () => open.size;
}

const pathOf = (request) => new URL(request.url()).pathname;

async function open(browser, url, width, name, screen, { answers, sessions }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: Number(width), height: widths[width].height },
    hasTouch: widths[width].hasTouch ?? false,
    isMobile: widths[width].isMobile ?? false,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    ...(screen.person && { storageState: sessions[screen.person] }),
  });
  const isHeld = (request) => screen.hold?.test(pathOf(request)) ?? false;
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(silenceEvents);
  await context.route(/^[^?]*\/(api|files)\//, (route) => {
    const path = pathOf(route.request());
    if (isHeld(route.request())) return;
    const replaced = Object.entries(screen.answers ?? {}).find(([start]) => path.startsWith(start))?.[1];
    if (replaced) return route.fulfill({ status: replaced.status ?? 200, json: replaced });
    return answers.answer(route, screen.person ?? 'nobody', name);
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(answers.now);
  const inFlight = watchRequests(page, isHeld);
  const address = typeof screen.path === 'function' ? await screen.path(context.request) : screen.path;
  await page.goto(address);
  await settle(page, inFlight);
  if (screen.prepare) {
    await screen.prepare(page);
    await settle(page, inFlight);
  }
  return { context, page, inFlight };
}

async function show(page, theme) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** Photographs each screen at both widths in both themes: whole pages, without loss. @returns names of those that could not be had */
export async function capture(browser, url, screens, folder, parts) {
  mkdirSync(folder, { recursive: true });
  const waiting = Object.keys(widths).flatMap((width) =>
    Object.entries(screens)
      .filter(([, { only }]) => only === undefined || only === Number(width))
      .map(([name, screen]) => ({ width, name, screen })),
  );
  const failed = [];
  async function work() {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { width, name, screen } = task;
      let opened;
      try {
        opened = await open(browser, url, width, name, screen, parts);
        for (const theme of parts.recording ? [] : themes) {
          await show(opened.page, theme);
          await settle(opened.page, opened.inFlight);
          const picture = await opened.page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
          writeFileSync(join(folder, `${name}-${width}-${theme}.png`), picture);
        }
        if (waiting.length % 20 === 0) console.log(`${waiting.length} of the pages are left`);
      } catch (error) {
        failed.push(`${name} at ${width}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
      } finally {
        await opened?.context.close();
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}
