import { readFileSync } from 'node:fs';
import { signCredentials } from '../packages/engine/test/sign-credentials.ts';
import { createTestSigner } from '../packages/engine/test/test-certificates.ts';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const plain = { name: 'pears.jpg', mimeType: 'image/jpeg', buffer: readFileSync(fixture('formats/pears.jpg')) };
const signed = async () => ({
  ...plain,
  name: 'signed.jpg',
  buffer: await signCredentials(plain.buffer, { signer: createTestSigner(), sourceType: 'trainedAlgorithmicMedia' }),
});

test('TRUST-B7 an item shows what its file declares, as a declaration', async ({ page, server }) => {
  await joinTrial(page, server);
  const made = await uploadOverHttp(page, await signed());
  await page.goto(`/dashboard/media/${made}`);
  const card = page.getByRole('region', { name: 'Content Credentials' });
  await expect(card.getByText('Unknown signer')).toBeVisible();
  await expect(card.getByText('Declared, not detected:')).toBeVisible();
  await expect(card.getByText('Test Studio')).toBeVisible();
  await expect(card.getByText('Made by a model')).toBeVisible();
  await expect(card.getByRole('list', { name: 'Steps' })).toContainText('CreatedTest Paint 1.0');
  await audit(page);

  const other = await uploadOverHttp(page, plain);
  await page.goto(`/dashboard/media/${other}`);
  await expect(card.getByText('That says nothing about how it was made.')).toBeVisible();
  const listed = await (await page.request.get('/api/media?credentials=untrusted')).json();
  expect(listed.data.media_uploads.map(({ id }: { id: string }) => id)).toEqual([made]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Credentials').selectOption('Unknown signer');
  await expect(page).toHaveURL('/dashboard/media?credentials=untrusted');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('signed.jpg');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.getByLabel('Credentials')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Credentials: Unknown signer' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('TRUST-B7 an account flags what declares itself synthetic, by keyboard, and sees before what would flip', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, await signed());
  await page.goto('/dashboard/content-filters/limits');
  const choice = page.getByRole('region', { name: 'When a file declares that a model made it' });
  await choice.getByRole('radio', { name: 'Note it' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: 'Flag it' })).toBeChecked();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('A file that declares itself synthetic is flagged');
  await expect(bar).toContainText('Of the newest 1: 1 more flagged, 0 fewer');
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('A file that declares itself synthetic is flagged');
  await audit(page);

  const made = await uploadOverHttp(page, await signed());
  const { data } = await (await page.request.get(`/api/media/${made}`)).json();
  expect(data.media_upload.moderation).toMatchObject({
    passed: false,
    reason: 'Its Content Credentials declare that a model made it, or a part of it.',
    ai_analysis: { flagged_categories: [] },
  });
});
