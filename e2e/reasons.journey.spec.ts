import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };

test('an owner adds a reason, corrects it, switches it off and deletes it', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  await page.getByRole('link', { name: 'Reasons' }).click();
  await expect(page).toHaveURL('/dashboard/content-filters/reasons');
  await expect(page.getByRole('row', { name: /Adult content Built in/ })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Add reason' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Spam & scams');
  await dialog.getByRole('button', { name: 'Add reason' }).click();
  await expect(dialog.getByText('Please enter what the uploader reads')).toBeVisible();
  await dialog.getByLabel('Text for the uploader').fill('It advertises something.');
  await dialog.getByLabel('Against the law').check();
  await dialog.getByRole('button', { name: 'Add reason' }).click();
  await expect(dialog.getByText('Name the law that it is against')).toBeVisible();
  await dialog.getByLabel('Law', { exact: true }).fill('§ 7 UWG');
  await dialog.getByLabel('Needs a second person').check();
  await dialog.getByText('EU transparency database').click();
  await dialog.getByLabel('Keywords').selectOption(['KEYWORD_PHISHING', 'KEYWORD_OTHER']);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Add reason' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /Spam & scams/ });
  await expect(row).toContainText('spam_scams');
  await expect(row).toContainText('§ 7 UWG');
  await expect(row).toContainText('Strike, second person');

  await page.getByRole('button', { name: 'Change Spam & scams' }).click();
  await dialog.getByLabel('Name').fill('Spam');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(page.getByRole('row', { name: /^Spam spam_scams/ })).toBeVisible();
  await page.getByRole('button', { name: 'Active. Switch off Spam' }).click();
  await expect(page.getByRole('button', { name: 'Inactive. Switch on Spam' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Spam' }).click();
  await dialog.getByRole('button', { name: 'Delete reason' }).click();
  await expect(page.getByRole('row', { name: /Spam/ })).toHaveCount(0);
});

test('MED-04 MED-05 a Fail bears the reason of a digit, or the usual one, and the history names it', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, pears, { title: 'Pears' });
  await page.goto(`/dashboard/media/${id}`);
  const reasons = page.getByRole('group', { name: 'Reason for a Fail' });
  await expect(reasons.getByRole('radio')).toHaveCount(8);
  await expect(reasons.getByRole('radio', { name: 'Other' })).toBeChecked();
  await page.keyboard.press('2');
  await expect(reasons.getByRole('radio', { name: 'Violence' })).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: /^Reason: Violence$/ })).toHaveCount(1);
  // There is no ninth reason.
  await page.keyboard.press('9');
  await expect(reasons.getByRole('radio', { name: 'Violence' })).toBeChecked();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('n');
  await page.keyboard.type('Box 3 of 4');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect(page.getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await expect(page.getByText('Reason: Violence · Box 3 of 4')).toBeVisible();
  // Changed back, it takes no reason.
  await page.keyboard.press('u');
  await expect(reasons.getByRole('radio', { name: 'Other' })).toBeChecked();
  await page.keyboard.press('3');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Passed by you' })).toBeVisible();
  await expect(page.getByText('Reason: Hate')).toHaveCount(0);
});
