import type { Page } from '@playwright/test';
import { invite, joinTrial } from './account.ts';
import { audit, everyLook } from './audit.ts';
import { expect, test } from './journey.ts';
import { appealOn, failItems, openStatement, statementOf } from './statements.ts';
import { tabTo } from './tab-to.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });
const list = (page: Page) => page.getByRole('region', { name: 'Appeals' });
const detail = (page: Page) => page.getByRole('region', { name: /^Appeal of / });

test('TRUST-B5 another person reverses by keyboard what the first one failed, and the public page says so', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/appeals');
  await expect(page.getByRole('heading', { name: 'No open appeals' })).toBeVisible();
  await audit(page);
  await wide(page);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  const [first = '', second = ''] = await failItems(page, 2);
  const statements = [await statementOf(page, first), await statementOf(page, second)];
  const author = await openStatement(browser, statements[0]?.url ?? '');
  await appealOn(author, 'This is a statue in a museum.\nLook at the plinth.');
  const other = await openStatement(browser, statements[1]?.url ?? '');
  await appealOn(other, 'It is my own drawing.');

  // Whoever failed it is told before they write anything.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('appeals');
  await page.getByRole('option', { name: 'Appeals', exact: true }).click();
  await page.reload();
  await expect(detail(page).getByText('Another person decides this appeal')).toBeVisible();
  await expect(detail(page).getByRole('textbox')).toHaveCount(0);
  await audit(page, everyLook);
  await wide(page);

  // The item leads to what its uploader was told, and to the appeal.
  await page.goto(`/dashboard/media/${second}`);
  const card = page.getByRole('region', { name: 'Statement', exact: true });
  await expect(card.getByRole('link', { name: /^Statement \d, public page$/ })).toHaveAttribute('href', statements[1]?.url ?? '');
  await expect(card.getByRole('link', { name: 'Appeal open' })).toHaveAttribute('href', '/dashboard/appeals');
  await audit(page);

  // The oldest first; J and K move, R reveals.
  await ines.goto('/dashboard/appeals');
  await expect(list(ines).getByRole('link')).toHaveText([/This is a statue/, /It is my own drawing/]);
  await expect(detail(ines).getByText('Look at the plinth.')).toBeVisible();
  await ines.keyboard.press('j');
  await expect(detail(ines).getByText('It is my own drawing.')).toBeVisible();
  await ines.keyboard.press('k');
  await expect(detail(ines).getByText('Look at the plinth.')).toBeVisible();
  await expect(detail(ines).getByText('Ada Example failed it: Adult content')).toBeVisible();
  await expect(detail(ines).getByText('We removed your upload')).toBeVisible();
  await expect(detail(ines).getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
  await ines.keyboard.press('r');
  await expect(detail(ines).getByRole('button', { name: 'Hide' })).toBeVisible();
  await ines.keyboard.press('r');
  const revealed = await ines.request.get('/api/exposure');
  expect((await revealed.json()).data.exposure.day.count, 'the reveal counts as in Content Review').toBe(1);
  await audit(ines, everyLook);
  await wide(ines);

  // Nothing is sent without a choice and an answer.
  await detail(ines).getByRole('button', { name: 'Send answer' }).click();
  await expect(detail(ines).getByText('Choose Uphold or Reverse')).toBeVisible();
  await expect(detail(ines).getByText('Please write what the uploader reads')).toBeVisible();
  await audit(ines);
  await wide(ines);
  await tabTo(ines, detail(ines).getByRole('radio', { name: /^Uphold/ }));
  await ines.keyboard.press('ArrowDown');
  await tabTo(ines, detail(ines).getByLabel('Answer'));
  await ines.keyboard.type('You are right. It is a statue.');
  await ines.keyboard.press('Control+Enter');
  await expect(detail(ines).getByRole('heading', { name: 'Reversed: the item passes' })).toBeFocused();
  await expect(ines.getByText('Appeal reversed', { exact: true })).toBeVisible();
  await expect(list(ines).getByRole('link')).toHaveCount(1);
  await audit(ines);
  await wide(ines);
  await detail(ines).getByRole('link', { name: 'Next open appeal' }).click();
  await expect(detail(ines).getByText('It is my own drawing.')).toBeVisible();

  const item = await page.request.get(`/api/media/${first}`);
  const body: { data: { media_upload: { moderationFlagged: boolean } } } = await item.json();
  expect(body.data.media_upload.moderationFlagged).toBe(false);
  await author.reload();
  await expect(author.getByText('You were right. We lifted the restriction.')).toBeVisible();
  await expect(author.getByText('You are right. It is a statue.')).toBeVisible();

  await ines.getByRole('navigation', { name: 'Appeals by state' }).getByRole('link', { name: 'Decided' }).click();
  await expect(detail(ines).getByRole('heading', { name: 'Reversed: the item passes' })).toBeVisible();
  await expect(detail(ines).getByText('Ines Example', { exact: true })).toBeVisible();
  await ines.context().close();
});

