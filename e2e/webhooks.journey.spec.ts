import { readFileSync } from 'node:fs';
import { join, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

const menu = [
  'Dashboard',
  'Upload Media',
  'Content Review',
  'Notices',
  'Uploaders',
  'Content Filters',
  'Measured quality',
  'Transparency',
  'API Tokens',
  'Webhooks',
  'Integrations',
  'Usage',
  'Subscription & Billing',
];

test('DASH-01 HOOK-01 without a subscription the page says what is missing', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText(menu);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL('/dashboard/webhooks');
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe to Plan First' })).toBeDisabled();
  await page.getByRole('link', { name: 'Subscribe to Plan First' }).click();
  await expect(page).toHaveURL('/dashboard/subscription');
});

test('HOOK-01 HOOK-02 HOOK-03 a webhook is made by keyboard, copied, switched, changed, renewed and deleted', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks configured' })).toBeVisible();
  const create = page.getByRole('button', { name: 'Create Webhook' });
  await expect(create).toBeEnabled();
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Webhook URL')).toBeFocused();
  const submit = dialog.getByRole('button', { name: 'Create webhook' });
  await expect(submit).toBeDisabled();
  await page.keyboard.type('   ');
  await expect(submit).toBeDisabled();
  await page.keyboard.type('http://hooks.example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Webhook URL must use HTTPS protocol for security')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('  https://hooks.example.com/in  ');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row', { name: /hooks\.example\.com\/in/ });
  await expect(page.getByRole('columnheader')).toHaveText(['Webhook URL', 'Token', 'Status', 'Created', 'Actions']);
  await expect(row.getByText(/^whk_[\w-]{16}…$/)).toBeVisible();
  await expect(row.getByText(await page.evaluate(() => new Date().toLocaleDateString()))).toBeVisible();
  await expect(create).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create Another Webhook' })).toBeEnabled();
  const copied = async () => {
    await row.getByRole('button', { name: /^Copy token/ }).click();
    await expect(row.getByRole('button', { name: /^Copied token/ })).toBeVisible();
    await expect(row.getByRole('button', { name: /^Copy token/ })).toBeVisible();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  const first = await copied();
  expect(first).toMatch(/^whk_[\w-]{43}$/);

  await row.getByRole('button', { name: /^Active/ }).click();
  await expect(row.getByRole('button', { name: /^Inactive/ })).toBeVisible();
  await row.getByRole('button', { name: /^Inactive/ }).click();
  await expect(row.getByRole('button', { name: /^Active/ })).toBeVisible();

  for (const word of ['Regenerate token', 'Edit', 'Delete']) await expect(row.getByText(word, { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^Regenerate token/ }).click();
  await expect(dialog.getByRole('button', { name: 'Keep token' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Regenerate token' }).click();
  await expect(page.getByText('Token regenerated')).toBeVisible();
  await expect(page.getByText('Also signed with the old secret until')).toBeVisible();
  expect(await copied()).not.toBe(first);

  await row.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('Webhook URL').fill('https://hooks.example.com/other');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const changed = page.getByRole('row', { name: /hooks\.example\.com\/other/ });
  await changed.getByRole('button', { name: /^Delete/ }).click();
  await page.keyboard.press('Escape');
  await changed.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks configured' })).toBeVisible();
});

test('HOOK-01 HOOK-04 MED-03 a webhook is tested, and told of an upload', async ({ page, server, pictures, expected }) => {
  expected.push(/status of 503/);
  await joinTrial(page, server);
  for (const status of [200, 502]) await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.refusal(status) } });
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: /^Test .*\/200$/ }).click();
  const told = page.getByRole('status').filter({ hasText: 'Test Successful' });
  await expect(told).toContainText('The endpoint answered 200 after');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: /^Test .*\/502$/ }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'Test Failed' });
  await expect(failed).toContainText(
    'The endpoint answered 502 Bad Gateway. Nothing was retried. The delivery log keeps no tests.',
  );
  await expect(failed.getByText('"media.analysis.completed"')).toBeHidden();
  await failed.getByText('Test payload').click();
  await expect(failed.getByText('"media.analysis.completed"')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Edit .*\/200$/ }).click();
  await audit(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.route('**/api/webhooks', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'The server is stopping. Try again.', data: null } }),
  );
  await page.reload();
  await expect(page.getByText('Failed to fetch webhooks')).toBeVisible();
  await page.unroute('**/api/webhooks');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);

  const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  await uploadOverHttp(page, picture);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article').getByText('Webhook Sent')).toBeVisible();
});

test('HOOK-01 HOOK-04 TRUST-B4 a webhook hears the events that were chosen, and its log says what each tells of', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.hook } });
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  const verdicts = dialog.getByRole('checkbox', { name: /^Analysis ended/ });
  await expect(verdicts).toBeChecked();
  await expect(dialog.getByRole('checkbox')).toHaveCount(10);
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await verdicts.focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await expect(verdicts).toBeFocused();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('checkbox', { name: /^Notice received/ }).press('Space');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Webhook changed')).toBeVisible();
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveAccessibleName(/^Notice received/);
  await page.keyboard.press('Escape');

  const created = await page.request.post('/api/access-tokens', { data: { name: 'notices' } });
  const token = /"token":"([^"]+)"/.exec(await created.text())?.[1] ?? '';
  const notice = { kind: 'other', ground: 'terms', explanation: 'It is mine.', name: 'Nora Notifier', email: 'nora@example.com' };
  const filed = await page.request.post('/api/v1/notices', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...notice, good_faith: true, item_url: 'https://pears.example/1' },
  });
  expect(filed.ok(), await filed.text()).toBe(true);
  await page.getByRole('link', { name: /^Deliveries to/ }).click();
  const row = page.getByRole('row', { name: /Notice received/ });
  await expect(row.getByText('Sent')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('link', { name: /^notice [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole('heading', { name: 'Notice received' })).toBeVisible();
  await expect(page.getByText('notice.received', { exact: true })).toBeVisible();
  await expect(page.getByText('Nora Notifier')).toHaveCount(0);
  await audit(page);
});

test('HOOK-01 HOOK-04 a webhook that fails says so beside its state until an event arrives, and nothing moves', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  const hook = pictures.changingHook();
  await page.request.post('/api/webhooks', { data: { webhookUrl: hook.url } });
  await page.goto('/dashboard/webhooks');
  const row = page.getByRole('row', { name: hook.url });
  await expect(row.getByText('No delivery yet')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Active/ })).toBeVisible();
  const places = async () =>
    Promise.all([row.boundingBox(), ...(await row.getByRole('button').all()).map((button) => button.boundingBox())]);
  const before = await places();

  const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  hook.status = 500;
  await uploadOverHttp(page, picture);
  await expect(row.getByText('Failing', { exact: true })).toBeVisible();
  const last = row.getByRole('link', { name: /^Last delivery/ });
  await expect(last).toHaveText('Last delivery: 500, now');
  await expect(last.locator('time')).toHaveAttribute('datetime', /^\d{4}-/);
  expect(await places()).toEqual(before);
  await audit(page);
  for (const width of [320, 820, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
  await last.click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('row', { name: /pears\.webp/ })).toContainText('500');
  await page.goBack();
  await expect(row.getByText('Failing', { exact: true })).toBeVisible();

  hook.status = 204;
  await uploadOverHttp(page, picture);
  await expect(last).toHaveText('Last delivery: 204, now');
  await expect(row.getByText('Failing', { exact: true })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Active/ })).toBeVisible();
});
