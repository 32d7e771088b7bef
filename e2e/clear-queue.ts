import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What a person can do about the item of the page. */
export const verdict = (page: Page) => page.getByRole('complementary', { name: 'Verdict' });
/** Nothing waits any more. */
export const cleared = (page: Page) => page.getByRole('heading', { name: 'The queue is clear' });

/** Decides whatever the queue brings, until nothing is left that nobody else holds. Of what somebody else looks at it goes on. */
export async function clearQueue(page: Page): Promise<void> {
  const asks = verdict(page).getByRole('button', { name: /^Pass\b/ });
  const isTheirs = verdict(page).getByRole('heading', { name: / is looking$|^Passed by (?!you)|passed it first$/ });
  for (;;) {
    await expect(cleared(page).or(asks).or(isTheirs).or(page.getByRole('article').first()).first()).toBeVisible();
    const before = page.url();
    // What is left is the other's, who decides it.
    if (!/\/media\/[0-9a-f]/.test(before)) return;
    await page.keyboard.press((await isTheirs.isVisible()) ? 'j' : 'p');
    await expect(page).not.toHaveURL(before);
  }
}
