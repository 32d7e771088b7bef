import { joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

// Four looks of a whole page, each a second or more of computing.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('UP-02 UP-05 several files become a queue in which each has a result of its own', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  await page
    .locator('input[type=file]')
    .setInputFiles([fixture('formats/pears.jpg'), fixture('formats/pears.heic'), fixture('flagged/explicit-2.png')]);
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  await page
    .getByLabel('More image files')
    .setInputFiles([{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Only words in here.') }]);
  await expect(queue.getByText('Please select a supported image file')).toBeVisible();
  await page.getByLabel('Tags').fill('autumn');
  await page.getByRole('button', { name: 'Check 3 images' }).click();
  await expect(queue.getByRole('heading', { name: '3 of 3 checked · 1 flagged' })).toBeVisible();
  await expect(queue.getByText('Safe', { exact: true })).toHaveCount(2);
  await expect(queue.getByText('Flagged', { exact: true })).toHaveCount(1);
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('3 / 15');
  await audit(page);
  await queue.getByRole('link', { name: 'pears.heic' }).click();
  await expect(page.getByText('autumn')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: /choose a file/ })).toBeVisible();
});
