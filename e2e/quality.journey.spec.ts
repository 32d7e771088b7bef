import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { decided } from './decided.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ captcha: 'off', contextOptions: { reducedMotion: 'reduce' } });

const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const explicit = { name: 'explicit.png', mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };

const figure = (page: Page, word: string) => page.locator('[data-slot~=quality-ledger] > div').filter({ hasText: word });
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

async function decide(page: Page, id: string, verdict: 'pass' | 'fail'): Promise<void> {
  const answer = await page.request.post(`/api/media/${id}/${verdict}`);
  expect(answer.status(), await answer.text()).toBe(200);
}

test('people decide, and the dashboard says how right the verdicts were', async ({ page, server, browser, expected }) => {
  server.grant(await joinTrial(page, server), 40);

  await test.step('before anybody decided it says so, and leads to what can be decided', async () => {
    const safe = await uploadOverHttp(page, pears);
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Measured quality' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Measured quality' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No decisions yet' })).toBeVisible();
    await expect(page.getByText('Pass or fail some of this period’s items')).toBeVisible();
    await audit(page);
    await wide(page);
    await decide(page, safe, 'pass');
    await page.reload();
    await expect(figure(page, 'Overturned')).toContainText('0 of 1, too few to say');
  });

  await test.step('decisions are figures with their ranges, as chart and as tables', async () => {
    for (let made = 0; made < 12; made += 1) await decide(page, await uploadOverHttp(page, explicit), made < 3 ? 'pass' : 'fail');
    await page.getByRole('link', { name: 'Content Review' }).first().click();
    // Whoever clicks back before it opened has never left: the figures are read where their page is opened.
    await expect(page.getByRole('heading', { level: 1, name: 'Content Review' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Measured quality' }).click();
    await expect(figure(page, 'Flags confirmed')).toContainText('75%9 of 12, likely 47% to 91%');
    await expect(figure(page, 'Overturned')).toContainText('3 of 13');
    await expect(figure(page, 'Bad items found')).toContainText('Needs a sample of safe items');
    const reasons = page.getByRole('table', { name: 'Flags confirmed, by reason' });
    await expect(reasons.getByRole('row', { name: /Sexually explicit/ })).toContainText('9 of 12');
    await expect(page.getByRole('table', { name: 'By version of the analysis' }).getByRole('row')).toHaveCount(2);
    await expect(
      page.getByRole('img', { name: 'Decisions a day: 10 agreed with the verdict, 3 overturned it' }).first(),
    ).toBeVisible();
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('table', { name: 'Decisions by the day' }).getByRole('row')).toHaveCount(31);
    await audit(page);
    await wide(page);
    await page.getByLabel('Period').selectOption({ label: 'All time' });
    await expect(page).toHaveURL(/period=all/);
    await expect(page.getByRole('heading', { name: 'Decisions a month' })).toBeVisible();
    await page.goto('/dashboard/quality?period=nonsense');
    await expect(page.getByLabel('Period')).toHaveValue('30');
  });

  await test.step('a viewer reads the figures and changes nothing', async () => {
    const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
    await viewer.goto('/dashboard/quality');
    await expect(figure(viewer, 'Flags confirmed')).toContainText('9 of 12');
    await expect(viewer.getByLabel('Sample rate')).toBeDisabled();
    await viewer.context().close();
  });

  await test.step('the figures are saved as CSV', async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^clearframe-quality-.*\.csv$/);
    const lines = readFileSync((await file.path()) ?? '', 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFfigure,of,n,hits,share,low_95,high_95');
    expect(lines).toContain('precision,,12,9,0.75,0.4677,0.9111');
  });

  await test.step('a failure says so and tries again', async () => {
    expected.push(/status of 500/);
    await page.route('**/api/quality?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"status":"error","message":"Out of order","data":null}',
      }),
    );
    await page.goto('/dashboard/quality?period=90');
    await expect(page.getByText('Could not load the figures')).toBeVisible();
    await page.unroute('**/api/quality?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(figure(page, 'Flags confirmed')).toContainText('9 of 12');
  });
});

test('an item of the sample is judged without its verdict', async ({ page, server }) => {
  server.grant(await joinTrial(page, server), 400);
  await page.goto('/dashboard/quality');
  await page.getByLabel('Sample rate').selectOption({ label: '5% of the safe items' });
  await expect(page.getByText('Sampling: 5% of the safe items')).toBeVisible();

  const id = await test.step('one of many safe items is drawn by chance', async () => {
    for (let made = 0; made < 400; made += 1) {
      const sent = await uploadOverHttp(page, pears);
      const answer = await page.request.get(`/api/media/${sent}`);
      if ((await answer.text()).includes('"sampled":true')) return sent;
    }
    throw new Error('None of 400 was drawn: 1 in 800 million such runs');
  });

  await page.getByRole('link', { name: 'Decide the sample' }).click();
  await expect(page).toHaveURL(/status=sample/);
  await expect(page.getByRole('article')).toHaveCount(1);
  const card = page.getByRole('link', { name: 'pears.webp, Sample' });
  await expect(page.getByRole('article')).not.toContainText('Safe');
  await audit(page);
  await wide(page);
  await card.click();
  const verdict = page.getByRole('complementary', { name: 'Verdict' });
  await expect(verdict.getByRole('heading', { name: 'Sample' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Findings' })).toHaveCount(0);
  await expect(page.getByText('Passed content moderation')).toHaveCount(0);
  await audit(page);
  await wide(page);
  await verdict.getByRole('button', { name: 'Show the analysis' }).click();
  await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible();
  await decided(page, () => verdict.getByRole('button', { name: 'Fail' }).click());
  await expect(verdict.getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await expect(page.getByText(`Failed: pears.webp`)).toBeVisible();

  await page.goto('/dashboard/quality');
  await expect(page.getByText(/1 safe item was drawn\. People decided 1 and failed 1\./)).toBeVisible();
  await expect(page.getByText('Passed, drawn for the sample, then failed').locator('..')).toContainText('1');
  expect((await page.request.get(`/api/media/${id}`)).status()).toBe(200);
});
