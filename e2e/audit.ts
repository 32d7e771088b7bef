import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['dark', 390],
  ['light', 390],
] as const;

type Violation = { id: string; nodes: { html: string }[] };

/**
 * What axe finds. Of a page with frames its own builder asks each of them; a page without any is asked directly, the program of axe put
 * in once for all looks at it: a fifth of the computing, the same rules.
 */
async function violationsOf(page: Page): Promise<Violation[]> {
  if (page.frames().length > 1) {
    // Legacy mode spares axe a second page for each look: it only serves frames of other hosts, and there are none.
    return (await new AxeBuilder({ page }).withTags(standard).setLegacyMode().analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, standard);
}

/** The page at the size that it has, in one theme: for what a change of the size would close. */
export async function auditTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  const found = (await violationsOf(page)).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, `${page.url()} ${theme} ${page.viewportSize()?.width}`).toEqual([]);
}

/**
 * The page as it stands: WCAG 2.2 AA in both themes, wide and narrow, and nothing beyond the side of a 320 px screen.
 */
export async function audit(page: Page): Promise<void> {
  // Colours half way from one theme to the other are nobody's.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [theme, width] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await auditTheme(page, theme);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), `${page.url()} scrolls sideways at 320`).toBe(0);
}
