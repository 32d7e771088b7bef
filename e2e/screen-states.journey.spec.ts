import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { join, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

// Some sixty audits, each of two looks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = { name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) };
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

/** Who made the item. */
const author = 'maria.k';

/** Screens with the call that each waits for, and what stands there when it fails. */
const screens = [
  ['/dashboard', '**/api/dashboard/**', 'Failed to fetch media'],
  ['/dashboard/media', '**/api/media?*', 'Failed to fetch media'],
  ['/dashboard/media/{id}', '**/api/media/{id}', 'Failed to fetch media details'],
  ['/dashboard/tokens', '**/api/access-tokens', 'Failed to fetch tokens'],
  ['/dashboard/webhooks', '**/api/webhooks', 'Failed to fetch webhooks'],
  ['/dashboard/content-filters', '**/api/keyword-settings', 'Failed to load settings'],
  ['/dashboard/content-filters/known', '**/api/known-pictures?*', 'Failed to load the block list'],
  ['/dashboard/content-filters/limits', '**/api/policy', 'Could not load the limits'],
  ['/dashboard/notices', '**/api/notices?*', 'Failed to load notices'],
  ['/dashboard/uploaders', '**/api/authors?*', 'Failed to load uploaders'],
  ['/dashboard/appeals', '**/api/appeals?*', 'Failed to load appeals'],
  ['/dashboard/content-filters/reasons', '**/api/labels', 'Failed to load reasons'],
  ['/dashboard/content-filters/breaks', '**/api/exposure/settings', 'Failed to load the breaks'],
  ['/dashboard/subscription', '**/api/subscriptions/**', 'Failed to fetch subscription data'],
  ['/dashboard/subscription/usage', '**/api/subscriptions/usage/history*', 'Failed to load subscription data'],
  ['/dashboard/quality', '**/api/quality?*', 'Could not load the figures'],
  ['/dashboard/transparency', '**/api/transparency/figures?*', 'Could not load the figures'],
  [`/dashboard/uploaders/${author}`, `**/api/authors/${author}`, 'Failed to load the uploader'],
  ['/dashboard/integrations', '**/api/checkers', 'Failed to load checkers'],
  ['/dashboard/integrations/buckets', '**/api/s3-sources', 'Failed to load buckets'],
  ['/dashboard/integrations/chats', '**/api/chat-hooks', 'Failed to load chats'],
  ['/dashboard/integrations/settings', '**/api/doors/settings', 'Failed to load the settings'],
] as const;

async function withItem(page: Page) {
  const id = await uploadOverHttp(page, pears, { author: JSON.stringify({ id: author, name: 'Maria' }) });
  const of = (path: string) => path.replace('{id}', id);
  return screens.map(([path, call, fault]) => ({ path: of(path), call: of(call), fault }));
}

test('DASH-01 MED-01 TOK-01 HOOK-01 KEY-01 SUB-08 every signed-in screen is accessible while it loads', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  for (const { path, call } of await withItem(page)) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    const waiting = page
      .locator('main')
      .locator('[aria-busy=true], [data-slot~=spinner], [data-slot~=skeleton]')
      .or(page.getByText('Checking Payment...'));
    await expect(waiting.first()).toBeVisible();
    await audit(page);
    await wide(page);
    release();
    await expect(waiting).toHaveCount(0);
    await page.unroute(call);
  }
});

test('MED-09 TOK-03 HOOK-07 KEY-02 every signed-in screen is accessible when its call fails, and offers another try', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 500/);
  await joinTrial(page, server);
  const json = { status: 'error', message: 'Out of order', data: null };
  for (const { path, call, fault } of await withItem(page)) {
    await page.route(call, (route) => route.fulfill({ status: 500, json }));
    await page.goto(path);
    const banner = page.getByRole('alert').filter({ hasText: fault }).first();
    await expect(banner).toBeVisible();
    const again = banner
      .getByRole('button', { name: 'Try again' })
      .or(page.getByRole('button', { name: 'Refresh', exact: true }));
    await expect(again).toBeVisible();
    await audit(page);
    await wide(page);
    await page.unroute(call);
    await again.click();
    await expect(banner).toHaveCount(0);
  }
});

test('UP-08 TOK-02 HOOK-01 SUB-01 every screen of an account without a subscription is accessible', async ({ page, server }) => {
  await join(page, server);
  for (const [path, shown] of [
    ['/dashboard', page.getByRole('button', { name: 'Activate free trial' })],
    ['/dashboard/upload', page.getByRole('heading', { name: 'Subscription Required' })],
    ['/dashboard/tokens', page.getByText('Subscribe to Plan First').first()],
    ['/dashboard/webhooks', page.getByRole('heading', { name: 'Subscription Required' })],
    ['/dashboard/subscription', page.getByRole('heading', { name: 'No subscription' })],
  ] as const) {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await audit(page);
  }
});

test('TOK-01 HOOK-01 HOOK-02 every dialog of tokens and webhooks, and the result of a test, are accessible', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  await page.request.post('/api/access-tokens', { data: { name: 'Production uploader' } });
  await page.goto('/dashboard/tokens');
  const dialog = page.getByRole('dialog');
  const shows = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().click();
    await expect(dialog).toBeVisible();
    await audit(page);
    await wide(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await shows(/^Delete/);

  await page.request.post('/api/webhooks', { data: { webhookUrl: `http://${pictures.address}/hook` } });
  await page.goto('/dashboard/webhooks');
  for (const name of ['Create Another Webhook', /^Regenerate token/, /^Edit/, /^Delete/]) await shows(name);
  await page.getByRole('button', { name: /^Test/ }).first().click();
  const result = page.getByText(/^Test (Successful|Failed)$/);
  await expect(result).toBeVisible();
  await page.getByText('Test payload').click();
  await audit(page);
});

test('UP-05 an upload on its way, and one that failed, are accessible', async ({ page, server, expected }) => {
  expected.push(/status of 500/);
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const json = { status: 'error', message: 'Out of order', data: null };
  await page.route('**/api/media/upload', async (route) => {
    await held;
    await route.fulfill({ status: 500, json });
  });
  await page.locator('input[type=file]').setInputFiles(fixture('benign/pears.webp'));
  await page.getByRole('button', { name: 'Check image' }).click();
  await expect(page.getByText('AI analysis')).toBeVisible();
  await audit(page);
  await wide(page);
  release();
  await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible();
  await audit(page);
  await wide(page);
  await page.unroute('**/api/media/upload');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
});
