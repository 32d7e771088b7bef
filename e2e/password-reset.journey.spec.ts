import { join, newEmail } from './account.ts';
import { audit } from './audit.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { captchaDone, mailFromOutbox, signIn } from './sign-up.ts';

test.use({ captcha: 'off' });

const sent = 'If an account with that email exists, a password reset link has been sent to your email.';
const invalid = 'Invalid reset link. Please request a new password reset.';
const newPassword = 'Another-horse-10';

test('AUTH-13 AUTH-14 AUTH-01 a forgotten password: from the sign-in page over the mail to a new one, which signs all devices out', async ({
  page,
  context,
  server,
  expected,
}) => {
  const email = await join(page, server);
  const cookies = await context.cookies();
  await context.clearCookies();
  let link = '';

  await test.step('ask for a link', async () => {
    const challenge = await holdAnswers(page, '*/api/captcha*');
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
    const send = page.getByRole('button', { name: 'Send reset link' });
    await send.click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await challenge.release();
    await captchaDone(page);
    await send.click();
    await expect(page.getByText(sent)).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    link = /http\S+\/reset-password\?\S+/.exec(await mailFromOutbox(page, email, /Set a new password/))?.[0] ?? '';
    await page.getByRole('button', { name: 'Send another' }).click();
    await page.getByLabel('Email').fill(newEmail());
    await captchaDone(page);
    await send.click();
    await expect(page.getByText(sent), 'the same for an address that nobody has').toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('set a new one: every message of the form', async () => {
    const answer = await page.goto(link);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await page.reload();
    await expect(page.getByText(`For ${email}.`), 'a reload does not lose the link').toBeVisible();
    const field = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('Confirm new password', { exact: true });
    const set = page.getByRole('button', { name: 'Set new password' });
    for (const [typed, strength] of [
      ['short', 'very weak'],
      ['longenough', 'weak'],
      ['Longenough', 'medium'],
      ['Password1!', 'strong'],
    ] as const) {
      await field.fill(typed);
      await expect(page.locator('[data-slot~=password-strength-word]')).toHaveText(strength);
    }
    await field.fill('Longenough');
    await set.click();
    await expect(page.getByText('Password requirements not met: At least 1 special character')).toBeVisible();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    expected.push(/\/api\/auth\/reset-password/);
    await field.fill('Password1!');
    await again.fill('Password1!');
    await set.click();
    await expect(page.getByText('This password is one of the most common ones. Please choose another.')).toBeVisible();
    await field.fill(newPassword);
    await again.fill(newPassword);
    await set.click();
    await expect(page.getByText('Your password has changed.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('the old session is over, the new password signs in', async () => {
    await context.addCookies(cookies);
    expect((await page.request.get('/api/users/me')).status()).toBe(401);
    await context.clearCookies();
    await signIn(page, email, newPassword);
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('the link is used up', async () => {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText(invalid)).toBeVisible();
  });
});

test('AUTH-14 AUTH-13 a link that is not whole is invalid, and the way to a new one works by keyboard', async ({ page }) => {
  // The address that it leaves behind is no link by itself.
  await page.goto('/reset-password?token=abc&email=ada@example.com');
  await expect(page.getByText('For ada@example.com.')).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  for (const query of ['', '?token=abc', '?email=ada@example.com']) {
    await page.goto(`/reset-password${query}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText(invalid)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Request a new link' }).focus();
  await page.keyboard.press('Enter');
  await captchaDone(page);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Enter');
  await expect(page.getByText(sent)).toBeVisible();
});

test('AUTH-13 AUTH-14 AUTH-15 what the server does not answer is said in the words of the page', async ({ page, expected }) => {
  expected.push(/\/api\/auth\/(forgot|reset)-password/);
  await page.route('**/api/auth/forgot-password', (route) => route.abort());
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(newEmail());
  await captchaDone(page);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send password reset email' })).toContainText(
    'Request failed',
  );

  await page.route('**/api/auth/reset-password', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.goto('/reset-password?token=abc&email=ada@example.com');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to reset password' })).toContainText('Unknown error');
});
