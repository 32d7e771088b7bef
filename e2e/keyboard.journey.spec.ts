import { join, joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { captchaDone } from './sign-up.ts';
import { tabTo } from './tab-to.ts';

test('AUTH-06 sign in by keyboard alone', async ({ page, server, context }) => {
  const email = await join(page, server);
  await context.clearCookies();
  await page.goto('/login');
  await captchaDone(page);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  // The form is gone: the page that took its place begins at its heading. One that the browser loads begins at its top.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
});

test('UP-01 UP-05 upload by keyboard alone', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  await expect(page.getByRole('button', { name: 'Check image' })).toBeEnabled();
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: /Drop an image here/ }));
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(fixture('formats/pears.png'));
  await expect(page.getByRole('region', { name: 'Chosen image' })).toBeVisible();
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.type('Three pears');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Upload Another' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Drop an image here/ })).toBeVisible();
});

test('TOK-01 a dialog keeps the focus, closes on Escape and gives the focus back', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/tokens');
  const opener = page.getByRole('button', { name: 'Create token' });
  await expect(opener).toBeEnabled();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    // Between its last and first stop the focus may be on the browser itself, which counts as the body.
    const inside = () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
    expect(await page.evaluate(inside)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
