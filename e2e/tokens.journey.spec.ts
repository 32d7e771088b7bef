import { joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';

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
  for (const scope of ['Upload', 'Read', 'Decide', 'Check', 'Report']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel(new RegExp(`^${scope}`))).toBeFocused();
    await page.keyboard.press('Space');
  }
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Please choose what the token may do')).toBeVisible();
  await expect(dialog.getByLabel('Upload')).toBeFocused();
  await expect(dialog.getByLabel('Upload')).toHaveAccessibleDescription(/Please choose what the token may do/);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Read').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Expires after').selectOption('90 days');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const row = page.getByRole('row', { name: /Report/ });
  await expect(row).toContainText(/Read, expires \d+ \w+ \d{4}/);
  await expect(row).toContainText('Never');
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
  await expect(row).toContainText('now');
  await expect(row).not.toContainText('Never');
  await audit(page);
});

test('TOK-01 SEC-03 ten minutes after the sign-in, copying a token asks who it is, and then copies all of it', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  const made = await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const token = /cf_live_[\w-]{43}/.exec(await made.text())?.[0] ?? '';
  const fields = { isActive: true, createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null, expiresAt: null, scopes: ['read'] };
  const id = /"id":"([0-9a-f-]{36})"/.exec(await made.text())?.[1];
  // As if the sign-in were long ago.
  const listed = { ...fields, id, name: 'Shop', token: token.slice(0, 20), withheld: true };
  const json = { status: 'success', data: { access_tokens: [listed] } };
  await page.route('**/api/access-tokens', (route) => route.fulfill({ json }), { times: 1 });
  const refused = { status: 'error', message: 'Confirm your identity', data: null, code: 'confirmation_required' };
  await page.route('**/api/access-tokens/*/reveal', (route) => route.fulfill({ status: 403, json: refused }), { times: 1 });
  expected.push(/status of 403/);
  await page.goto('/dashboard/tokens');
  const row = page.getByRole('row', { name: /Shop/ });
  await expect(row).toContainText(`${token.slice(0, 20)}…`);
  await row.getByRole('button', { name: 'Copy token Shop' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Copied token Shop' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
});

test('TOK-01 DOOR-A4 a token is shown as a pair of AWS keys, with which a program that speaks Rekognition is let in', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.request.post('/api/access-tokens', { data: { name: 'Photos' } });
  await page.request.post('/api/access-tokens', { data: { name: 'Reports', scopes: ['read'] } });
  await page.goto('/dashboard/tokens');
  await expect(page.getByRole('row', { name: /Reports/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'AWS keys of Reports' })).toHaveCount(0);
  await page.getByRole('button', { name: 'AWS keys of Photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'AWS keys of “Photos”' });
  await expect(dialog).toContainText(/AWS_ACCESS_KEY_ID=CF[A-Z2-7]{18}/);
  await expect(dialog).toContainText(`AWS_ENDPOINT_URL_REKOGNITION=${server.url}/api/rekognition`);
  await audit(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'AWS keys of Photos' })).toBeFocused();
});
