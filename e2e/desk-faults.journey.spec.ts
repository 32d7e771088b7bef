import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { join, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { accountInUse } from './screens.ts';
import { payBy, planCard } from './test-payment.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const primary = (page: Page) => page.getByRole('main').locator('[data-slot~=button-primary]');

test('MED-03 an item says what was found in it, and nothing of its size, format and colours', async ({ page, server }) => {
  await joinTrial(page, server);
  const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  const id = await uploadOverHttp(page, pears);
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible();
  await expect(page.getByText('WEBP ·')).toBeVisible();
  await expect(page.getByText(/medium-sized|landscape format|Main colours?/)).toHaveCount(0);
  // It is kept for keywords and programs.
  const answer = await page.request.get(`/api/media/${id}`);
  expect(await answer.text()).toMatch(/landscape format/);
});

test('SUB-02 of all plans one is recommended, the others stay quiet', async ({ page, server }) => {
  await join(page, server);
  await page.goto('/dashboard/subscription');
  await expect(planCard(page, 'Starter').getByRole('button')).toBeVisible();
  await expect(primary(page)).toHaveCount(1);
  await planCard(page, 'Starter').getByRole('button', { name: 'Subscribe to Starter' }).click();
  await payBy(page, '4242 4242 4242 4242');
  await expect(page.getByText('of 20,000 frames used')).toBeVisible();
  await expect(primary(page)).toHaveText('Upgrade to Growth');
  await audit(page);
});

test('HOOK-01 each signing secret of a webhook says what it is, and so does each button', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.request.post('/api/webhooks', { data: { webhookUrl: 'https://hooks.example.com/in' } });
  await page.goto('/dashboard/webhooks');
  const secrets = page.getByRole('region', { name: 'Checking deliveries' });
  await expect(secrets.getByText('Signing secret', { exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: /hooks\.example\.com/ });
  for (const word of ['Test', 'Regenerate token', 'Edit', 'Delete'])
    await expect(row.getByText(word, { exact: true })).toBeVisible();
  await expect(row.locator('time')).toHaveAttribute('title', /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}$/);
  await audit(page);
});

/** Moments of the past on a page that are bare text: "3 min ago", "yesterday, 13:10", "18 Nov 2026, 09:12". */
async function bareMoments(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const moment = /\b\d+ min ago\b|\byesterday, \d|\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}|\b\d{1,2}\/\d{1,2}\/\d{4}\b/;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (moment.test(text) && !node.parentElement?.closest('time, option, textarea, svg')) found.push(text.trim());
    }
    return found;
  });
}

test('DASH-01 every moment on a screen is a time with its full date', async ({ page, server }) => {
  const faults: string[] = [];
  let times = 0;
  for (const { path, shown } of await accountInUse(page, server)) {
    await page.goto(path);
    await expect(shown(page).first()).toBeVisible();
    faults.push(...(await bareMoments(page)).map((text) => `${path}: ${text}`));
    const marked = page.locator('main time');
    times += await marked.count();
    for (const one of await marked.all()) {
      const [at, whole] = [await one.getAttribute('datetime'), await one.getAttribute('title')];
      if (Number.isNaN(Date.parse(at ?? ''))) faults.push(`${path}: ${at}`);
      if (/ago|yesterday|^\d\d:\d\d$/.test(await one.innerText()) && !whole) faults.push(`${path}: ${await one.innerText()}`);
    }
  }
  expect(faults).toEqual([]);
  // How many depends on what has arrived when a screen is looked at.
  expect(times).toBeGreaterThan(3);
});

test('DASH-01 AUTH-12 the shape of the dashboard is there while its first screen loads, and nothing jumps', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const held = await holdAnswers(page, '*/api/users/me');
  await page.goto('/dashboard');
  const wait = page.getByRole('main');
  await expect(wait.getByRole('status')).toHaveText('Checking your session…');
  const shape = () =>
    wait.evaluate((main) => {
      const side = getComputedStyle(main, '::before');
      return { side: side.display === 'none' ? 0 : Number.parseFloat(side.width), width: main.getBoundingClientRect().width };
    });
  for (const width of [1920, 1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const { side, width: whole } = await shape();
    expect([side > 0, whole], `at ${width}`).toEqual([width >= 1_024, width]);
  }
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = (await shape()).side;
  await held.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const shown = await page.locator('#side').boundingBox();
  expect(Math.abs((shown?.width ?? 0) - menu)).toBeLessThanOrEqual(2);
});
