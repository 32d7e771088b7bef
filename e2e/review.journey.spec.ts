import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const pears = () => ({ name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) });

test('MED-04 MED-05 a person fails an item with a note, takes it back, and reads both in its history', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, pears());
  await page.goto(`/dashboard/media/${id}`);
  const verdict = page.getByRole('complementary', { name: 'Verdict' });
  await expect(verdict.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('Price tag: a fake');
  await verdict.getByRole('button', { name: 'Fail' }).click();
  await expect(verdict.getByRole('heading', { name: 'Flagged' })).toBeVisible();
  await expect(page.getByText('Failed: pears.png')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Example changed Safe to Flagged' })).toContainText(
    'Price tag: a fake',
  );
  await page.keyboard.press('u');
  await expect(verdict.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await expect(page.getByText('Ada Example took it back: Safe again')).toBeVisible();
});
