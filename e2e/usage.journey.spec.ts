import { readFileSync } from 'node:fs';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

test('SUB-08 frames are shown day by day, by source and token, for a period of choice, and saved as CSV', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  await page.goto('/dashboard/subscription/usage');
  await expect(page.getByText('No frame was charged in these days.')).toBeVisible();

  await test.step('a charge shows on the open page', async () => {
    await uploadOverHttp(page, pears);
    await expect(page.getByText('1 frame', { exact: true }).first()).toBeVisible();
  });

  await test.step('an upload by a token counts for that token', async () => {
    const made = await page.request.post('/api/access-tokens', { data: { name: 'Shop front' } });
    const token = /"token":"(cf_live_[^"]+)"/.exec(await made.text())?.[1] ?? '';
    const sent = await page.request.post('/api/v1/upload', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { media: pears, tags: 'one, two, three, four, five' },
    });
    expect(sent.status(), await sent.text()).toBe(200);
    await expect(page.getByRole('listitem').filter({ hasText: 'Shop front' })).toContainText('1 frame');
    await expect(page.getByRole('img', { name: /^Frames a day: between 0 and 2, 2 in total/ }).first()).toBeVisible();
  });

  await test.step('7, 30 and 90 days have an address, which a reload keeps', async () => {
    const period = page.getByLabel('Period');
    for (const days of ['7', '90']) {
      await period.selectOption(`Last ${days} days`);
      await expect(page).toHaveURL(`/dashboard/subscription/usage?days=${days}`);
      await expect(page.getByText(`in the last ${days} days`)).toBeVisible();
    }
    await page.reload();
    await expect(page.getByText('in the last 90 days')).toBeVisible();
    await period.selectOption('Last 30 days');
    await expect(page).toHaveURL('/dashboard/subscription/usage');
    await expect(page.getByText('in the last 30 days')).toBeVisible();
  });

  await test.step('a period has an address of its own, and a table with the same figures', async () => {
    await page.goto('/dashboard/subscription');
    await page.getByRole('link', { name: 'Usage day by day' }).click();
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await expect(menu.getByRole('link', { name: 'Usage' })).toHaveAttribute('aria-current', 'page');
    await expect(menu.locator('[aria-current]')).toHaveCount(1);
    await expect(menu.getByRole('heading')).toHaveText(['Rules and results', 'Connect', 'Account']);
    // Behind the three numbers of days.
    await page.getByLabel('Period').selectOption({ index: 3 });
    await expect(page).toHaveURL(/\/dashboard\/subscription\/usage\?period=[0-9a-f-]{36}$/);
    await expect(page.getByText('of 15 in this period')).toBeVisible();
    await page.reload();
    await expect(page.getByText('of 15 in this period')).toBeVisible();
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the same figures are saved as CSV', async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^clearframe-usage-.*\.csv$/);
    const lines = readFileSync((await file.path()) ?? '', 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFday,source,api_token,frames,period_id');
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(1, 4).join())).toEqual(['api,Shop front,1', 'dashboard,,1']);
  });

  await test.step('a viewer reads it too; the period of nobody is not found', async () => {
    const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
    await viewer.goto('/dashboard/subscription/usage');
    await expect(viewer.getByText('2 frames', { exact: true })).toBeVisible();
    await viewer.goto('/dashboard/subscription/usage?period=3f0f8f0e-0000-4000-8000-000000000000');
    await expect(viewer.getByText('Period not found')).toBeVisible();
    await viewer.context().close();
  });
});
