import { join } from './account.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { signIn } from './sign-up.ts';

test('DASH-01 the line at the foot of the menu leads to the account, where a new name shows at once', async ({
  page,
  server,
}) => {
  const email = await join(page, server);
  await page.goto('/dashboard');
  const menu = page.getByRole('complementary', { name: 'Main' });
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await menu.getByRole('link', { name: 'Account of Ada Example' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.getByLabel('Name').fill('\u200B');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Ada محمد');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Name saved' })).toBeVisible();
  await expect(menu.getByText('Ada محمد')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada محمد');
});

test('AUTH-01 AUTH-11 a new password signs the other browser out, and this one stays', async ({
  page,
  server,
  browser,
  expected,
}) => {
  const email = await join(page, server);
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signIn(other, email);
  await expect(other.getByRole('heading', { name: 'First steps' })).toBeVisible();

  await page.goto('/dashboard/account');
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL('/dashboard/account/security');
  const fill = async (current: string, next: string, confirmation = next) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(password, 'longenough', 'other');
  await expect(page.getByText('Password requirements not met: At least 1 uppercase letter')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByText('weak', { exact: true })).toBeVisible();
  expected.push(/status of 400/);
  await fill('Wrong-horse-9', 'Another-staple-7');
  await expect(page.getByText('The password is wrong')).toBeVisible();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await fill(password, 'Another-staple-7');
  await expect(page.getByText('All other devices are signed out.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();

  await other.getByRole('link', { name: 'Content Review' }).click();
  await expect(other.getByText('Session expired. Please log in again.')).toBeVisible();
  await elsewhere.close();
});

test('AUTH-11 AUTH-16 devices are listed and signed out, and the security log says so', async ({ page, server, browser }) => {
  const email = await join(page, server);
  const elsewhere = await browser.newContext({ baseURL: server.url, userAgent: 'curl/8.14.1' });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signIn(other, email);
  await expect(other.getByRole('heading', { name: 'First steps' })).toBeVisible();

  await page.goto('/dashboard/account/activity');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await devices.getByRole('button', { name: /^Sign out curl\/8.14.1/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Signed out: curl/8.14.1' })).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  const log = page.getByRole('region', { name: 'Security log' });
  await expect(log.getByRole('row').nth(1)).toContainText('A device was signed out');
  await expect(log.getByRole('row').nth(2)).toContainText('Signed in');
  // Its stream ended with the session, so the page there knows without a press.
  await expect(other.getByText('Session expired. Please log in again.')).toBeVisible();

  await signIn(other, email);
  await expect(other.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other.getByText('Session expired. Please log in again.')).toBeVisible();
  await elsewhere.close();
});
