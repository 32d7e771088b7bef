import type { Page } from '@playwright/test';
import { joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';

/** A server that is broken so badly that it says nothing of its own: the page's fallback is what people read. */
const breakCalls = (page: Page, path: string, methods: readonly string[]) =>
  page.route(path, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>broken</h1>' })
      : route.fallback(),
  );

test('TOK-03 tokens: each failure without a sentence of the server is told by the page', async ({ page, server, expected }) => {
  expected.push(/status of 500/);
  await joinTrial(page, server);
  await page.request.post('/api/access-tokens', { data: { name: 'Production' } });
  await page.goto('/dashboard/tokens');
  const row = page.getByRole('row', { name: /Production/ });
  await expect(row).toBeVisible();
  await breakCalls(page, '**/api/access-tokens*', ['POST']);
  await breakCalls(page, '**/api/access-tokens/*', ['DELETE']);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByLabel('Name').fill('Staging');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Failed to create token')).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete token' }).click();
  await expect(dialog.getByText('Failed to delete token')).toBeVisible();
  await page.keyboard.press('Escape');
  await breakCalls(page, '**/api/access-tokens', ['GET']);
  await page.reload();
  await expect(page.getByText('Failed to fetch tokens')).toBeVisible();
});

test('HOOK-07 webhooks: each failure without a sentence of the server is told by the page', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 500/);
  await joinTrial(page, server);
  await page.request.post('/api/webhooks', { data: { webhookUrl: 'https://hooks.example.com/in' } });
  await page.goto('/dashboard/webhooks');
  const row = page.getByRole('row', { name: /hooks\.example\.com/ });
  await expect(row).toBeVisible();
  await breakCalls(page, '**/api/webhooks', ['POST']);
  await breakCalls(page, '**/api/webhooks/**', ['POST', 'PATCH', 'DELETE']);
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Active/ }).click();
  await expect(page.getByText('Failed to update webhook')).toBeVisible();
  await row.getByRole('button', { name: /^Test/ }).click();
  await expect(page.getByText('Test failed', { exact: true })).toBeVisible();
  for (const [open, send, message] of [
    [/^Regenerate token/, 'Regenerate token', 'Failed to regenerate token'],
    [/^Delete/, 'Delete webhook', 'Failed to delete webhook'],
  ] as const) {
    await row.getByRole('button', { name: open }).click();
    await dialog.getByRole('button', { name: send }).click();
    await expect(dialog.getByText(message)).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Create Another Webhook' }).click();
  await dialog.getByLabel('Webhook URL').fill('https://hooks.example.com/second');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Failed to create webhook')).toBeVisible();
  await page.keyboard.press('Escape');
  await breakCalls(page, '**/api/webhooks', ['GET']);
  await page.reload();
  await expect(page.getByText('Failed to fetch webhooks')).toBeVisible();
});

test('PUB-10 a page that cannot be drawn says so and offers the way on', async ({ page, server, expected }) => {
  expected.push(/./);
  await joinTrial(page, server);
  // A browser in which drawing the end of the trial throws, every time: React tries a second time by itself.
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.formatToParts = () => {
      throw new Error('This browser formats no dates');
    };
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Reload the page' }).focus();
});

test('PUB-10 a page that fails after a click is accessible, and loading it again draws it', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/This browser formats no dates/);
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  await expect(page.getByRole('heading', { name: 'Try a text' })).toBeVisible();
  // Gone with the next loading, as the fault of an old version is. In one go: a page that is drawn anew in between fails before the click.
  const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Dashboard' });
  await link.evaluate((element) => {
    Intl.DateTimeFormat.prototype.formatToParts = () => {
      throw new Error('This browser formats no dates');
    };
    (element as HTMLElement).click();
  });
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await audit(page);
  await page.getByRole('button', { name: 'Reload the page' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
});
