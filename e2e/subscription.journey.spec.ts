import { readFileSync } from 'node:fs';
import { join } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';
import { payBy, planCard as plan } from './test-payment.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

test('SUB-05 Escape closes the window of a payment that is still loading', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  // Without its script the payment's page hears no key: the window around it has to.
  await page.route('**/sandbox-pay/page.js', () => undefined);
  const loading = page.waitForRequest('**/sandbox-pay/page.js');
  await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  await expect(page.getByRole('dialog', { name: 'Test payment' })).toBeVisible();
  await loading;
  await page.keyboard.press('Escape');
  await expect(page.getByText('Payment was cancelled.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Test payment' })).toHaveCount(0);
});

test('SUB-04 SUB-05 SUB-06 SUB-07 a plan is declined, paid, upgraded, lowered and cancelled', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  const frame = page.frameLocator('iframe[title="Test payment"]');

  await test.step('a card that is declined, one that is none, and a window that is closed, cost nothing', async () => {
    await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
    await expect(frame.getByRole('heading', { name: 'Starter $60.00 / month' })).toBeVisible();
    await expect(frame.getByText('TEST PAYMENT – no card is charged')).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await payBy(page, '4111 1111 1111 1111');
    await expect(frame.getByText('Please enter one of the test cards below')).toBeVisible();
    await payBy(page, '4000 0000 0000 0002');
    await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
    await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Payment was cancelled.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  });

  await test.step('a card that is paid starts the plan', async () => {
    await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
    await payBy(page, '4242 4242 4242 4242');
    await expect(page.getByText('Payment completed successfully! Your subscription is now active.')).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await expect(page.getByText('Card on file')).toBeVisible();
    await expect(plan(page, 'Starter').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('an upgrade is confirmed, asked for by the bank, and replaces the plan', async () => {
    await page.getByRole('button', { name: 'Upgrade plan' }).click();
    const chooser = page.getByRole('dialog', { name: 'Choose a larger plan' });
    await expect(chooser.getByRole('listitem')).toHaveCount(4);
    await chooser.getByRole('button', { name: 'Choose Growth' }).click();
    const confirm = page.getByRole('dialog', { name: 'Upgrade to Growth?' });
    await expect(confirm.getByText('Your current subscription is cancelled and a new one is created')).toBeVisible();
    await confirm.getByRole('button', { name: 'Confirm upgrade' }).click();
    await expect(frame.getByLabel('Card number')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Payment was cancelled.')).toBeVisible();
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
    await plan(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    await page.getByRole('button', { name: 'Confirm upgrade' }).click();
    await payBy(page, '4000 0027 6000 3184');
    await frame.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Plan upgraded to Growth successfully!')).toBeVisible();
    await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  });

  await test.step('each payment that was made has an invoice, and only those', async () => {
    const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Number' }) });
    await expect(table.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(2);
    const [first] = await table.getByRole('row').filter({ hasText: 'Growth' }).getByText(/^INV-/).allTextContents();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save ${first} as PDF` }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${first}.pdf`);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a cheaper plan waits for the next period, and can be taken back', async () => {
    await plan(page, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }).click();
    await expect(page.getByText(/^Starter starts on/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Keep Growth' }).click();
    await expect(page.getByText('You stay on Growth.')).toBeVisible();
    await expect(plan(page, 'Starter').getByRole('button', { name: 'Downgrade to Starter' })).toBeVisible();
  });

  await test.step('cancelling keeps access to the end of the period', async () => {
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Growth?' });
    await expect(dialog.getByText('35,714 frames are unused')).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep Subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Subscription cancelled successfully.')).toBeVisible();
    await expect(page.getByText('Access ends on this date')).toBeVisible();
    await expect(page.getByText('of 35,714 frames used')).toBeVisible();
  });

  await test.step('another plan, taken before that end, says what is lost by it', async () => {
    await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to Starter now?' });
    await expect(dialog.getByText('35,714 frames are unused')).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('of 35,714 frames used')).toBeVisible();
    await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
    await dialog.getByRole('button', { name: 'Go to payment' }).click();
    await payBy(page, '4242 4242 4242 4242');
    await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  });
});

test('PUB-09 SUB-09 /return and /cancel lead back with their message', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/return');
  await expect(page).toHaveURL('/dashboard/subscription?status=success');
  await expect(page.getByText('Payment completed successfully! Your subscription is now active.')).toBeVisible();
  await page.goto('/cancel');
  await expect(page).toHaveURL('/dashboard/subscription?status=cancelled');
  await expect(page.getByText('Payment was cancelled.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL('/dashboard/subscription');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Data refreshed successfully')).toBeVisible();
});

test('SUB-04 says so when the payment script does not load', async ({ page, server, expected }) => {
  expected.push(/sandbox-pay\/engine\.js/);
  await join(page, server);
  await page.route('**/sandbox-pay/engine.js', (route) => route.abort());
  await page.goto('/dashboard/subscription');
  await plan(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  await expect(page.getByText('Failed to load Sandbox payment system. Please try again.')).toBeVisible();
  await expect(page.getByText('Loading Payment')).toHaveCount(0);
});
