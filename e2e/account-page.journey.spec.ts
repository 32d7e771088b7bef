import { join } from './account.ts';
import { expect, test } from './journey.ts';

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