test('TRUST-B5 who comes second keeps what they wrote, a viewer only reads, and a deleted item can be answered', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  const paul = await invite(page, { browser, server, role: 'moderator', name: 'Paul Example' });
  const vera = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  const [first = '', second = ''] = await failItems(page, 2);
  for (const id of [first, second]) {
    const author = await openStatement(browser, (await statementOf(page, id)).url);
    await appealOn(author, 'Please look again.');
    await author.context().close();
  }
  await page.request.delete(`/api/media/${second}`);

  await vera.goto('/dashboard/appeals');
  await expect(vera.getByText('You are a viewer. Owners and moderators can decide this appeal.')).toBeVisible();
  await expect(vera.getByRole('button', { name: 'Statement settings' })).toHaveCount(0);
  await audit(vera);

  await ines.goto('/dashboard/appeals');
  await ines.waitForURL(/appeals\/[0-9a-f-]{36}$/);
  const address = ines.url();
  await detail(ines)
    .getByRole('radio', { name: /^Uphold/ })
    .check();
  await detail(ines).getByLabel('Answer').fill('Our rules name it.');
  await paul.goto(address);
  await detail(paul)
    .getByRole('radio', { name: /^Uphold/ })
    .check();
  await detail(paul).getByLabel('Answer').fill('Paul was here first.');
  await detail(paul).getByRole('button', { name: 'Send answer' }).click();
  await expect(detail(paul).getByRole('heading', { name: 'Upheld: the Fail stands' })).toBeFocused();
  await detail(ines).getByRole('button', { name: 'Send answer' }).click();
  await expect(detail(ines).getByText('Somebody decided this appeal first')).toBeVisible();
  await expect(detail(ines).getByText('Our rules name it.')).toBeVisible();
  await expect(detail(ines).getByText('Paul was here first.')).toBeVisible();
  await expect(ines).toHaveURL(address);
  await audit(ines);
  await wide(ines);

  await ines.goto('/dashboard/appeals');
  await expect(detail(ines).getByText('It was deleted. You can still answer.')).toBeVisible();
  await detail(ines)
    .getByRole('radio', { name: /^Reverse/ })
    .check();
  await detail(ines).getByLabel('Answer').fill('You were right.');
  await detail(ines).getByRole('button', { name: 'Send answer' }).click();
  await expect(detail(ines).getByRole('heading', { name: 'Reversed: the item passes' })).toBeFocused();
  for (const colleague of [ines, paul, vera]) await colleague.context().close();
});

/** The public page follows the reader's system: one scheme wide, the other narrow, both at 320 pixels. */
async function auditStatement(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await audit(page, [[colorScheme, width, 'every rule']]);
  }
  await wide(page);
}

test('TRUST-B5 the public page is accessible in every state, in both schemes and at 320 pixels', async ({
  page,
  server,
  browser,
  expected,
}) => {
  expected.push(/status of 40[04]/);
  await joinTrial(page, server);
  const settings = { platform_name: 'Kestrel Market', contact: 'help@kestrel.example', same_person_appeals: true };
  await page.request.post('/api/statement-settings', { data: settings });
  const [id = ''] = await failItems(page, 1);
  const { url } = await statementOf(page, id);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: 'We removed your upload' })).toBeVisible();
  await expect(page.getByText('Contact: help@kestrel.example')).toBeVisible();
  await auditStatement(page);
  await page.getByLabel('Why is this decision wrong?').fill('It is a statue.');
  await page.getByLabel('Email address (optional)').fill('nora@nowhere');
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter a valid email address');
  await expect(page.getByLabel('Why is this decision wrong?')).toHaveValue('It is a statue.');
  await auditStatement(page);
  await page.getByLabel('Email address (optional)').fill('');
  await tabTo(page, page.getByRole('button', { name: 'Send appeal' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('We have your appeal.')).toBeVisible();
  await auditStatement(page);

  // A team of one answers itself.
  const own = await browser.newContext({ baseURL: server.url, storageState: await page.context().storageState() });
  const dashboard = await own.newPage();
  await dashboard.goto('/dashboard/appeals');
  await detail(dashboard)
    .getByRole('radio', { name: /^Uphold/ })
    .check();
  await detail(dashboard).getByLabel('Answer').fill('Our rules name it.');
  await detail(dashboard).getByRole('button', { name: 'Send answer' }).click();
  await expect(detail(dashboard).getByRole('heading', { name: 'Upheld: the Fail stands' })).toBeFocused();
  await own.close();
  await page.reload();
  await expect(page.getByText('We looked again. The decision stands.')).toBeVisible();
  await auditStatement(page);
  await page.goto(`${url}x`);
  await expect(page.getByRole('heading', { name: 'Statement not found' })).toBeVisible();
  await auditStatement(page);
});

test('TRUST-B5 the owner sets how statements are written, and who may decide', async ({ page, server, expected }) => {
  expected.push(/status of 404/);
  await joinTrial(page, server);
  await page.goto('/dashboard/appeals/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Appeal not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Statement settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement settings' });
  await expect(dialog.getByLabel('Months to appeal')).toHaveValue('6');
  await audit(page);
  await wide(page);
  await dialog.getByLabel('Explain').selectOption('all');
  await dialog.getByLabel('Months to appeal').fill('5');
  await dialog.getByLabel('Name of your platform').fill('Kestrel Market');
  await dialog.getByLabel('Contact').fill('help@kestrel.example');
  await dialog.getByLabel('Dispute body').fill('ADR body, Vienna');
  await dialog.getByLabel('The same person may decide the appeal').check();
  await expect(dialog.getByLabel('After an appeal')).toHaveAttribute('placeholder', /^We have your appeal\./);
  await dialog.getByLabel('Above the form of an appeal').fill('Write to us.\nWe read it all.');
  await dialog.getByLabel('After an appeal').fill('Thank you.');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(dialog.getByText('Enter 6 to 24 whole months.')).toBeVisible();
  await dialog.getByLabel('Months to appeal').fill('12');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Statement settings saved')).toBeVisible();
  const answer = await page.request.get('/api/statement-settings');
  expect((await answer.json()).data.statement_settings).toEqual({
    mode: 'all',
    appeal_months: 12,
    platform_name: 'Kestrel Market',
    contact: 'help@kestrel.example',
    out_of_court: 'ADR body, Vienna',
    same_person_appeals: true,
    appeal_intro: 'Write to us.\nWe read it all.',
    appeal_thanks: 'Thank you.',
    appeal_upheld: '',
    appeal_reversed: '',
  });
});
