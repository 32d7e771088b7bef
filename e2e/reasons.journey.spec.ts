import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit, everyLook } from './audit.ts';
import { cleared, verdict } from './clear-queue.ts';
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

const queue = '/dashboard/media?status=undecided';

/** The state of each decision on an item, oldest first. */
async function statesOf(page: Page, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/media/${id}`);
  const body: { data: { media_upload: { decisions: { state: string }[] } } } = await answer.json();
  return body.data.media_upload.decisions.map(({ state }) => state);
}

test('TRUST-B3 a Fail that asks for a second person waits for one, who sees who asked and agrees or not', async ({
  page,
  server,
  browser,
  expected,
}) => {
  expected.push(/status of 403/);
  await joinTrial(page, server);
  const made = await page.request.post('/api/labels', {
    data: {
      key: 'arms',
      name: 'Arms',
      text: 'It shows arms.',
      ground: 'terms',
      terms_reference: 'Rules, 4',
      second_review: true,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const first = await uploadOverHttp(page, pears, { title: 'First' });
  const second = await uploadOverHttp(page, pears, { title: 'Second' });
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });

  for (const id of [first, second]) {
    await page.goto(`/dashboard/media/${id}`);
    await verdict(page).getByRole('radio', { name: 'Arms · another person must agree' }).check();
    await page.keyboard.press('f');
    await expect(verdict(page).getByRole('heading', { name: 'Failed by you' })).toBeVisible();
    await expect(verdict(page).getByText('Your webhook is told once another person agrees.')).toBeVisible();
    await expect(page.getByText('Reason: Arms · waits for another person')).toBeVisible();
  }
  // Who asked cannot answer: not on the page, not in the list, and not past either.
  await page.goto(`/dashboard/media/${first}`);
  await expect(verdict(page).getByText('Your webhook is told once another person agrees.')).toBeVisible();
  await expect(verdict(page).getByRole('button', { name: /Pass|Fail|Undo/ })).toHaveCount(0);
  for (const key of ['f', 'p']) await page.keyboard.press(key);
  await audit(page, everyLook);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').filter({ hasText: 'First' }).getByText('Failed by Ada Example')).toBeVisible();
  const row = page.getByRole('article').filter({ hasText: 'First' });
  await row.hover();
  await row.getByRole('button', { name: 'Pass First' }).click();
  await expect(page.getByRole('alert')).toContainText('Another person has to decide this item now');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect([await statesOf(page, first), await statesOf(page, second)]).toEqual([['waiting_second'], ['waiting_second']]);

  await ines.goto(queue);
  await ines.getByRole('link', { name: /^First/ }).click();
  await expect(verdict(ines).getByRole('heading', { name: 'Failed by Ada Example' })).toBeVisible();
  await expect(verdict(ines).getByText('Fail confirms it and tells your webhook. Pass marks it Safe.')).toBeVisible();
  await expect(ines.getByText('Reason: Arms · waits for another person')).toBeVisible();
  await expect(verdict(ines).getByRole('radio', { name: 'Arms · chosen by Ada Example' })).toBeChecked();
  await expect(ines.getByText('Held for you')).toBeVisible();
  await audit(ines, everyLook);
  await ines.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/dashboard/media/${first}`);
  await expect(verdict(page).getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await ines.keyboard.press('f');
  await expect(ines.getByText('Failed: First. Next: Second')).toBeVisible();
  await expect(verdict(page).getByRole('heading', { name: 'Failed by Ines Example' })).toBeVisible();
  await expect(page.getByText('Reason: Arms', { exact: true })).toHaveCount(2);

  await expect(verdict(ines).getByRole('heading', { name: 'Failed by Ada Example' })).toBeVisible();
  await page.goto(`/dashboard/media/${second}`);
  await expect(verdict(page).getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await ines.keyboard.press('p');
  await expect(cleared(ines)).toBeVisible();
  await expect(verdict(page).getByRole('heading', { name: 'Passed by Ines Example' })).toBeVisible();
  await expect(verdict(page).getByRole('button', { name: 'Change to Failed' })).toBeVisible();
  expect([await statesOf(page, first), await statesOf(page, second)]).toEqual([
    ['final', 'final'],
    ['final', 'final'],
  ]);
  await page.goto(queue);
  await expect(cleared(page)).toBeVisible();
  await ines.context().close();
});
