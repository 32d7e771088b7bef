import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const picture = () => ({ name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) });

test('UP-05 what changed between the first answers of a page and the opening of its live line appears', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/events?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 15');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await uploadOverHttp(page, picture());
  released.resolve();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});
