import type { Page } from '@playwright/test';
import { join, joinTrial } from './account.ts';
import { expect, test } from './journey.ts';
import { planCard } from './test-payment.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

const nothing = {
  onsite_payment_uuid: null,
  onsite_payment_error: null,
  redirect_url: null,
  payment_id: null,
  scheduled_change: null,
};
const success = (data: object) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ status: 'success', data }),
});
const begin = (page: Page) => planCard(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();

test('SUB-09 every way in which a payment does not begin has its sentence', async ({ page, server, expected }) => {
  expected.push(/status of 502/, /subscriptions\/subscribe/);
  await join(page, server);
  await page.goto('/dashboard/subscription');
  const id = '3f0f8f0e-0000-4000-8000-000000000000';
  for (const [answer, sentence] of [
    [success({ ...nothing, onsite_payment_error: 'the shop is closed' }), 'Could not start in-page payment: the shop is closed'],
    [success({ ...nothing, payment_id: id }), 'No payment method available. Please try again.'],
    [{ status: 502, body: '' }, 'Failed to initiate payment. Please try again.'],
  ] as const) {
    await page.route('**/api/subscriptions/subscribe', (route) => route.fulfill(answer));
    await begin(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText('Loading Payment')).toHaveCount(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.unroute('**/api/subscriptions/subscribe');
  }
});

for (const [script, sentence] of [
  ['', 'Payment system error. Please try again.'],
  ['window.sandbox_do_onsite_payment = () => { throw new Error("no window"); };', 'Payment system error: no window'],
] as const)
  test(`SUB-09 a payment script that is at fault ends in: ${sentence}`, async ({ page, server }) => {
    await join(page, server);
    const body = { status: 200, contentType: 'text/javascript', body: script };
    await page.route('**/sandbox-pay/engine.js', (route) => route.fulfill(body));
    await page.goto('/dashboard/subscription');
    await begin(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText('Loading Payment')).toHaveCount(0);
  });

test('SUB-09 an upgrade, a cancellation and a refresh that fail say so', async ({ page, server, expected }) => {
  expected.push(/status of 502/);
  await joinTrial(page, server);
  await page.goto('/dashboard/subscription');
  const broken = (path: string) => page.route(path, (route) => route.fulfill({ status: 502, body: '' }));
  await broken('**/api/subscriptions/upgrade');
  await planCard(page, 'Starter').getByRole('button', { name: 'Upgrade to Starter' }).click();
  await page.getByRole('button', { name: 'Confirm upgrade' }).click();
  await expect(page.getByText('Failed to upgrade subscription. Please try again.')).toBeVisible();
  await broken('**/api/subscriptions/cancel');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Failed to cancel subscription. Please try again.')).toBeVisible();
  await broken('**/api/subscriptions/plans');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Failed to refresh data. Please try again.')).toBeVisible();
});
