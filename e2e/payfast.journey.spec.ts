import type { Page } from '@playwright/test';
import { join } from './account.ts';
import { audit } from './audit.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startPayfastHost } from './payfast-host.ts';
import { startServer } from './server.ts';

/** A server whose PayFast is on this machine. */
const test = testWith(startPayfastHost, (host) => startServer({ env: host.env }));
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const plan = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
const window = (page: Page) => page.frameLocator('iframe[title="PayFast"]');
const subscribe = (page: Page) => plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();

test('SUB-04 SUB-05 SUB-07 a plan is paid in the page at PayFast, upgraded and cancelled', async ({
  page,
  server,
  host,
  expected,
}) => {
  // The audit reads the styles of other hosts by a request, which our policy refuses it: that they apply is looked at below.
  expected.push(/onsite\/engine\.css/);
  await join(page, server);
  await page.goto('/dashboard/subscription');

  await test.step('what is charged is said before, and the wait for the window is shown', async () => {
    await expect(plan(page, 'Starter').getByText('Charged as ZAR 1,100.00 a month')).toBeVisible();
    let letGo = () => {};
    host.script = { is: 'held', until: new Promise((resolve) => (letGo = resolve)) };
    await subscribe(page);
    await expect(page.getByText('Loading Payment')).toBeVisible();
    letGo();
    await expect(window(page).getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(page.locator('#payfast_div_container')).toHaveCSS('position', 'fixed');
    await expect(page.getByText('Loading Payment')).toHaveCount(0);
  });

  await test.step('a window that is closed costs nothing', async () => {
    await window(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Payment was cancelled.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  });

  await test.step('a payment that is told before the window closes starts the plan', async () => {
    await subscribe(page);
    await window(page).getByRole('button', { name: 'Pay now' }).click();
    await expect(page.getByText('Payment completed successfully! Your subscription is now active.')).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await expect(page.getByText('charged ZAR 1,100.00 a month')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change card at PayFast' })).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('an upgrade holds when it is told, after the window closed', async () => {
    host.tells = false;
    await page.getByRole('button', { name: 'Upgrade plan' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Growth' }).getByText('ZAR 1,850.00 / month')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await plan(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    await expect(page.getByRole('dialog').getByText('as soon as ZAR 1,850.00 are paid')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm upgrade' }).click();
    await window(page).getByRole('button', { name: 'Pay now' }).click();
    await expect(page.getByText('Plan upgraded to Growth successfully!')).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await host.tell();
    await expect(page.getByText('of 35,714 frames used')).toBeVisible();
    host.tells = true;
  });

  await test.step('cancelling keeps access', async () => {
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Subscription cancelled successfully.')).toBeVisible();
    await expect(page.getByText('Access ends on this date')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change card at PayFast' })).toHaveCount(0);
  });
});

test('SUB-04 says so when the script does not load, and when PayFast opens no payment', async ({
  page,
  server,
  host,
  expected,
}) => {
  expected.push(/onsite\/engine\.js/);
  await join(page, server);
  host.script = { is: 'gone' };
  await page.goto('/dashboard/subscription');
  await subscribe(page);
  await expect(page.getByText('Failed to load PayFast payment system. Please try again.')).toBeVisible();
  await expect(page.getByText('Loading Payment')).toHaveCount(0);
  host.script = { is: 'there' };
  host.payfast.trouble = 'garbage';
  await subscribe(page);
  const why = 'Could not start in-page payment: PayFast did not open the payment. Nothing was charged.';
  await expect(page.getByText(why)).toBeVisible();
  host.payfast.trouble = null;
  await subscribe(page);
  await expect(window(page).getByRole('button', { name: 'Pay now' })).toBeVisible();
  const policy = (await page.request.get('/dashboard/subscription')).headers()['content-security-policy'];
  expect(policy).toContain(`frame-src 'self' ${host.payfast.url};`);
});

test('PUB-09 /return and /cancel grant nothing', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/return');
  await expect(page).toHaveURL('/dashboard/subscription?status=success');
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await page.goto('/cancel');
  await expect(page).toHaveURL('/dashboard/subscription?status=cancelled');
  await expect(page.getByText('Payment was cancelled.')).toBeVisible();
});
