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
/** The rules that look at colours. A theme changes nothing else. */
const ofColours = ['color-contrast', 'link-in-text-block'];
type Look = readonly [theme: 'light' | 'dark', width: number, rules: 'every rule' | 'colours'];
/** Both themes and both widths, each once: for a state of a page that is seen in every look elsewhere. */
const looks: readonly Look[] = [
  ['dark', 390, 'every rule'],
  ['light', 1440, 'every rule'],
];
/** Every theme at every width. What a theme does not change is looked at once a width. */
export const everyLook: readonly Look[] = [
  ['light', 1440, 'every rule'],
  ['dark', 1440, 'colours'],
  ['dark', 390, 'colours'],
  ['light', 390, 'every rule'],
];
/** For a page of which others of the same kind were seen in every look. */
export const oneLook: readonly Look[] = [['light', 1440, 'every rule']];
type Rules = Look[2];

type Violation = { id: string; nodes: { html: string }[] };

/**
 * What axe finds. Of a page with frames its own builder asks each of them; a page without any is asked directly, the program of axe put
 * in once for all looks at it: a fifth of the computing, the same rules.
 */
async function violationsOf(page: Page, rules: Rules): Promise<Violation[]> {
  if (page.frames().length > 1) {
    // Legacy mode spares axe a second page for each look: it only serves frames of other hosts, and there are none.
    const builder = new AxeBuilder({ page }).setLegacyMode();
    return (await (rules === 'colours' ? builder.withRules(ofColours) : builder.withTags(standard)).analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly = rules === 'colours' ? { type: 'rule' as const, values: ofColours } : { type: 'tag' as const, values: standard };
  return await page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, runOnly);
}

/** The page at the size that it has, in one theme: for what a change of the size would close. */
export async function auditTheme(page: Page, theme: 'light' | 'dark', rules: Rules = 'every rule'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  const found = (await violationsOf(page, rules)).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, `${page.url()} ${theme} ${page.viewportSize()?.width}`).toEqual([]);
}

/**
 * The page as it stands: WCAG 2.2 AA wide and narrow, light and dark, and nothing beyond the side of a 320 px screen.
 * @param inLooks more for pages themselves, fewer where others show the same components
 */
export async function audit(page: Page, inLooks: readonly Look[] = looks): Promise<void> {
  // Colours half way from one theme to the other are nobody's.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [theme, width, rules] of inLooks) {
    await page.setViewportSize({ width, height: 900 });
    await auditTheme(page, theme, rules);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), `${page.url()} scrolls sideways at 320`).toBe(0);
}
