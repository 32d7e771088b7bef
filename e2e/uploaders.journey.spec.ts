import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

/** In both themes, and nothing wider than the screen at the widths that the audit leaves out. */
async function auditWidths(page: Page): Promise<void> {
  await audit(page);
  for (const width of [320, 820, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
}

test('a person is found by name, watched and blocked with a reason, and let go again', async ({ page, server }) => {
  await joinTrial(page, server);
  const media = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  const upload = async () => {
    const author = JSON.stringify({ id: 'u/48213 ?', name: 'Maria K', url: 'https://shop.example/maria' });
    const answer = await page.request.post('/api/media/upload', { multipart: { media, author } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await page.goto('/dashboard/uploaders');
  await expect(page.getByRole('heading', { name: 'No uploaders yet' })).toBeVisible();
  await upload();
  await page.reload();
  await expect(page.getByRole('row', { name: /Maria K u\/48213/ })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('searchbox', { name: 'Search uploaders' }).fill('nobody');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Maria K' }).click();
  await expect(page).toHaveURL('/dashboard/uploaders/u%2F48213%20%3F');
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('row', { name: /pears\.webp Safe/ })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText('Watched: everything waits for a person')).toBeVisible();
  await page.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByText('Nothing of theirs waits for a decision.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByText('Say why you block them')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Third replica in a month');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Set by Ada Example. “Third replica in a month”')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await upload();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('row', { name: /pears\.webp Flagged/ })).toBeVisible();
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(page.getByText('Blocked: new uploads are flagged at once')).toBeHidden();
});

test('TRUST-B1 a block tells first how many of their items are open, and the page when a strike ends', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const media = { name: 'one.png', mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };
  const author = JSON.stringify({ id: 'm-7', name: 'Maria K' });
  const first = await uploadOverHttp(page, media, { author });
  await page.goto('/dashboard/uploaders/m-7');
  const figures = page.locator('[data-slot="ledger"]');
  await expect(figures.getByText('Strikes').locator('..')).toHaveText('Strikes0');
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Maria K?' });
  await expect(dialog.getByText('1 of their items waits. Blocking does not decide it.')).toBeVisible();
  // What arrives or is decided meanwhile counts too.
  await uploadOverHttp(page, { ...media, name: 'two.png' }, { author });
  await expect(dialog.getByText('2 of their items wait. Blocking does not decide them.')).toBeVisible();
  await auditWidths(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Blocked: new uploads are flagged at once')).toHaveCount(0);

  const failed = await page.request.post(`/api/media/${first}/fail`, { data: {} });
  expect(failed.ok(), await failed.text()).toBe(true);
  await expect(figures.getByText('Strikes').locator('..')).toHaveText(/^Strikes1ends \d{1,2} \w{3} \d{4}$/);
  await page.getByRole('button', { name: 'Block' }).click();
  await dialog.getByLabel('Reason').fill('Third replica in a month');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Blocked: new uploads are flagged at once')).toBeVisible();
  await auditWidths(page);
  const { data } = await (await page.request.get('/api/media/counts')).json();
  expect(data).toMatchObject({ counts: { undecided: 1 } });
});

test('the owner says when strikes act', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/uploaders');
  await page.getByLabel('Strikes to block, 0 = never').fill('101');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Strikes to block, 0 = never')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Strikes to block, 0 = never').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Strike settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Strikes to block, 0 = never')).toHaveValue('5');
});

test('TRUST-B1 the owner exports what is held about somebody, then erases them', async ({ page, server }) => {
  await joinTrial(page, server);
  const media = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  const author = JSON.stringify({ id: 'm-9', name: 'Maria K' });
  const answer = await page.request.post('/api/media/upload', { multipart: { media, author } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto('/dashboard/uploaders/m-9');
  const theirs = page.getByRole('region', { name: 'Their data' });
  await theirs.getByRole('button', { name: 'Export' }).click();
  await expect(theirs.getByRole('status')).toContainText('The ZIP is being made.');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await theirs.getByRole('link', { name: 'Your data' }).click();
  const ready = page.getByRole('button', { name: /^Download the Export of an uploader/ });
  await expect(ready).toBeVisible();
  const saved = page.waitForEvent('download');
  await ready.click();
  expect((await saved).suggestedFilename()).toMatch(/^clearframe-author-\d{4}-\d\d-\d\d\.zip$/);

  await page.goto('/dashboard/uploaders/m-9');
  await theirs.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Maria K?' });
  await expect(dialog.getByRole('radio', { name: 'Delete their items' })).toBeChecked();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Erase forever' }).click();
  await expect(page.getByText('1 item removed.')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'All uploaders' }).click();
  await expect(page.getByRole('heading', { name: 'No uploaders yet' })).toBeVisible();
  const left = await page.request.get('/api/media/counts');
  expect(await left.json()).toMatchObject({ data: { counts: { safe: 0, flagged: 0, not_checked: 0 } } });
});
