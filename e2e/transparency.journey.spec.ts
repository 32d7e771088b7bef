import { readFileSync } from 'node:fs';
import { startTransparencyDatabase, type TransparencyDatabase } from '../packages/server/test/helpers/transparency-database.ts';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';
import { statementOf } from './statements.ts';

type Host = { eu: TransparencyDatabase; stop: () => Promise<void> };

/** A server of its own: it may reach the database that the journey plays. */
const test = testWith<Host>(
  async () => {
    const eu = await startTransparencyDatabase();
    return { eu, stop: () => eu.close() };
  },
  ({ eu }) => startServer({ env: { TENANT_PRIVATE_TARGETS: eu.address } }),
);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('TRUST-B6 the owner sees what the EU would get, tries it, sends it, mends what was refused, and saves a report', async ({
  page,
  server,
  host: { eu },
  browser,
}) => {
  await joinTrial(page, server);
  const buffer = readFileSync(fixture('flagged/explicit-1.png'));
  for (const [index, label] of ['adult', 'adult', 'violence'].entries()) {
    const id = await uploadOverHttp(page, { name: `item-${index}.png`, mimeType: 'image/png', buffer });
    const failed = await page.request.post(`/api/media/${id}/fail`, { data: { label } });
    expect(failed.ok(), await failed.text()).toBe(true);
    await statementOf(page, id);
  }
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Transparency' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency' })).toBeVisible();

  await test.step('figures of the period, with what they rest on', async () => {
    const figure = (word: string) => page.locator('[data-slot~=transparency-ledger] > div').filter({ hasText: word });
    await expect(figure('Restricted')).toContainText('3of 3 checked items');
    const grounds = page.getByRole('table', { name: 'By ground' });
    await expect(grounds.getByRole('row').filter({ hasText: 'Violence' })).toContainText('1');
    await expect(grounds.getByRole('row')).toHaveCount(3);
  });

  const send = page.getByRole('region', { name: 'Send to the EU database' });
  const runs = send.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  const settings = page.getByRole('region', { name: 'Settings' });

  await test.step('settings are typed, checked and kept, the token never shown', async () => {
    await expect(send.getByRole('button', { name: 'Dry run' })).toBeDisabled();
    await settings.getByLabel('Report to the EU database').check();
    await settings.getByLabel('Address').fill(eu.url);
    await settings.getByLabel('API token').fill(eu.token);
    await settings.getByLabel('Countries').fill('de, XX');
    await page.keyboard.press('Enter');
    await expect(settings.getByText('Use codes of the EEA, such as DE')).toBeVisible();
    await expect(settings.getByLabel('Countries')).toBeFocused();
    await settings.getByLabel('Countries').fill('de, at');
    await settings.getByLabel('Language').fill('en');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Settings saved')).toBeVisible();
    await page.reload();
    await expect(settings.getByLabel('Countries')).toHaveValue('DE, AT');
    await expect(settings.getByLabel('New API token')).toHaveValue('');
    expect(await page.content()).not.toContain(eu.token);
  });

  await test.step('the preview shows each statement by the fields of the database', async () => {
    const waiting = page.getByRole('table', { name: 'Waiting to be sent' }).getByRole('row');
    await expect(waiting).toHaveCount(4);
    const violence = waiting.filter({ hasText: 'Violence' });
    await violence.getByText('All fields').click();
    await expect(violence).toContainText('STATEMENT_CATEGORY_VIOLENCE');
    await expect(violence).toContainText('DECISION_VISIBILITY_CONTENT_REMOVED');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a dry run calls nobody', async () => {
    await send.getByRole('button', { name: 'Dry run' }).click();
    await expect(runs.first()).toContainText('3 statements ready to send');
    expect(eu.calls).toEqual([]);
  });

  await test.step('a wrong token stops the run and says why', async () => {
    eu.mishaps.push('denied');
    await send.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog', { name: 'Send 3 statements?' }).getByRole('button', { name: 'Send' }).click();
    await expect(runs.first()).toContainText('Stopped after 0 statements');
    await expect(runs.first()).toContainText('401');
  });

  await test.step('what was sent leaves the list, what was refused names its field', async () => {
    eu.refused.add('STATEMENT_CATEGORY_VIOLENCE');
    await send.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog', { name: 'Send 3 statements?' }).getByRole('button', { name: 'Send' }).click();
    await expect(runs.first()).toContainText('Sent 2 statements, 1 refused');
    expect(eu.created.size).toBe(2);
    expect(JSON.stringify([...eu.created.values()])).not.toContain('item-0');
    const faulty = page.getByRole('table', { name: 'Statements to fix' });
    await expect(faulty.getByRole('row').nth(1)).toContainText('category');
    await expect(faulty.getByRole('row').nth(1)).toContainText('The selected category is invalid.');
    await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toContainText('Nothing waits on this page.');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await faulty.getByRole('link', { name: 'violence' }).click();
    await expect(page).toHaveURL('/dashboard/content-filters/reasons');
    await page.goBack();
  });

  await test.step('a report of the period is made and saved', async () => {
    await page.getByLabel('Period').selectOption('Last 30 days');
    await expect(page).toHaveURL('/dashboard/transparency?period=30');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const save = page.getByRole('button', { name: 'Save report' });
    await expect(save).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/transparency.*\.csv$/);
    expect(readFileSync(await download.path(), 'utf8')).toContain('judged');
  });

  await test.step('a moderator does not see it', async () => {
    const moderator = await invite(page, { browser, server, role: 'moderator', name: 'Mo Moderator' });
    await moderator.goto('/dashboard/transparency');
    await expect(moderator.getByRole('heading', { name: 'Transparency is not part of your role' })).toBeVisible();
    const menu = moderator.getByRole('navigation', { name: 'Dashboard' });
    await expect(menu.getByRole('link', { name: 'Transparency' })).toHaveCount(0);
    // A heading goes with the last page below it.
    await expect(menu.getByRole('heading')).toHaveText(['Rules and results', 'Account']);
    await moderator.context().close();
  });
});

test('TRUST-B6 what was typed in the settings stays when the figures come late, and when the period changes', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  expected.push(/status of 503/);
  const figures = '**/api/transparency/figures?*';
  const away = { status: 'error', message: 'Away for a moment.', data: null };
  await page.route(figures, (route) => route.fulfill({ status: 503, json: away }));
  await page.goto('/dashboard/transparency');
  await expect(page.getByText('Could not load the figures')).toBeVisible();
  const countries = page.getByRole('region', { name: 'Settings' }).getByLabel('Countries');
  await countries.fill('DE, AT, FR');
  await page.unroute(figures);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await expect(page.locator('[data-slot~=transparency-ledger]')).toBeVisible();
  await expect(countries).toHaveValue('DE, AT, FR');
  await page.getByLabel('Period').selectOption('Last 365 days');
  await expect(page).toHaveURL('/dashboard/transparency?period=365');
  await expect(countries).toHaveValue('DE, AT, FR');
});
