import { expect, test } from './journey.ts';
import { phone } from './phone.ts';

test.use(phone);

test('PUB-01 the public pages are reached from the menu of a phone, which closes behind the choice', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('banner').locator('summary');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(menu).toHaveText('Menu');
  await expect(pages).toBeHidden();
  for (const [label, path] of [
    ['Features', '/features'],
    ['Pricing', '/pricing'],
    ['Docs', '/docs'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Sign in', '/login'],
  ] as const) {
    await menu.click();
    await pages.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(pages).toBeHidden();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PUB-08 the menu of a phone opens without any script', async ({ page, expected }) => {
    expected.push(/\.js csp$/);
    await page.goto('/pricing');
    await page.getByRole('banner').locator('summary').click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
  });
});
