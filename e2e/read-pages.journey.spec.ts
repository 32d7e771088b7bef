import { join } from './account.ts';
import { expect, test } from './journey.ts';
import { weigh } from './weigh.ts';

test('PUB-01 the theme that a reader chooses holds on the next page, and in the application', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click();
  await expect(page).toHaveURL('/docs');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Clearframe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Every frame, checked before it’s seen.' })).toBeVisible();
});

test('PUB-03 the estimator counts frames and names the plan', async ({ page }) => {
  await page.goto('/pricing');
  const card = page.getByRole('region', { name: 'Estimate your month' });
  const estimate = card.locator('[data-slot~=pricing-total]');
  await expect(estimate).toHaveText('32,200 framesGrowth, $100');
  const images = card.getByRole('slider', { name: 'Images a month' });
  await images.fill('60000');
  await expect(images).toHaveAttribute('aria-valuetext', '60,000');
  await expect(estimate).toHaveText('67,200 framesProfessional, $200');
  await card.getByRole('slider', { name: 'Minutes of video' }).press('Home');
  await expect(estimate).toHaveText('60,000 framesProfessional, $200');
});

test('PUB-06 the contents mark the section that the reader has reached', async ({ page }) => {
  await page.goto('/docs');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const name of ['Error handling', 'Authentication']) {
    await contents.getByRole('link', { name }).click();
    await expect(contents.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
    await expect(contents.locator('[aria-current]')).toHaveCount(1);
  }
  // Back above the first one.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(contents.locator('[aria-current]')).toHaveCount(0);
});

test('PUB-07 AUTH-08 an unknown address under the dashboard is a page with ways on, and public pages lead who is signed in back', async ({
  page,
  context,
  server,
}) => {
  await join(page, server);
  await page.goto('/dashboard/account');
  await page.goto('/dashboard/no-such-page');
  await expect(page.getByRole('heading', { name: 'That frame isn’t on the roll' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/dashboard/account');
  await page.goForward();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Every frame, checked before it’s seen.' })).toBeVisible();
  const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard' });
  const start = page.getByRole('banner').getByRole('link', { name: 'Start free' });
  await expect(dashboard).toBeVisible();
  await expect(start).toBeHidden();
  // Signing out in another tab is heard here.
  const tab = await context.newPage();
  await tab.goto('/dashboard');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(start).toBeVisible();
  await expect(dashboard).toBeHidden();
  await tab.close();
});

test('PUB-08 AUTH-08 a page that is only read loads no zod, not even to ask who is signed in', async ({ page, server }) => {
  await join(page, server);
  const weight = weigh(page);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await weight.settled();
  expect(weight.calls()).toEqual(['GET /api/users/me']);
  const withZod = (await weight.scripts()).filter(({ text }) => text.includes('_zod'));
  expect(withZod.map(({ url }) => url)).toEqual([]);
  // The name is zod's own: where schemas are read, it is found.
  await page.goto('/dashboard');
  await weight.settled();
  expect((await weight.scripts()).some(({ text }) => text.includes('_zod'))).toBe(true);
});
