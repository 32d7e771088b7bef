import { joinTrial } from './account.ts';
import { auditTheme } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { phone } from './phone.ts';

// The drawer slides, and half way its colours are nobody's.
test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } });

test('DASH-01 UP-05 on a phone the menu is a drawer, and an upload shows its verdict first', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard');
  const opener = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('complementary', { name: 'Main' });
  await expect(opener).toBeVisible();
  await expect(drawer).not.toBeInViewport();
  await opener.tap();
  await expect(drawer).toBeInViewport();
  await expect(drawer.getByRole('button', { name: 'Close menu' })).toBeFocused();
  for (const theme of ['dark', 'light'] as const) await auditTheme(page, theme);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('aside')?.id)).toBe('side');
  await page.keyboard.press('Escape');
  await expect(drawer).not.toBeInViewport();
  await expect(opener).toBeFocused();

  await opener.tap();
  await drawer.getByRole('link', { name: 'Upload Media' }).tap();
  await expect(page).toHaveURL('/dashboard/upload');
  await expect(drawer).not.toBeInViewport();
  await page.locator('input[type=file]').setInputFiles(fixture('benign/knife.webp'));
  await page.getByRole('button', { name: 'Check image' }).tap();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeInViewport();

  // Keys of the page behind it rest while it is open.
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(1);
  await opener.tap();
  await expect(drawer).toBeInViewport();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
