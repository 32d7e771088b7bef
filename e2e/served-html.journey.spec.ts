import { expect, test } from './journey.ts';

const pages = [
  { path: '/', heading: 'Every frame, checked before it’s seen.', robots: 'index, follow' },
  { path: '/features', heading: 'Everything between an upload and a decision.', robots: 'index, follow' },
  { path: '/pricing', heading: 'Pay for frames, nothing else', robots: 'index, follow' },
  { path: '/about', heading: 'Decisions about pictures that people can check.', robots: 'index, follow' },
  { path: '/docs', heading: 'Documentation', robots: 'index, follow' },
  { path: '/docs/api', heading: 'API reference', robots: 'index, follow' },
  { path: '/contact', heading: 'Contact us', robots: 'index, follow' },
  { path: '/privacy', heading: 'Privacy', robots: 'noindex' },
  { path: '/terms', heading: 'Terms', robots: 'noindex' },
  { path: '/login', heading: 'Sign in', robots: 'noindex' },
  { path: '/register', heading: 'Create an account', robots: 'noindex' },
  { path: '/forgot-password', heading: 'Forgot your password?', robots: 'noindex' },
  { path: '/reset-password', heading: 'Set a new password', robots: 'noindex' },
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, heading, robots } of pages) {
    test(`PUB-08 ${path} is whole in the served HTML`, async ({ page, server, expected }) => {
      // With JavaScript off the browser gives up its preloaded scripts.
      expected.push(/\.js csp$/);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}${path}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', robots);
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{20,}/);
      expect((await page.title()).length).toBeGreaterThan(10);
      expect(await page.content()).not.toContain('clearframe.invalid');
    });
  }
});

test('PUB-07 an unknown address is a page of its own: status 404, not indexed, with ways on', async ({ page, expected }) => {
  expected.push(/status of 404/);
  await page.goto('/login');
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/login');
  await page.goForward();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
});

test('SEC-04 no page asks another host for anything, and the policy allows none', async ({ page, server }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  for (const { path, heading } of pages) {
    // The link of a mail: without it, the script of /reset-password puts another page in its place.
    const answer = await page.goto(path === '/reset-password' ? `${path}?token=t&email=ada@example.com` : path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|https?:/);
  }
  expect(foreign).toEqual([]);
});
