import { joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test('TOK-01 TOK-02 API-05 a token that may only read, made by keyboard, reads and is told which scope it lacks', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/tokens');
  const create = page.getByRole('button', { name: 'Create token' });
  await expect(create).toBeEnabled();
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Upload')).toBeHidden();
  await page.keyboard.type('Report');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (const scope of ['Upload', 'Read', 'Decide']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel(scope)).toBeFocused();
    await page.keyboard.press('Space');
  }
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Please choose what the token may do')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Read').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Expires after').selectOption('90 days');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const row = page.getByRole('row', { name: /Report/ });
  await expect(row).toContainText(/Read, expires \d+ \w+ \d{4}/);
  await expect(row).toContainText('Active');
  await page.getByRole('status').getByRole('button', { name: 'Copy token Report' }).click();
  await expect(page.getByRole('button', { name: 'Copied token Report' })).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const headers = { authorization: `Bearer ${token}` };
  const usage = await fetch(`${server.url}/api/v1/usage`, { headers });
  expect(await usage.json()).toMatchObject({ data: { plan: { id: 'free' }, frames: { allowed: 15, remaining: 15 } } });
  const refused = await fetch(`${server.url}/api/v1/upload`, { method: 'POST', headers });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ message: 'This API token does not have the scope upload' });
  await page.reload();
  await expect(row).toContainText('now');
  await audit(page);
});
