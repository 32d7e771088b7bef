import { expect, type Page } from '@playwright/test';
import { password } from './person.ts';

/** Text of the newest mail to that address that says so, read in the local outbox as a person does. */
export async function mailFromOutbox(page: Page, email: string, says: RegExp): Promise<string> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the local outbox' }).click();
  const outbox = await opened;
  const mail = outbox
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: says })
    .first();
  // Mails leave through the queue: the page may have been opened before this one did.
  await expect(async () => {
    await outbox.reload();
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const text = (await mail.locator('pre').textContent()) ?? '';
  await outbox.close();
  return text;
}

/** The five digits of the newest mail to that address. */
export async function codeFromOutbox(page: Page, email: string): Promise<string> {
  const code = /^ {4}(\d{5})$/m.exec(await mailFromOutbox(page, email, /Enter this code/))?.[1];
  if (!code) throw new Error('The mail holds no code');
  return code;
}

/** Puts text into the clipboard and pastes it where the focus is. Needs the clipboard permissions. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

/** Waits until the captcha is solved, or known to be off. */
export async function captchaDone(page: Page): Promise<void> {
  // Before the form of the next page is there, nothing says "Checking" either.
  await expect(page.locator('form').first()).toBeVisible();
  await expect(page.getByText('Checking that you are not a robot…')).toHaveCount(0);
}

/** Fills the sign-in form, waits for the captcha, and sends it. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await captchaDone(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
