import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const figure = (page: Page) => page.locator('figure[data-slot~=product-loop]');
const shown = (page: Page) => figure(page).locator('img:visible');
const still = /product-light-still-/;
const moving = /product-light-(?!still)/;
/** Issue 7: no moving picture over 400 kB. */
const MAX_BYTES = 400_000;

test('PUB-01 the screens of the product move once they are seen, and stop and go by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((address) => moving.test(address) || /product-dark/.test(address))).toEqual([]);
  await figure(page).scrollIntoViewIfNeeded();
  await expect(shown(page)).toHaveAttribute('src', moving);
  await expect(shown(page)).toHaveAttribute('alt', /a person presses Fail/);
  const answer = await page.request.get((await shown(page).getAttribute('src')) ?? '');
  expect((await answer.body()).length).toBeLessThanOrEqual(MAX_BYTES);

  const pause = figure(page).getByRole('button', { name: 'Pause the moving screens' });
  await pause.focus();
  await page.keyboard.press('Enter');
  await expect(shown(page)).toHaveAttribute('src', still);
  const play = figure(page).getByRole('button', { name: 'Play the moving screens' });
  await expect(play).toBeFocused();
  await page.keyboard.press('Space');
  await expect(shown(page)).toHaveAttribute('src', moving);
  // The other theme has screens of its own, and goes on.
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  await expect(shown(page)).toHaveAttribute('src', /product-dark-(?!still)/);
});

test('PUB-01 the screens stand still for whoever asked for less motion, until they want it otherwise', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/');
  await figure(page).scrollIntoViewIfNeeded();
  const play = figure(page).getByRole('button', { name: 'Play the moving screens' });
  await expect(play).toBeVisible();
  await expect(shown(page)).toHaveAttribute('src', still);
  await play.click();
  await expect(shown(page)).toHaveAttribute('src', moving);
});

test('PUB-01 the screens stand still where the moving ones cannot be loaded', async ({ page, expected }) => {
  expected.push(/Failed to load resource|product-light-.*ERR_FAILED/);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.route(moving, (route) => route.abort());
  await page.goto('/');
  const failed = page.waitForEvent('requestfailed');
  await figure(page).getByRole('button', { name: 'Play the moving screens' }).click();
  await failed;
  await expect(figure(page).getByRole('button', { name: 'Play the moving screens' })).toBeVisible();
  await expect(shown(page)).toHaveAttribute('src', still);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PUB-08 the screens stand still, without a button that would do nothing', async ({ page, expected }) => {
    expected.push(/\.js csp$/);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    await expect(figure(page).getByRole('button')).toHaveCount(0);
    await expect(figure(page).locator('img').first()).toHaveAttribute('src', still);
  });
});
