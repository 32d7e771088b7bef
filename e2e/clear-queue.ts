import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What a person can do about the item of the page. */
export const verdict = (page: Page) => page.getByRole('complementary', { name: 'Verdict' });
/** Nothing waits any more. */
export const cleared = (page: Page) => page.getByRole('heading', { name: 'The queue is clear' });

/** Decides whatever the queue brings, until nothing is left that nobody else holds. */
export async function clearQueue(page: Page): Promise<void> {
  for (;;) {
    await expect(
      cleared(page)
        .or(verdict(page).getByRole('button', { name: 'Pass' }))
        .or(page.getByRole('article').first()),
    ).toBeVisible();
    const before = page.url();
    // What is left is the other's, who decides it.
    if (!/\/media\/[0-9a-f]/.test(before)) return;
    await page.keyboard.press('p');
    await expect(page).not.toHaveURL(before);
  }
}
