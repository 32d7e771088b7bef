import type { Page } from '@playwright/test';

/** The card of a plan in the catalogue. */
export const planCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

/** The window of a test payment. */
export const paymentFrame = (page: Page) => page.frameLocator('iframe[title="Test payment"]');

/** Fills the form of the test payment, and presses Pay. */
export async function payBy(page: Page, number: string): Promise<void> {
  const frame = paymentFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12/40');
  await frame.getByLabel('Security code').fill('737');
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

/** Takes a plan on the subscription page by a card. */
export async function takePlan(page: Page, name: string, number: string): Promise<void> {
  await page.goto('/dashboard/subscription');
  await planCard(page, name)
    .getByRole('button', { name: `Subscribe to ${name}` })
    .click();
  await payBy(page, number);
}
