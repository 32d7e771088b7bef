import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit, everyLook } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

// Up to thirty audits a journey, each a second or more of computing.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const readPages = [
  ['/', 'Every frame, checked before it’s seen.'],
  ['/features', 'Everything between an upload and a decision.'],
  ['/pricing', 'Pay for frames, nothing else'],
  ['/about', 'Decisions about pictures that people can check.'],
  ['/docs', 'Documentation'],
  ['/docs/api', 'API reference'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/no/such/page', 'That frame isn’t on the roll'],
] as const;
const forms = [
  ['/contact', 'Contact us'],
  ['/login', 'Sign in'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password', 'Invalid Reset Link'],
  ['/reset-password?token=t&email=ada@shop.example', 'Set a new password'],
  ['/register', 'Create an account'],
] as const;

async function auditPages(page: Page, pages: typeof readPages | typeof forms): Promise<void> {
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await audit(page, everyLook);
  }
}

test('PUB-01 PUB-02 PUB-03 PUB-04 PUB-06 PUB-07 the public pages that are read are accessible in every look', async ({
  page,
  expected,
}) => {
  expected.push(/status of 404/);
  await auditPages(page, readPages);
});

test('PUB-05 AUTH-01 AUTH-06 the public pages with a form are accessible in every look', async ({ page }) => {
  await auditPages(page, forms);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await audit(page, everyLook);
});

test('DASH-01 DASH-02 the pages of an empty account are accessible in every look', async ({ page, server }) => {
  await joinTrial(page, server);
  for (const [path, shown] of [
    ['/dashboard', page.getByRole('heading', { name: 'First steps' })],
    ['/dashboard/upload', page.getByRole('button', { name: 'Check image' })],
    ['/dashboard/media', page.getByRole('heading', { name: 'Nothing to review yet' })],
    ['/dashboard/tokens', page.getByRole('heading', { name: 'No tokens yet' })],
    ['/dashboard/webhooks', page.getByRole('heading', { name: 'No webhooks configured' })],
    ['/dashboard/content-filters', page.getByRole('heading', { name: 'Try a text' })],
    ['/dashboard/content-filters/known', page.getByRole('heading', { name: 'The block list is empty' })],
    ['/dashboard/content-filters/limits', page.getByText('No saved versions yet')],
    ['/dashboard/uploaders', page.getByRole('heading', { name: 'No uploaders yet' })],
    ['/dashboard/appeals', page.getByRole('heading', { name: 'No open appeals' })],
    ['/dashboard/content-filters/reasons', page.getByRole('row', { name: /Self-harm/ })],
    ['/dashboard/content-filters/breaks', page.getByRole('heading', { name: 'No figures yet' })],
  ] as const) {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await audit(page, everyLook);
  }
});

test('DASH-02 UP-05 MED-03 MED-04 TOK-01 SUB-02 the pages of an account in use are accessible in every look', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 404/);
  await joinTrial(page, server);
  const picture = (name: string, mimeType: string) => ({ name, mimeType, buffer: readFileSync(fixture(name)) });
  const flagged = await uploadOverHttp(page, picture('flagged/explicit-1.png', 'image/png'));
  await uploadOverHttp(page, picture('flagged/suggestive.png', 'image/png'));
  await page.request.post('/api/access-tokens', { data: { name: 'A token with a name that is long enough to wrap' } });
  for (const [path, shown] of [
    ['/dashboard', page.getByRole('heading', { name: 'Recent content' })],
    ['/dashboard/media', page.getByRole('article').nth(1)],
    [`/dashboard/media/${flagged}`, page.getByRole('heading', { name: 'Keyword check' })],
    ['/dashboard/media/3f0f8f0e-0000-4000-8000-000000000000', page.getByRole('heading', { name: 'Media not found' })],
    ['/dashboard/tokens', page.getByRole('row', { name: /A token/ })],
    ['/dashboard/subscription', page.getByRole('heading', { name: 'Available plans' })],
    ['/dashboard/subscription/usage', page.getByRole('heading', { name: 'By API token' })],
  ] as const) {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await audit(page, everyLook);
  }
  await page.goto('/dashboard/upload');
  await page.locator('input[type=file]').setInputFiles(fixture('benign/pears.webp'));
  await page.getByRole('button', { name: 'Check image' }).click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await audit(page, everyLook);
});
