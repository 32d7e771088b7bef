import { joinTrial } from './account.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('TOK-01 a late answer closes no dialog that was opened for another token meanwhile', async ({ page, server }) => {
  await joinTrial(page, server);
  for (const name of ['one', 'two']) await page.request.post('/api/access-tokens', { data: { name } });
  await page.goto('/dashboard/tokens');
  const ask = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = (name: string) => page.getByRole('dialog', { name: `Delete “${name}”?` });
  await ask('one');
  const held = await holdAnswers(page, '*/api/access-tokens/*');
  await question('one').getByRole('button', { name: 'Delete token' }).click();
  await expect(question('one').getByRole('button', { name: 'Delete token' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await ask('two');
  await expect(question('two').getByRole('button', { name: 'Delete token' })).not.toHaveAttribute('aria-disabled');
  await held.release();
  await expect(page.getByText('Deleted: one')).toBeVisible();
  await expect(page.getByRole('row', { name: /^one/, includeHidden: true })).toHaveCount(0);
  await expect(question('two')).toBeVisible();
  await question('two').getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByText('Deleted: two')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('TOK-02 a form that is sent twice at once is sent once, and opens again empty and without its error', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/tokens');
  const create = page.getByRole('button', { name: 'Create token' }).first();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await create.click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Please enter a token name')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await create.click();
  await expect(dialog.getByText('Please enter a token name')).toHaveCount(0);
  await dialog.getByLabel('Name').fill('Twice');
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByText('Twice created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row', { name: /^Twice/ })).toHaveCount(1);
});
