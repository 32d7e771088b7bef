import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until that element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Goes to a field by Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  // As somebody does who replaces what stands there.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Goes to a button or link by Tab and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
