import type { Page } from '@playwright/test';
import { join } from './account.ts';
import { audit } from './audit.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';
import { payBy, paymentFrame, planCard, takePlan } from './test-payment.ts';

/** A server of its own: the clock moves for every account of one. */
const test = testWith(
  async () => ({ stop: async () => undefined }),
  () => startServer(),
);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Lets so many days pass for billing. The open page is told by the live line. */
async function passDays(page: Page, days: number): Promise<void> {
  const answer = await page.request.post('/dev/clock', { data: { advance_ms: Math.round(days * 86_400_000) } });
  expect(answer.status(), await answer.text()).toBe(200);
}
const invoices = (page: Page) => page.getByRole('row').filter({ hasText: 'INV-' });

test('SUB-06 SUB-10 SUB-07 a plan is renewed, lowered with its period, cancelled and used to its end', async ({
  page,
  server,
}) => {
  await join(page, server);
  await takePlan(page, 'Growth', '4242 4242 4242 4242');
  await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  await passDays(page, 32);
  await expect(invoices(page)).toHaveCount(2);
  await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  await planCard(page, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }).click();
  await expect(page.getByText(/^Starter starts on/).first()).toBeVisible();
  await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  await passDays(page, 31);
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await expect(invoices(page)).toHaveCount(3);
  await expect(invoices(page).first()).toContainText('$60.00');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Access ends on this date')).toBeVisible();
  await passDays(page, 10);
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await passDays(page, 25);
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await expect(invoices(page), 'nothing was charged after it').toHaveCount(3);
});

test('SUB-10 a renewal that fails is said, access goes on for seven days, and another card mends it', async ({
  page,
  server,
}) => {
  await join(page, server);
  await takePlan(page, 'Starter', '4000 0000 0000 0341');
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await passDays(page, 32);
  await expect(page.getByText('The last payment did not arrive')).toBeVisible();
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await planCard(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await payBy(page, '4242 4242 4242 4242');
  await expect(page.getByText('The last payment did not arrive')).toHaveCount(0);
  await expect(invoices(page)).toHaveCount(2);
  await takePlanThatEnds(page);
});

/** The same once more, to the bitter end. */
async function takePlanThatEnds(page: Page): Promise<void> {
  await planCard(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
  await page.getByRole('button', { name: 'Confirm upgrade' }).click();
  await payBy(page, '4000 0000 0000 0341');
  await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  await passDays(page, 32);
  await expect(page.getByText('The last payment did not arrive')).toBeVisible();
  await passDays(page, 7);
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
}

test('SUB-04 each test card does what it says, and what is not paid costs nothing', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  const begin = () => planCard(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  const dismiss = () => page.getByRole('button', { name: 'Dismiss' }).click();
  for (const [number, then] of [
    ['4000 0000 0000 9995', null],
    ['4000 0000 0000 0002', null],
    ['4000 0027 6000 3184', 'Reject'],
  ] as const) {
    await begin();
    await payBy(page, number);
    if (then) await paymentFrame(page).getByRole('button', { name: then }).click();
    await expect(page.getByText('Payment failed. Please try again.'), number).toBeVisible();
    await dismiss();
  }
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await expect(page.getByText('No invoice yet')).toBeVisible();
});

test('SUB-04 SUB-10 the notification may come after the window, or never', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  await page.route('**/api/payments/sandbox/*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"status":"success","data":{"status":"complete"}}' }),
  );
  await takePlan(page, 'Starter', '4242 4242 4242 4242');
  await expect(page.getByText('Payment completed successfully! Your subscription is now active.')).toBeVisible();
  await passDays(page, 0.1);
  await page.unroute('**/api/payments/sandbox/*');
  await page.goto('/dashboard/subscription');
  await expect(page.getByRole('heading', { name: 'No subscription' }), 'a browser’s word grants nothing').toBeVisible();
  await takePlan(page, 'Starter', '4000 0000 0000 0077');
  await expect(page.getByText('Payment completed successfully! Your subscription is now active.')).toBeVisible();
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await expect(invoices(page)).toHaveCount(1);
});

test('SUB-03 the free trial is given once, and says why it is not given again', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  await planCard(page, 'Free').getByRole('button').click();
  await expect(page.getByText('Free trial activated successfully! You now have 15 images for this month.')).toBeVisible();
  await passDays(page, 32);
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await expect(planCard(page, 'Free').getByText('Already used: the trial is given once per account')).toBeVisible();
  const again = await page.request.post('/api/subscriptions/subscribe', { data: { plan_id: 'free' } });
  expect(again.status()).toBe(409);
});
