import { randomUUID } from 'node:crypto';
import { join } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { tabTo } from './tab-to.ts';

/** An audit leaves the page as narrow as a phone. */
const screen = { width: 1280, height: 720 };

test('UP-08 UP-09 DASH-01 a sample has its verdict before the trial, costs no frame and is kept nowhere', async ({
  page,
  server,
}) => {
  await join(page, server);
  await page.goto('/dashboard');
  await expect(page.getByText('0 of 3')).toBeVisible();
  await audit(page);
  await page.setViewportSize(screen);
  await tabTo(page, page.getByRole('button', { name: /A poster/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Failed content moderation' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
  await expect(page.getByText('A sample, no frame used.')).toBeVisible();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await audit(page);
  await page.setViewportSize(screen);
  await tabTo(page, page.getByRole('button', { name: 'Check another' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Drop a picture to check it' })).toBeFocused();

  await page.getByRole('button', { name: 'Activate free trial' }).click();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 15');
  await page.getByRole('link', { name: 'Content Review' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
});

test('UP-02 UP-08 a wrong file is told what is wrong; a trial that another window took is used', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 409/);
  await join(page, server);
  await page.goto('/dashboard');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByRole('alert')).toContainText('Please select a supported image file');
  await input.setInputFiles(fixture('benign/pears.webp'));
  const both = page.getByRole('button', { name: 'Activate the trial and check it' });
  await expect(both).toBeVisible();
  await audit(page);
  await page.setViewportSize(screen);
  // This window does not hear of it: the call is held until the other one is through.
  await page.route('**/api/subscriptions/subscribe', async (route) => {
    await page.request.post('/api/subscriptions/subscribe', {
      data: { plan_id: 'free' },
      headers: { 'idempotency-key': randomUUID() },
    });
    await route.continue();
  });
  await both.click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload Another' }).click();
  await expect(page).toHaveURL('/dashboard/upload');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Recent content' })).toBeVisible();
});
