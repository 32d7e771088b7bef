import { readFileSync } from 'node:fs';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('TRUST-B3 filters are saved as a view, shared, changed and deleted, and a colleague opens what is shared', async ({
  page,
  browser,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, {
    name: 'explicit-1.png',
    mimeType: 'image/png',
    buffer: readFileSync(fixture('flagged/explicit-1.png')),
  });
  const view = page.getByRole('combobox', { name: 'View', exact: true });
  const dialog = page.getByRole('dialog');
  const wide = { width: 1440, height: 900 };

  await test.step('by keyboard, from the filters of the address', async () => {
    await page.goto('/dashboard/media?status=flagged&type=image&sort=oldest');
    await page.getByRole('button', { name: 'Save view' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Save view' })).toBeDisabled();
    await dialog.getByLabel('Name').fill('Day shift');
    await audit(page);
    await page.setViewportSize(wide);
    await dialog.getByLabel('Name').press('Enter');
    await expect(page.getByText('“Day shift” saved')).toBeVisible();
    await expect(view.locator('option:checked')).toHaveText('Day shift');
  });

  await test.step('it is opened again, and survives a reload', async () => {
    await page.getByRole('button', { name: /^All\b/ }).click();
    await expect(view.locator('option:checked')).toHaveText('None');
    await page.reload();
    await view.selectOption('Day shift');
    await expect(page).toHaveURL(/\?status=flagged&type=image&sort=oldest$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await audit(page);
    await page.setViewportSize(wide);
  });

  await test.step('a refused change says why and keeps what was typed', async () => {
    expected.push(/status of 409/);
    const full = { status: 'error', message: 'You have 50 views. Delete one first.', data: null, code: 'views_full' };
    await page.goto('/dashboard/media?status=safe');
    await page.route('**/api/views', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 409, json: full }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByLabel('Name').fill('Safe ones');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByText('You have 50 views. Delete one first.')).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Safe ones');
    await page.unroute('**/api/views');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('shared, a colleague opens it and changes nothing', async () => {
    await view.selectOption('Day shift');
    await page.getByRole('button', { name: 'Change view' }).click();
    await dialog.getByLabel('Name').fill('Early shift');
    await dialog.getByLabel(/^Share it with your team/).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(view.locator('option:checked')).toHaveText('Early shift (shared)');

    const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
    await ines.goto('/dashboard/media?status=safe');
    await ines.getByRole('combobox', { name: 'View', exact: true }).selectOption('Early shift, Ada Example');
    await expect(ines).toHaveURL(/\?status=flagged&type=image&sort=oldest$/);
    await expect(ines.getByText('Shared by Ada Example')).toBeVisible();
    await expect(ines.getByRole('button', { name: 'Change view' })).toHaveCount(0);
    await ines.context().close();
  });

  await test.step('one that a program saved opens with its uploader, who can be taken off again', async () => {
    const [, mine] = await Promise.all([
      page.request.post('/api/views', { data: { name: 'Seller 7', filter: { author: 'seller/7', sort: 'oldest' } } }),
      uploadOverHttp(
        page,
        { name: 'of-seller.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) },
        { author: JSON.stringify({ id: 'seller/7', name: 'Seller Seven' }) },
      ),
    ]);
    await page.goto('/dashboard/media');
    await expect(page.getByRole('article')).toHaveCount(2);
    await view.selectOption('Seller 7');
    await expect(page).toHaveURL(/\?author=seller%2F7&sort=oldest$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^of-seller\.png/ })).toBeVisible();
    await audit(page);
    await page.setViewportSize(wide);
    await page.reload();
    await expect(view.locator('option:checked')).toHaveText('Seller 7');
    await page.getByRole('button', { name: 'Remove filter Uploader: seller/7' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);

    await page.goto(`/dashboard/media/${mine}`);
    await page.getByRole('link', { name: 'Open profile' }).click();
    await page.getByRole('link', { name: 'Show in review' }).click();
    await expect(page).toHaveURL(/\?author=seller%2F7$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goto('/dashboard/media?status=flagged&type=image&sort=oldest');
    await expect(view.locator('option:checked')).toHaveText('Early shift (shared)');
  });

  await test.step('deleted, the items stay', async () => {
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(dialog.getByText('Your team loses it too. The items stay as they are.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByText('“Early shift” deleted')).toBeVisible();
    await expect(view.getByRole('option', { name: /^Early shift/ })).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});
