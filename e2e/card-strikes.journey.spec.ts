import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const call = '**/api/author-strikes';

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: new RegExp(`^${title}`) }) });

async function upload(page: Page, title: string, author?: { id: string; name?: string }): Promise<string> {
  return await uploadOverHttp(page, pears, { title, ...(author ? { author: JSON.stringify(author) } : {}) });
}

async function fail(page: Page, id: string): Promise<void> {
  const answer = await page.request.post(`/api/media/${id}/fail`, { data: {} });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('TRUST-B1 each card of the list says how many strikes its uploader has, by one call, as they change', async ({
  page,
  browser,
  server,
}) => {
  await joinTrial(page, server);
  const maria = { id: 'u/48213 ?', name: 'Maria K' };
  const first = await upload(page, 'Chips', maria);
  const second = await upload(page, 'Phone', maria);
  await upload(page, 'Toy car', { id: 'toybox' });
  await upload(page, 'Stool');
  await fail(page, first);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/author-strikes')) asked.push(request.postData());
  });
  await watchLayoutShift(page);
  const held = await holdAnswers(page, '*/api/author-strikes');
  await page.goto('/dashboard/media');
  await expect(card(page, 'Chips').getByText('Maria K')).toBeVisible();
  const before = await card(page, 'Chips').boundingBox();
  const { total: shiftBefore } = await layoutShiftOf(page);
  await held.release();
  for (const title of ['Chips', 'Phone']) await expect(card(page, title).getByText('Maria K · 1 strike')).toBeVisible();
  await expect(card(page, 'Toy car').getByText('toybox', { exact: true })).toBeVisible();
  await expect(page.getByText(/strike/)).toHaveCount(2);
  expect(await card(page, 'Chips').boundingBox()).toEqual(before);
  const { total, moved } = await layoutShiftOf(page);
  expect(total - shiftBefore, moved.join('; ')).toBeLessThanOrEqual(LARGEST_SHIFT);
  expect(asked[0]).toBe(JSON.stringify({ ids: ['toybox', 'u/48213 ?'] }));
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Somebody else fails another one, and then this person takes one back.
  await fail(page, second);
  await expect(card(page, 'Chips').getByText('Maria K · 2 strikes')).toBeVisible();
  await card(page, 'Phone').hover();
  await card(page, 'Phone').getByRole('button', { name: 'Pass Phone' }).click();
  await expect(card(page, 'Chips').getByText('Maria K · 1 strike', { exact: true })).toBeVisible();
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera' });
  await viewer.goto('/dashboard/media');
  await expect(card(viewer, 'Chips').getByText('Maria K · 1 strike')).toBeVisible();
});

test('TRUST-B1 a list without uploaders asks for no strikes, and says when they are not known', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  await upload(page, 'Stool');
  let asked = 0;
  expected.push('429');
  await page.route(call, async (route) => {
    asked += 1;
    await route.fulfill({ status: 429, json: { success: false, message: 'Too many requests', code: 'rate_limited' } });
  });
  await page.goto('/dashboard/media');
  await expect(card(page, 'Stool')).toBeVisible();
  expect(asked).toBe(0);
  await upload(page, 'Toy car', { id: 'toybox' });
  await page.reload();
  await expect(card(page, 'Toy car').getByText('toybox · strikes unknown')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute(call);
  await page.reload();
  await expect(card(page, 'Toy car').getByText('toybox', { exact: true })).toBeVisible();
  await expect(page.getByText('strikes unknown')).toHaveCount(0);
});
