import { expect, type Page } from '@playwright/test';
import { fixture } from './fixtures.ts';
import { password } from './person.ts';
import { captchaDone, codeFromOutbox } from './sign-up.ts';

/** From the first page to the verdict of a picture of one's own, as somebody new goes: account, code, trial, picture. */
export async function walkToFirstVerdict(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Start free' }).click();
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await captchaDone(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  // The mail box is opened by a link of the page here; the first field of the code has the focus.
  const code = await codeFromOutbox(page, email);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type(code);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Drop a picture to check it' }).click();
  await (await choosing).setFiles(fixture('benign/pears.webp'));
  await page.getByRole('button', { name: 'Activate the trial and check it' }).click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(page.getByText('Free trial activated successfully! You now have 15 images for this month.')).toBeVisible();
  await expect(page.getByText('1 frame charged · 14 frames left')).toBeVisible();
}
