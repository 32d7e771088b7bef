import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const camera = { name: 'camera.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('text/camera.webp')) };

test('KEY-04 writing is read when somebody opens an item or a list is switched on, and verdicts stay', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const [opened, other] = [await uploadOverHttp(page, camera), await uploadOverHttp(page, camera)];
  const writingOf = async (id: string) =>
    (await (await page.request.get(`/api/media/${id}`)).json()).data.media_upload.moderation.ai_analysis.writing;
  expect([await writingOf(opened), await writingOf(other)]).toEqual(['not_read', 'not_read']);

  await page.goto(`/dashboard/media/${opened}`);
  await expect(page.getByText('We read the text after the verdict.')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: /vintage/i })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Safe' })).toBeVisible();
  expect(await writingOf(other)).toBe('not_read');
  await audit(page);

  await page.goto('/dashboard/content-filters');
  const card = page.getByRole('region', { name: 'Text in pictures and videos' });
  await expect(card.getByRole('radio', { name: /When needed/ })).toBeChecked();
  await expect(card.getByText('Text in 1 item is not read yet. Open an item to read it.')).toBeVisible();
  await page.getByRole('region', { name: 'Forbidden' }).getByRole('textbox').fill('vintage');
  const change = page.getByRole('region', { name: 'Preview' });
  await expect(change.getByText('Text in 1 of them has not been read yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(card.getByText('No items are waiting.')).toBeVisible();
  await audit(page);

  await page.goto(`/dashboard/media/${other}`);
  await expect(page.getByText('Your keyword lists would now fail this item')).toBeVisible();
  await expect(page.getByText('Forbidden keywords found: vintage.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await audit(page);

  await page.goto('/dashboard/content-filters');
  await card.getByRole('radio', { name: /Always/ }).check();
  await expect(page.getByText('We read text in every upload')).toBeVisible();
  await page.reload();
  await expect(card.getByRole('radio', { name: /Always/ })).toBeChecked();
});
