import type { Page } from '@playwright/test';

/** What may move on a page after its first paint, over all: a fiftieth of the window. */
export const LARGEST_SHIFT = 0.02;

/** How far what was painted has moved since the page began, without a press just before: 1 = the whole window by its whole height. */
export type LayoutShift = { total: number; moved: string[] };

declare global {
  interface Window {
    layoutShift: LayoutShift;
  }
}

/** Of the browser's types, TypeScript lacks this one. */
type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** Adds up from the first paint of every page that is loaded from now on. Call `layoutShiftOf` to read it. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = { total: 0, moved: [] };
    const isShift = (entry: PerformanceEntry): entry is ShiftEntry => entry.entryType === 'layout-shift';
    const nameOf = (node: Node | null) =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
        : (node?.nodeName ?? '(gone)');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        if (entry.hadRecentInput) continue;
        window.layoutShift.total += entry.value;
        window.layoutShift.moved.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => nameOf(node)).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved so far on the page that is shown, and what it was. */
export async function layoutShiftOf(page: Page): Promise<LayoutShift> {
  // The observer is told after the frame in which something moved.
  await twoFrames(page);
  return page.evaluate(() => window.layoutShift);
}

/** Waits until what is drawn now has been painted. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** Gives each answer of the API only after the page has painted what it shows without it: its skeletons, not nothing. */
export async function answerAfterPaint(page: Page): Promise<void> {
  await page.route(/\/api\/(?!events)/, async (route) => {
    const answer = await route.fetch();
    // A page that is left paints no more.
    await twoFrames(page).catch(() => {});
    await route.fulfill({ response: answer }).catch(() => {});
  });
}
