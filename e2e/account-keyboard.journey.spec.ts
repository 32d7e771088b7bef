import type { Browser, Page } from '@playwright/test';
import { join, newEmail } from './account.ts';
import { codeOfApp } from './authenticator-app.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import type { UsedServer } from './server.ts';
import { captchaDone, codeFromOutbox, mailFromOutbox } from './sign-up.ts';
import { press, typeInto } from './tab-to.ts';

// Every flow of an account once without a pointer, each in another look; what the pages say is proved beside their pointers.
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const secret = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function signInByKeyboard(page: Page, email: string, typed: string): Promise<void> {
  await captchaDone(page);
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, secret(page, 'Password'), typed);
  await page.keyboard.press('Enter');
}

async function elsewhere(browser: Browser, server: UsedServer): Promise<Page> {
  return await (
    await browser.newContext({ baseURL: server.url, colorScheme: 'dark', viewport: { width: 390, height: 800 } })
  ).newPage();
}

test.describe('dark, 390', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });

  test('AUTH-01 AUTH-03 register by keyboard alone', async ({ page }) => {
    const email = newEmail();
    await page.goto('/register');
    await captchaDone(page);
    await typeInto(page, page.getByLabel('Name'), 'Ada Example');
    await typeInto(page, page.getByLabel('Email'), email);
    await typeInto(page, secret(page, 'Password'), password);
    await typeInto(page, secret(page, 'Confirm password'), password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Digit 1 of 5')).toBeFocused();
    const code = await codeFromOutbox(page, email);
    await page.getByLabel('Digit 1 of 5').focus();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });

  test('OPS-04 AUTH-11 export and delete an account by keyboard alone', async ({ page, server }) => {
    const email = await join(page, server);
    await page.goto('/dashboard/account/data');
    await press(page, button(page, 'Export'));
    await expect(page.getByRole('button', { name: /^Download the Export of/ })).toBeVisible();
    const opener = button(page, 'Delete…');
    await press(page, opener);
    await expect(page.getByLabel(`Type ${email} to confirm`)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(`Type ${email} to confirm`)).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/goodbye');
  });
});

test.describe('light, 390', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('AUTH-13 AUTH-14 set a forgotten password by keyboard alone', async ({ page, server, context }) => {
    const email = await join(page, server);
    await context.clearCookies();
    await page.goto('/login');
    await press(page, page.getByRole('link', { name: 'Forgot your password?' }));
    // The page before has a captcha and an email field too.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await captchaDone(page);
    await typeInto(page, page.getByLabel('Email'), email);
    await page.keyboard.press('Enter');
    const mail = await mailFromOutbox(page, email, /Set a new password/);
    await page.goto(/http\S+\/reset-password\?\S+/.exec(mail)?.[0] ?? '');
    await typeInto(page, secret(page, 'New password'), 'Another-horse-10');
    await typeInto(page, secret(page, 'Confirm new password'), 'Another-horse-10');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await signInByKeyboard(page, email, 'Another-horse-10');
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('dark, 1440', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 1440, height: 900 } });

  test('AUTH-01 AUTH-06 change the password, add an app and sign in with its code, by keyboard alone', async ({
    page,
    server,
  }) => {
    const email = await join(page, server);
    await page.goto('/dashboard/account/security');
    await typeInto(page, secret(page, 'Current password'), password);
    await typeInto(page, secret(page, 'New password'), 'Another-horse-10');
    await typeInto(page, secret(page, 'Confirm new password'), 'Another-horse-10');
    await page.keyboard.press('Enter');
    await expect(page.getByText('All other devices are signed out.')).toBeVisible();

    await press(page, button(page, 'Add an authenticator app'));
    await expect(secret(page, 'Code')).toBeFocused();
    const shown = ((await page.locator('[data-slot~=two-step-secret]').textContent()) ?? '').replaceAll(' ', '');
    // The code before this one has to arrive before it is two steps old.
    await expect.poll(() => Date.now() % 30_000).toBeLessThan(25_000);
    await page.keyboard.type(codeOfApp(shown, -1));
    await page.keyboard.press('Enter');
    // Codes that are shown once do not vanish by a key that usually harms nothing.
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(kept).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(kept).toBeVisible();
    await press(page, button(page, 'I saved them'));
    await expect(kept).toBeHidden();

    await press(page, button(page, 'Sign out'));
    await expect(page).toHaveURL('/login');
    await signInByKeyboard(page, email, 'Another-horse-10');
    await expect(secret(page, 'Code')).toBeFocused();
    await page.keyboard.type(codeOfApp(shown));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });
});

test('SEC-03 invite in light at 1440 and accept in dark at 390, by keyboard alone', async ({ page, server, browser }) => {
  const guest = await elsewhere(browser, server);
  const email = await join(guest, server);
  await join(page, server);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/account/team');
  await typeInto(page, page.getByRole('form', { name: 'Invite a teammate' }).getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible();
  const mail = await mailFromOutbox(page, email, /You are invited/);
  await guest.goto(/http\S+\/invite\?token=\S+/.exec(mail)?.[0] ?? '');
  await press(guest, button(guest, 'Accept'));
  await expect(guest).toHaveURL('/dashboard');
  await guest.context().close();
});
