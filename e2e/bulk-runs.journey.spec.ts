import { readFileSync } from 'node:fs';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit, auditTheme } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const explicit = readFileSync(fixture('flagged/explicit-1.png'));
const count = 14;

test('TRUST-B3 everything that matches is decided by one run, without later arrivals, and taken back', async ({
  page,
  server,
  browser,
}) => {
  const email = await joinTrial(page, server);
  server.grant(email, count + 1);
  const upload = (name: string) => uploadOverHttp(page, { name, mimeType: 'image/png', buffer: explicit });
  const ids: string[] = [];
  for (let made = 1; made <= count; made += 1) ids.push(await upload(`item-${made}.png`));
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  // Her page keeps it hers, however long the rest takes.
  const holds = ines.waitForResponse((answer) => /\/api\/queue\/claims$/.test(answer.url()) && answer.ok());
  await ines.goto(`/dashboard/media/${ids[0]}`);
  await holds;

  await page.goto('/dashboard/media?status=undecided');
  await expect(page.getByRole('article')).toHaveCount(12);
  const bar = page.getByRole('region', { name: 'Selected items' });
  await page.keyboard.press('Control+a');
  await expect(bar.getByText('12 items selected')).toBeVisible();
  await bar.getByRole('button', { name: `Select all ${count} matching` }).click();
  await expect(bar.getByText(`All ${count} items selected`)).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });

  // It survives paging, and Escape ends it.
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(bar.getByText(`All ${count} items selected`)).toBeVisible();
  await upload('late.png');

  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: `Pass ${count} items?` });
  await expect(dialog.getByText('New arrivals are not included.')).toBeVisible();
  await audit(page);
  await dialog.getByRole('button', { name: `Pass ${count} items` }).click();
  await expect(page.getByText(`Passed ${count - 1} items`)).toBeVisible();
  await expect(page.getByText('Left out: 1 claimed by others.')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const [one, other] = await Promise.all([undo, page.getByRole('button', { name: 'Dismiss' })].map((act) => act.boundingBox()));
  expect(other?.y, 'Dismiss is beside Undo').toBeLessThan((one?.y ?? 0) + (one?.height ?? 0));
  await undo.click();
  await expect(page.getByText(`Undid ${count - 1} items`)).toBeVisible();
  await auditTheme(page, 'dark');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(`Undid ${count - 1} items`)).toHaveCount(0);
  const counts = await page.request.get('/api/media/counts');
  const body: { data: { counts: { undecided: number } } } = await counts.json();
  expect(body.data.counts.undecided).toBe(count + 1);
  await ines.context().close();
});
