import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { guidePath } from '../packages/web/app/site/guides/guide-slugs.ts';
import { audit, everyLook, oneLook } from './audit.ts';
import { codeOfGuides, interpreters } from './guide-code.ts';
import { expect, test } from './journey.ts';

const slugs = readdirSync(new URL('../packages/web/content/guides', import.meta.url)).map((name) => name.replace('.md', ''));
const paths = ['/docs/guides', ...slugs.map(guidePath)];

/** Label → text of everything on the page that can be copied, also of what is closed. */
const examplesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('[data-slot~=code-block] figure')
      .evaluateAll((all) => all.map((one): [string, string] => [one.getAttribute('aria-label') ?? '', one.textContent ?? ''])),
  );

test('PUB-06 every program and every call in a guide is one of /docs, or the guide’s own: journeys run both', async ({
  page,
}) => {
  const own = codeOfGuides().filter(({ language }) => language in interpreters);
  await page.goto('/docs');
  const ran = await examplesOf(page);
  expect(Object.keys(ran)).toContain('upload.sh');
  let seen = 0;
  for (const path of paths) {
    await page.goto(path);
    for (const [label, text] of Object.entries(await examplesOf(page))) {
      const isProgram = /\.(sh|mts|mjs|py|php)$/.test(label) || /\bcurl\b|^import |\bfetch\(/m.test(text);
      if (!isProgram) continue;
      if (own.some((one) => path.endsWith(`/${one.guide}`) && one.label === label)) continue;
      expect(text, `${label} of ${path}`).toBe(ran[label]);
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(3);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of paths) {
    test(`PUB-08 ${path} is whole in the served HTML`, async ({ page, server, expected }) => {
      expected.push(/\.js csp$/);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}${path}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow');
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/);
      await expect(
        page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Documentation' }),
      ).toBeVisible();
      const html = await page.content();
      expect(html).not.toContain('clearframe.invalid');
      expect(html).not.toContain('{{');
      if (path === '/docs/guides') return;
      await expect(page.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/);
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      await expect(contents).toHaveCount(await page.getByRole('heading', { level: 2 }).and(page.locator('.prose h2')).count());
    });
  }
});

test('PUB-06 PUB-07 a guide leads to the one before and the one after, and there is no other', async ({ page, expected }) => {
  expected.push(/status of 404/);
  await page.goto('/docs');
  await page.getByRole('link', { name: 'guides', exact: true }).click();
  await page.getByRole('main').getByRole('list').getByRole('link', { name: 'A first verdict in a minute' }).click();
  await expect(page).toHaveURL('/docs/guides/first-verdict');
  const walked = ['/docs/guides/first-verdict'];
  const next = page.getByRole('link', { name: /^Next: / });
  while ((await next.count()) > 0) {
    const before = page.url();
    await next.click();
    await expect(page).not.toHaveURL(before);
    walked.push(new URL(page.url()).pathname);
  }
  expect(walked.toSorted()).toEqual(paths.slice(1).toSorted());
  await page.getByRole('link', { name: /^Previous: / }).click();
  await expect(page).toHaveURL(walked.at(-2) ?? '');
  const answer = await page.goto('/docs/guides/no-such-guide');
  expect(answer?.status()).toBe(404);
});

test('PUB-06 the search looks through documentation, reference and guides, by keyboard, and loads nothing before it is used', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/docs/guides');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await expect(field).toBeEnabled();
  expect(asked.filter((path) => /search/.test(path) && !path.endsWith('.css'))).toEqual([]);
  // The key of the search, from anywhere on the page.
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.pressSequentially('idempotency');
  const search = page.getByRole('search');
  await expect(search.getByRole('status')).toHaveText(/^\d+ sections? found$/);
  expect(asked).toContain('/docs/search.json');
  const first = search.getByRole('link').first();
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(search.getByRole('link')).toHaveCount(0);
  await field.fill('zeppelin');
  await expect(search.getByRole('status')).toHaveText('Nothing found');
  await field.fill('error handling');
  await audit(page);
  await search.getByRole('link', { name: 'Documentation: Error handling' }).click();
  await expect(page).toHaveURL('/docs#error-handling');
  await expect(page.getByRole('heading', { name: 'Error handling' })).toBeInViewport();
});

test('PUB-06 the search says when it cannot be loaded, and loads when it is entered again', async ({ page, expected }) => {
  expected.push(/search\.json|Failed to load resource/);
  await page.route('**/docs/search.json', (route) => route.abort(), { times: 1 });
  await page.goto('/docs');
  const field = page.getByRole('searchbox');
  const status = page.getByRole('search').getByRole('status');
  await field.fill('webhooks');
  await expect(status).toHaveText(/could not be loaded/);
  await field.blur();
  await field.focus();
  await expect(status).toHaveText(/sections found/);
});

/** They have all that a guide can have, between them: tables, programs, notes, lists. */
const inEveryLook = ['/docs/guides', '/docs/guides/first-verdict', '/docs/guides/webhooks'];

test('PUB-06 the guides are accessible, some of them in every look', async ({ page }) => {
  expect(paths).toEqual(expect.arrayContaining(inEveryLook));
  for (const path of paths) {
    await page.goto(path);
    await audit(page, inEveryLook.includes(path) ? everyLook : oneLook);
    // Tables break their words at 320 pixels; wider phones have other rules.
    for (const width of [390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, `${path} scrolls sideways at ${width}`).toBe(0);
    }
  }
});

test('PUB-06 one navigation stands beside every page of the documentation and says which page it is', async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Documentation' });
  for (const [path, name] of [
    ['/docs', 'Quick start'],
    ['/docs/guides/video', 'Video'],
    ['/docs/accuracy', /Accuracy/],
    ['/docs/api', 'API reference'],
  ] as const) {
    await page.goto(path);
    await expect(nav.getByRole('heading')).toHaveText(['Start', 'Concepts', 'Integrate', 'Operate', 'API']);
    await expect(nav.locator('[aria-current=page]')).toHaveCount(1);
    await expect(nav.getByRole('link', { name, exact: typeof name === 'string' })).toHaveAttribute('aria-current', 'page');
  }
  // On a phone the page comes first, and a link leads to the navigation below it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.getByRole('link', { name: 'All pages' }).click();
  await expect(nav.getByRole('link', { name: 'Quick start' })).toBeInViewport();
  await nav.getByRole('link', { name: 'Video', exact: true }).click();
  await expect(page).toHaveURL('/docs/guides/video');
});
