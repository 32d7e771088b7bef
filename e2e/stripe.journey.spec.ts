import type { Page } from '@playwright/test';
import { join } from './account.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';
import { startStripeHost } from './stripe-host.ts';

/** A server whose Stripe is on this machine. */
const test = testWith(startStripeHost, (host) => startServer({ env: host.env }));
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const plan = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
const subscribe = (page: Page) => plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
const checkout = (page: Page) => page.getByRole('heading', { name: 'Checkout' });
const paid = 'Payment completed successfully! Your subscription is now active.';

test('SUB-04 SUB-05 a plan is paid on the page of Stripe and upgraded there', async ({ page, server, host }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');

  await test.step('leaving the checkout, by its link or by Back, costs nothing', async () => {
    await subscribe(page);
    await expect(checkout(page)).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL('/dashboard/subscription?status=cancelled');
    await expect(page.getByText('Payment was cancelled.')).toBeVisible();
    await subscribe(page);
    await expect(checkout(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
    await expect(page.getByText('Loading Payment')).toHaveCount(0);
  });

  await test.step('a payment that is told before the browser comes back starts the plan', async () => {
    await subscribe(page);
    await page.getByRole('link', { name: 'Pay' }).click();
    await expect(page).toHaveURL('/dashboard/subscription?status=success');
    await expect(page.getByText(paid)).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await expect(page.getByText('charged $60.00 a month')).toBeVisible();
  });

  await test.step('an upgrade holds when it is told, after the browser came back', async () => {
    host.tells = false;
    await plan(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    await page.getByRole('button', { name: 'Confirm upgrade' }).click();
    await page.getByRole('link', { name: 'Pay' }).click();
    await expect(page.getByText(paid)).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await host.tell();
    await expect(page.getByText('of 35,714 frames used')).toBeVisible();
    host.tells = true;
  });

  await test.step('the card is changed on the page of Stripe', async () => {
    await page.getByRole('button', { name: 'Change card at Stripe' }).click();
    await expect(page.getByRole('heading', { name: 'Portal' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Change card at Stripe' })).toBeVisible();
  });
});

test('SUB-04 says so when Stripe does not open a payment, and tries again', async ({ page, server, host, expected }) => {
  expected.push(/503/);
  await join(page, server);
  await page.goto('/dashboard/subscription');
  host.stripe.trouble = 500;
  await subscribe(page);
  const why = 'The payment provider did not accept the request. Nothing was charged. Try again.';
  await expect(page.getByText(why)).toBeVisible();
  host.stripe.trouble = null;
  await subscribe(page);
  await expect(checkout(page)).toBeVisible();
});
