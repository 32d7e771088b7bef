import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { decided } from './decided.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const pears = (ending: 'webp' | 'jpg' | 'png', mimeType: string) => ({
  name: `pears.${ending}`,
  mimeType,
  buffer: readFileSync(fixture(ending === 'webp' ? 'benign/pears.webp' : `formats/pears.${ending}`)),
});
const digits = (name: string) => createHash('sha256').update(name).digest('hex');
const listFile = (text: string) => ({ name: 'partner.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a copy of what a person failed is flagged with the way to it, until it is forgotten', async ({ page, server }) => {
  await joinTrial(page, server);
  const first = await uploadOverHttp(page, pears('webp', 'image/webp'));
  await page.goto(`/dashboard/media/${first}`);
  await page.getByLabel('Note').fill('Stolen from the neighbour');
  await decided(page, () => page.getByRole('button', { name: /^Fail/ }).first().click());
  await expect(page.getByRole('heading', { name: 'Failed by you' })).toBeVisible();

  const copy = await uploadOverHttp(page, pears('jpg', 'image/jpeg'));
  await page.goto(`/dashboard/media/${copy}`);
  await expect(page.getByText(/^The picture matches an item failed on /)).toBeVisible();
  await expect(page.getByText('A known picture flagged it, the keyword check passed.').first()).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Show that item' }).click();
  await expect(page).toHaveURL(`/dashboard/media/${first}`);

  await page.goto('/dashboard/content-filters');
  await page.getByRole('link', { name: 'Known pictures' }).click();
  const list = page.getByRole('region', { name: 'Block list' });
  await expect(list.getByRole('link', { name: 'Failed item' })).toBeVisible();
  await expect(list.getByText('Stolen from the neighbour')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block list 1' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Remove .*: Failed item$/ }).click();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByRole('heading', { name: 'The block list is empty' })).toBeVisible();
  const third = await uploadOverHttp(page, pears('png', 'image/png'));
  await page.goto(`/dashboard/media/${third}`);
  await expect(page.getByText('Both checks passed.').first()).toBeVisible();
});

test('DASH-01 what a decision changes is read again: known pictures and measured quality', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears('webp', 'image/webp'));
  await page.goto('/dashboard/quality');
  await expect(page.getByRole('heading', { name: 'No decisions yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Content Filters' }).click();
  await page.getByRole('link', { name: 'Known pictures' }).click();
  await expect(page.getByRole('heading', { name: 'The block list is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Content Review' }).click();
  await page.getByRole('button', { name: /^All\b/ }).click();
  await page.getByRole('article').getByRole('link').first().click();
  await decided(page, () => page.getByRole('button', { name: /^Fail/ }).first().click());
  await expect(page.getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await page.getByRole('link', { name: 'Content Filters' }).click();
  await page.getByRole('link', { name: 'Known pictures' }).click();
  await expect(page.getByRole('region', { name: 'Block list' }).getByRole('link', { name: 'Failed item' })).toBeVisible();
  await page.getByRole('link', { name: 'Content Review' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Measured quality' }).click();
  await expect(page.getByRole('heading', { name: /^Decisions a / })).toBeVisible();
});

test('a list is imported, looked through, exported and removed', async ({ page, server, expected }) => {
  expected.push(/status of 400/);
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters/known');
  await page.getByRole('button', { name: 'Import list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a list' });
  await dialog.getByLabel('File').setInputFiles(listFile(`${digits('a')}\nno hash\n`));
  await expect(dialog.getByLabel('Name')).toHaveValue('partner');
  await dialog.getByRole('button', { name: 'Import list' }).click();
  await expect(dialog.getByText('1 line of the file could not be read. Nothing was imported.')).toBeVisible();
  await expect(dialog.getByText('line 2')).toBeVisible();
  await dialog
    .getByLabel('File')
    .setInputFiles(listFile(`${digits('a')},90,From the partner\n${digits('b')}\n${digits('c')},10\n`));
  await dialog.getByRole('button', { name: 'Import list' }).click();
  await expect(
    page.getByText('2 pictures added, 1 left out, because their quality is too low to tell them apart.'),
  ).toBeVisible();
  const list = page.getByRole('region', { name: 'Block list' });
  await expect(list.getByText('List partner')).toHaveCount(2);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const search = page.getByRole('searchbox', { name: 'Search by PDQ hash' });
  await search.fill('abc');
  await search.press('Enter');
  await expect(page.getByText('A PDQ hash has 64 hexadecimal digits')).toBeVisible();
  await search.fill(digits('a'));
  await search.press('Enter');
  await expect(list.getByText('the same hash')).toBeVisible();
  await expect(list.getByText('List partner')).toHaveCount(1);
  await page.getByRole('button', { name: /^Allow list/ }).click();
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(list.getByText('List partner')).toHaveCount(2);

  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('2 pictures', { exact: true })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save CSV' }).click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved).toBe(`hash,quality,note\r\n${digits('a')},90,From the partner\r\n${digits('b')},,\r\n`);

  await page.getByRole('button', { name: 'Remove the list partner' }).click();
  await page.getByRole('button', { name: 'Remove list' }).click();
  await expect(page.getByRole('heading', { name: 'The block list is empty' })).toBeVisible();
});

test('what was passed before is passed once the account asks for it', async ({ page, server }) => {
  await joinTrial(page, server);
  const flagged = { name: 'a.png', mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };
  const first = await uploadOverHttp(page, flagged);
  await page.goto(`/dashboard/media/${first}`);
  await decided(page, () => page.getByRole('button', { name: /^Pass/ }).first().click());
  await expect(page.getByRole('heading', { name: 'Passed by you' })).toBeVisible();
  await page.goto('/dashboard/content-filters/known?list=allow');
  await expect(page.getByRole('link', { name: 'Passed item' })).toBeVisible();
  const setting = page.getByRole('checkbox', { name: /^Pass copies of passed pictures/ });
  await setting.check();
  await expect(page.getByText('Copies of passed pictures pass', { exact: true })).toBeVisible();
  await page.reload();
  await expect(setting).toBeChecked();
  const second = await uploadOverHttp(page, flagged);
  await page.goto(`/dashboard/media/${second}`);
  await expect(page.getByText('A known picture passed it, the keyword check passed.').first()).toBeVisible();
  await expect(page.getByText(/^The picture matches an item passed on /)).toBeVisible();
});
