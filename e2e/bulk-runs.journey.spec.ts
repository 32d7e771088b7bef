import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
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

type Item = { decisions: { label: { name: string } | null; state: string }[] };

/** The newest decision on an item, as the server has it: "Violence final". */
async function reasonOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/media/${id}`);
  const body: { data: { media_upload: Item } } = await answer.json();
  const newest = body.data.media_upload.decisions.at(-1);
  return newest ? `${newest.label?.name} ${newest.state}` : 'undecided';
}

test('TRUST-B3 MED-05 a Fail of several bears the reason that was chosen, or for each item its usual one', async ({
  page,
  server,
}) => {
  const email = await joinTrial(page, server);
  const many = 16;
  server.grant(email, many);
  const own = {
    key: 'not_sold',
    name: 'Not allowed to sell',
    text: 'You cannot sell it here.',
    ground: 'terms',
    terms_reference: 'Rule 4',
    second_review: true,
  };
  expect((await page.request.post('/api/labels', { data: own })).ok()).toBe(true);
  const ids: string[] = [];
  for (let made = 1; made <= many; made += 1)
    ids.unshift(await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer: explicit }));
  const [first = '', second = '', third = '', ...rest] = ids;
  await page.goto('/dashboard/media?status=undecided');
  await expect(page.getByRole('article')).toHaveCount(12);
  const bar = page.getByRole('region', { name: 'Selected items' });
  const reason = bar.getByRole('combobox', { name: 'Reason' });
  const said = page.getByRole('status').filter({ hasText: /^Reason: / });

  await test.step('by its digit, for those that are selected', async () => {
    // A digit that comes before the reasons do holds once they are there, and nothing fails for another reason meanwhile.
    const release = Promise.withResolvers<void>();
    await page.route('**/api/labels', async (route) => {
      await release.promise;
      await route.continue();
    });
    // The account's own come first.
    for (const key of ['x', 'j', 'x', '1', 'f']) await page.keyboard.press(key);
    await expect(page.getByText('The reasons are on their way. Press F again.')).toBeVisible();
    await expect(bar.getByText('2 items selected')).toBeVisible();
    release.resolve();
    await expect(reason.locator('option:checked')).toHaveText('1 · Not allowed to sell');
    await expect(bar.getByText('Another person must agree. Until then they stay in the queue.')).toBeVisible();
    await audit(page);
    for (const width of [320, 820, 1920, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
    }
    await page.keyboard.press('3');
    await expect(said).toHaveText('Reason: Violence');
    await expect(bar.getByText('Another person must agree.')).toHaveCount(0);
    await page.keyboard.press('f');
    await expect(page.getByText('Failed 2 items')).toBeVisible();
    await expect.poll(() => reasonOf(page, first)).toBe('Violence final');
    await expect.poll(() => reasonOf(page, second)).toBe('Violence final');
  });

  await test.step('each its usual one, where none is chosen: the choice went with the selection', async () => {
    await page.goto('/dashboard/media?status=undecided');
    await expect(page.getByRole('article')).toHaveCount(12);
    await page.keyboard.press('x');
    await expect(reason.locator('option:checked')).toHaveText('Usual for each item');
    await page.keyboard.press('f');
    await expect.poll(() => reasonOf(page, third)).toBe('Adult content final');
  });

  await test.step('for all that match, whose dialog says what the reason asks for', async () => {
    await page.goto('/dashboard/media?status=undecided');
    await expect(page.getByRole('article')).toHaveCount(12);
    await page.keyboard.press('Control+a');
    await bar.getByRole('button', { name: 'Select all 13 matching' }).click();
    await reason.selectOption('3 · Violence');
    await bar.getByRole('button', { name: 'Fail 13 items' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fail 13 items?' });
    const asked = dialog.getByRole('combobox', { name: 'Reason' });
    await expect(asked.locator('option:checked')).toHaveText('3 · Violence');
    await page.keyboard.press('1');
    await expect(asked.locator('option:checked')).toHaveText('1 · Not allowed to sell');
    await expect(dialog.getByText('Another person must agree. Until then they stay in the queue.')).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Fail 13 items' }).click();
    await expect(page.getByText('Failed 13 items')).toBeVisible();
    for (const id of rest) expect(await reasonOf(page, id)).toBe('Not allowed to sell waiting_second');
    await page.goto(`/dashboard/media/${rest[0]}`);
    await expect(page.getByText('Reason: Not allowed to sell').first()).toBeVisible();
  });
});
