import type { Page } from '@playwright/test';

/**
 * Keeps the server's answer to requests of that address from the page until it is released, while the requests themselves
 * reach the server whole. (Playwright's own routes cannot do that: they lose the bytes of a chosen file.)
 * @param pattern with `*` as in the browser's Fetch protocol
 * @returns held: fulfilled when the first answer is held; release: lets through what is held and ends the holding
 */
export async function holdAnswers(page: Page, pattern: string): Promise<{ held: Promise<void>; release: () => Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  const held = new Promise<void>((resolve) => browser.once('Fetch.requestPaused', () => resolve()));
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: pattern, requestStage: 'Response' }] });
  // Ending the holding lets every held answer go on as if nothing had been.
  return { held, release: async () => browser.send('Fetch.disable').then(() => browser.detach()) };
}
