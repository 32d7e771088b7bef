import { readFileSync } from 'node:fs';
import { endpoints } from '@clearframe/contract';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit, auditTheme } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };

test('a limit is changed, what would flip is shown, and the next upload is judged by the new version', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const before = await uploadOverHttp(page, picture);
  await page.goto('/dashboard/content-filters');
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page).toHaveURL('/dashboard/content-filters/limits');
  await expect(page.getByText('No saved versions yet')).toBeVisible();
  const rows = page.getByRole('listitem');
  await expect(rows.filter({ hasText: 'Gore' }).getByText('No analyser yet')).toBeVisible();
  // Once, not in each row.
  await expect(page.getByText('15 categories have no analyser yet. Connect one')).toBeVisible();
  await expect(rows.filter({ hasText: 'Sexually explicit' }).getByText('No analyser yet')).toHaveCount(0);

  const flag = page.getByRole('spinbutton', { name: 'Sexually explicit: flag from, as a number' });
  const review = page.getByRole('spinbutton', { name: 'Sexually explicit: review from, as a number' });
  await flag.fill('0');
  await expect(page.getByText('The flag limit cannot be lower than the review limit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Limits' })).toBeDisabled();
  await review.fill('0');
  const panel = page.getByRole('region', { name: 'Preview' });
  await expect(panel.getByText('1 of 1 checked items would flip')).toBeVisible();
  await expect(panel.getByText('1 item, none decided by a person')).toBeVisible();
  await expect(panel.getByRole('link')).toHaveAttribute('href', `/dashboard/media/${before}`);

  await page.getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByText('The limits stay as last saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('account-1')).toBeVisible();
  await expect(versions.getByText('Sexually explicit: flag from 0.7 to 0')).toBeVisible();

  const after = await uploadOverHttp(page, picture);
  await page.goto(`/dashboard/media/${after}`);
  await expect(page.getByText('Flagged', { exact: true }).first()).toBeVisible();
  const item = await (await page.request.get(`/api/media/${after}`)).json();
  expect(item.data.media_upload.moderation.policy_version).toBe('account-1');
  const older = await (await page.request.get(`/api/media/${before}`)).json();
  expect(older.data.media_upload.moderation.policy_version).toBe('default-1');

  await page.goto('/dashboard/content-filters/limits');
  await page.getByRole('button', { name: 'Reset Sexually explicit to default' }).click();
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(versions.getByText('account-2')).toBeVisible();
  await auditTheme(page, 'dark');
  await page.getByRole('button', { name: 'Restore account-1' }).click();
  await expect(versions.getByText('account-3')).toBeVisible();
  await expect(flag).toHaveValue('0');
  await review.fill('0.5');
  await expect(panel.getByText('Correct the limits above')).toBeVisible();
  await flag.fill('0.9');
  await expect(panel.getByText('would flip')).toBeVisible();
  await audit(page);
});

test('what would flip is asked anew once other limits were saved', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, picture);
  await page.clock.install();
  await page.goto('/dashboard/content-filters/limits');
  const flag = page.getByRole('spinbutton', { name: 'Sexually explicit: flag from, as a number' });
  const review = page.getByRole('spinbutton', { name: 'Sexually explicit: review from, as a number' });
  const panel = page.getByRole('region', { name: 'Preview' });
  const usual = await review.inputValue();
  const asked = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/policy/what-if') && (answer.request().postData() ?? '').includes('"flag":0.93'),
    );
  const before = asked();
  await flag.fill('0.93');
  await before;
  await review.fill('0');
  await flag.fill('0');
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  await review.fill(usual);
  await expect(panel.getByText('Correct the limits above')).toBeVisible();
  // What stood wrong for a while is not asked about either; the server would refuse it.
  await page.clock.fastForward('00:02');
  const after = asked();
  await flag.fill('0.93');
  await after;
});

test('SEC-03 a viewer reads the limits and is offered no change', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.route(`**/api${endpoints.myAccounts.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"owner"', '"viewer"') });
  });
  await page.goto('/dashboard/content-filters/limits');
  await expect(page.getByText('You can read these limits')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Gore: flag from, as a number' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save Limits' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
});

test('limits that somebody else saved meanwhile are not replaced unseen', async ({ page, server, expected }) => {
  expected.push(/409/);
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters/limits');
  const flag = page.getByRole('spinbutton', { name: 'Gore: flag from, as a number' });
  await flag.fill('0.9');
  const { thresholds } = (await (await page.request.get('/api/policy')).json()).data.policy.content;
  const theirs = { thresholds: { ...thresholds, gore: { review: 0.1, flag: 0.2 } }, on_analyser_error: 'hold' };
  expect((await page.request.post('/api/policy/limits', { data: theirs })).status()).toBe(200);

  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('Somebody else changed the limits meanwhile. Nothing was saved.')).toBeVisible();
  await expect(flag).toHaveValue('0.9');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(flag).toHaveValue('0.2');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText('account-1')).toBeVisible();
});
