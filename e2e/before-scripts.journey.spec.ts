import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

test.use({ captcha: 'altcha' });

/** Keeps what those addresses answer until it is released. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    // A page that is left waits for nothing more.
    await route.continue().catch(() => {});
  });
  return release;
}

const forms = [
  { path: '/contact', heading: 'Contact us', field: 'First name', typed: 'Ada', button: 'Send message' },
  { path: '/login', heading: 'Sign in', field: 'Email', typed: 'ada@shop.example', button: 'Sign in' },
  { path: '/register', heading: 'Create an account', field: 'Email', typed: 'ada@shop.example', button: 'Create account' },
  {
    path: '/forgot-password',
    heading: 'Forgot your password?',
    field: 'Email',
    typed: 'ada@shop.example',
    button: 'Send reset link',
  },
];

for (const { path, heading, field, typed, button } of forms) {
  test(`PUB-08 the form of ${path} is there before its script, and keeps what is typed until then`, async ({ page }) => {
    const arrive = await hold(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const send = page.locator('main').getByRole('button', { name: button, exact: true });
    await expect(send).toBeDisabled();
    const name = page.getByLabel(field, { exact: true });
    await name.fill(typed);
    const before = await name.boundingBox();
    arrive();
    await expect(send).toBeEnabled();
    expect((await name.boundingBox())?.y, 'what somebody is about to press stays where it is').toBe(before?.y);
    await expect(name).toHaveValue(typed);
  });
}

for (const [words, visibility] of [
  ['a browser that reports no paint', 'visible'],
  ['a page that is opened in the background', 'hidden'],
]) {
  test(`PUB-08 ${words} gets the script of its form too`, async ({ page }) => {
    await page.addInitScript((state) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state });
      PerformanceObserver.prototype.observe = () => undefined;
    }, visibility);
    await page.goto('/forgot-password');
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
  });
}
