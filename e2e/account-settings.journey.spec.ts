import type { Locator } from '@playwright/test';
import { join, newEmail } from './account.ts';
import { audit } from './audit.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { signIn } from './sign-up.ts';

// Audits are a second or more of computing each.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('AUTH-11 AUTH-12 a new mail address counts once the link in its mail was opened', async ({ page, server, context }) => {
  const email = await join(page, server);
  const wanted = newEmail();
  const menu = page.getByRole('complementary', { name: 'Main' });
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the email address?' });
  await dialog.getByLabel('New email').fill('no address');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('New email').fill(wanted);
  const answer = await holdAnswers(page, '*/api/users/me/email');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Send the link' })).toHaveAttribute('aria-disabled', 'true');
  await answer.release();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText(`We sent it to ${wanted}`);
  await expect(menu.getByText(email)).toBeVisible();
  await audit(page);

  const mails = await context.newPage();
  await expect(async () => {
    await mails.goto('/dev/outbox');
    await expect(mails.getByRole('article').filter({ hasText: `To ${wanted}` })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const text = await mails
    .getByRole('article')
    .filter({ hasText: `To ${wanted}` })
    .locator('pre')
    .textContent();
  const link = /\/confirm-email\?token=[\w-]+/.exec(text ?? '')?.[0] ?? '';
  await mails.close();
  await page.setViewportSize({ width: 1440, height: 900 });
  // Opened by whoever is signed out, it goes on by itself after the sign-in.
  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByText('Please sign in first')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email);
  await expect(page.getByText(`You sign in with ${wanted} from now on.`)).toBeVisible();
  await expect(page).toHaveURL('/confirm-email');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(menu.getByText(wanted)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel change' })).toHaveCount(0);
});

test('AUTH-01 AUTH-11 Security and Activity are accessible in every look, and say what could not be loaded', async ({
  page,
  server,
  expected,
}) => {
  await join(page, server);
  await page.request.post('/api/users/me/password', {
    data: { current_password: 'Wrong-horse-9', new_password: `${password}x` },
  });
  await page.goto('/dashboard/account/security');
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  const meter = page.getByRole('progressbar', { name: 'Password strength' });
  expect(await widthOf(meter), 'the empty meter is as wide as its field').toBe(
    await widthOf(page.getByLabel('New password', { exact: true })),
  );
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please enter your current password')).toBeVisible();
  await audit(page);
  await page.goto('/dashboard/account/activity');
  await expect(page.getByRole('row', { name: /Failed to confirm who they are/ })).toBeVisible();
  await audit(page);
  await page.goto('/dashboard/account/activity?page=7');
  await expect(page.getByRole('heading', { name: 'That page does not exist' })).toBeVisible();

  expected.push(/status of 503/);
  for (const path of ['sessions', 'security-events']) {
    const body = { status: 'error', message: 'The server is stopping. Try again.', data: null };
    await page.route(`**/api/users/me/${path}*`, (route) => route.fulfill({ status: 503, json: body }));
  }
  await page.goto('/dashboard/account/activity');
  await expect(page.getByText('Could not load your devices')).toBeVisible();
  await expect(page.getByText('Could not load the security log')).toBeVisible();
  await audit(page);
  await page.unrouteAll();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('region', { name: 'Security log' }).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Account created/ })).toBeVisible();
});
