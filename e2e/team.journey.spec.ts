import type { Browser, Page } from '@playwright/test';
import { join, joinTrial, newEmail } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import type { UsedServer } from './server.ts';
import { captchaDone, mailFromOutbox } from './sign-up.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** The address in the mail of an invitation. */
async function linkFor(page: Page, email: string): Promise<string> {
  const link = /http\S+\/invite\?token=\S+/.exec(await mailFromOutbox(page, email, /You are invited/))?.[0];
  if (!link) throw new Error('The mail holds no link');
  return link;
}

/** A person's own browser. What goes wrong in it fails nothing by itself: it is used where refusals are expected. */
async function elsewhere(browser: Browser, server: UsedServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  return await context.newPage();
}

test('SEC-03 DASH-01 a colleague joins from the mail, becomes a viewer, and is signed out when removed', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const email = newEmail();
  const colleague = await elsewhere(browser, server);
  const row = page.getByRole('row').filter({ hasText: email });

  await test.step('somebody alone invites', async () => {
    await page.goto('/dashboard/account');
    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const form = page.getByRole('form', { name: 'Invite a teammate' });
    await form.getByLabel('Email').fill('nobody');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Please enter a valid email address')).toBeVisible();
    await form.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(toast(page, `Invitation sent to ${email}`)).toBeVisible();
    await expect(row.getByRole('button', { name: 'Send again' })).toBeVisible();
  });

  await test.step('the colleague makes a sign-in from the mail', async () => {
    await colleague.goto(await linkFor(page, email));
    await expect(colleague.getByRole('heading', { level: 1, name: 'Join Ada Example' })).toBeVisible();
    expect(colleague.url(), 'the secret is out of the address bar').toBe(`${server.url}/invite`);
    await audit(colleague);
    await colleague.setViewportSize({ width: 1440, height: 900 });
    await colleague.reload();
    await expect(colleague.getByLabel('Email')).toHaveValue(email);
    await colleague.getByLabel('Name').fill('Grace Example');
    await colleague.getByLabel('Password', { exact: true }).fill(password);
    await colleague.getByLabel('Confirm password', { exact: true }).fill(password);
    await captchaDone(colleague);
    await colleague.getByRole('button', { name: 'Create account and join' }).click();
    await expect(colleague).toHaveURL('/dashboard');
    await expect(colleague.getByRole('link', { name: 'Upload Media', exact: true })).toBeVisible();
    await expect(colleague.getByRole('link', { name: 'API Tokens' })).toHaveCount(0);
    await colleague.goto('/dashboard/tokens');
    await expect(colleague.getByRole('heading', { name: 'API tokens are not part of your role' })).toBeVisible();
    await expect(colleague.getByText('this is for owners.')).toBeVisible();
  });

  await test.step('the owner sees who came, and makes a viewer of them, which holds on the open page at once', async () => {
    await colleague.goto('/dashboard/upload');
    await expect(colleague.getByRole('button', { name: 'Check image' })).toBeVisible();
    await expect(row.getByText('Grace Example', { exact: true }).first()).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Role of Grace Example').selectOption('Viewer');
    await expect(toast(page, 'Grace Example is a viewer now')).toBeVisible();
    await expect(colleague.getByRole('heading', { name: 'Uploading is not part of your role' })).toBeVisible();
    await audit(colleague);
    await colleague.setViewportSize({ width: 1440, height: 900 });
    await colleague.getByRole('link', { name: 'See the team' }).click();
    await expect(colleague.getByRole('button', { name: 'Leave the team' })).toBeVisible();
    await expect(colleague.getByRole('button', { name: /Make owner|Remove/ })).toHaveCount(0);
    await audit(colleague);
    await colleague.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the owner removes them: their page leads to the sign-in by itself', async () => {
    await page.getByRole('button', { name: 'Remove Grace Example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toast(page, 'Removed: Grace Example')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
    await expect(colleague.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(colleague.getByText('Session expired. Please log in again.')).toBeVisible();
  });
  await colleague.context().close();
});

test('SEC-03 DASH-01 a person of two accounts accepts, switches, takes the ownership and leaves', async ({
  page,
  server,
  browser,
  expected,
}) => {
  const other = await elsewhere(browser, server);
  const email = await join(other, server);
  await joinTrial(page, server);
  await page.request.patch('/api/team', { data: { name: 'North Studio' } });
  await page.goto('/dashboard/account/team');
  const form = page.getByRole('form', { name: 'Invite a teammate' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible();
  const link = await linkFor(page, email);

  await test.step('whoever is signed in as somebody else is told so', async () => {
    const third = await elsewhere(browser, server);
    await join(third, server);
    await third.goto(link);
    await expect(third.getByText(`This invitation is for ${email}`)).toBeVisible();
    await third.getByRole('button', { name: 'Sign out' }).click();
    await third.getByRole('link', { name: 'Sign in to accept' }).click();
    await expect(third).toHaveURL('/login');
    await third.getByLabel('Email').fill(email);
    await third.getByLabel('Password', { exact: true }).fill(password);
    await captchaDone(third);
    await third.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(third.getByRole('heading', { level: 1, name: 'Join North Studio' })).toBeVisible();
    await third.context().close();
  });

  await test.step('accepting leads into the team, and the menu back', async () => {
    await other.goto(link);
    await other.getByRole('button', { name: 'Accept' }).click();
    await expect(other).toHaveURL('/dashboard');
    const menu = other.getByRole('complementary', { name: 'Main' });
    await expect(menu.getByLabel('Account', { exact: true })).toContainText('North Studio (viewer)');
    await audit(other);
    await other.setViewportSize({ width: 1440, height: 900 });
    await menu.getByLabel('Account', { exact: true }).selectOption('Ada Example (owner)');
    await expect(menu.getByText('No active subscription')).toBeVisible();
    await menu.getByLabel('Account', { exact: true }).selectOption('North Studio (viewer)');
    await expect(menu.getByText(/0 \/ 15/)).toBeVisible();
    expect(
      (
        await other.request.post('/api/team/invitations/lookup', { data: { token: new URL(link).searchParams.get('token') } })
      ).status(),
    ).toBe(404);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'Invalid invitation' })).toBeVisible();
  });

  await test.step('the owner hands over after a fresh proof, and leaves', async () => {
    // As if the last proof were long ago.
    await page.route('**/api/team/hand-over', (route) => route.fulfill({ status: 403, json: refused }), { times: 1 });
    expected.push(/status of 403/);
    await page.getByRole('button', { name: 'Make owner Ada Example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('dialog', { name: 'Confirm your identity' }).getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('button', { name: 'Leave the team' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave the team' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave “North Studio”?' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('No active subscription')).toBeVisible();
    await other.goto('/dashboard/account/team');
    await expect(other.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
  });
  await other.context().close();
});

const refused = { status: 'error', code: 'confirmation_required', message: 'Confirm your identity', data: null };
