import { invite, joinTrial } from './account.ts';
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

test('SEC-03 a dialog closes with the answer, not when the team was read again', async ({ page, server, browser }) => {
  await joinTrial(page, server);
  const colleague = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  await page.goto('/dashboard/account/team');
  const dialog = page.getByRole('dialog', { name: 'Remove “Vera Example”?' });
  await page.getByRole('button', { name: 'Remove Vera Example' }).click();
  const held = await holdAnswers(page, '*/api/team');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Removed: Vera Example')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await held.release();
  await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
  await colleague.context().close();
});

test('TOK-01 what is under way is not sent again by a dialog that was closed and opened again, which closes with its answer', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.request.post('/api/access-tokens', { data: { name: 'one' } });
  await page.goto('/dashboard/tokens');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.url());
  });
  const ask = () => page.getByRole('button', { name: 'Delete one' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “one”?' });
  const act = question.getByRole('button', { name: 'Delete token' });
  await ask();
  const held = await holdAnswers(page, '*/api/access-tokens/*');
  await act.click();
  await expect(act).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await ask();
  await expect(act).toHaveAttribute('aria-disabled', 'true');
  await act.dispatchEvent('click');
  await held.release();
  await expect(page.getByText('Deleted: one')).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(sent).toHaveLength(1);
});
