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
  await expect(page.getByText('Writing was read after the verdict.')).toBeVisible();
  await expect(page.getByText(/It says: “.*vintage/i)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Safe' })).toBeVisible();
  expect(await writingOf(other)).toBe('not_read');
  await audit(page);

  await page.goto('/dashboard/content-filters');
  const card = page.getByRole('region', { name: 'Writing in pictures and videos' });
  await expect(card.getByRole('radio', { name: /When something checks it/ })).toBeChecked();
  await expect(card.getByText('Writing in 1 item is not read. Opening an item reads it.')).toBeVisible();
  await page.getByRole('region', { name: 'Forbidden' }).getByRole('textbox').fill('vintage');
  const change = page.getByRole('region', { name: 'What would change' });
  await expect(change.getByText('Writing in 1 of them is not read yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(card.getByText('No item waits to be read.')).toBeVisible();
  await audit(page);

  await page.goto(`/dashboard/media/${other}`);
  await expect(page.getByText('Your keyword lists would now fail this item')).toBeVisible();
  await expect(page.getByText('Forbidden keywords found: vintage.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await audit(page);

  await page.goto('/dashboard/content-filters');
  await card.getByRole('radio', { name: /Always/ }).check();
  await expect(page.getByText('Writing is read in every upload')).toBeVisible();
  await page.reload();
  await expect(card.getByRole('radio', { name: /Always/ })).toBeChecked();
});
