import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join as pathOf } from 'node:path';
import type { Page } from '@playwright/test';
import { join, joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { codeOfApp } from './authenticator-app.ts';
import { expect, test } from './journey.ts';

const url = '/api/users/me/two-step';

/** Adds an authenticator app as the page does. */
async function turnOnTwoStep(page: Page): Promise<void> {
  const started = await page.request.post(`${url}/start`);
  const { data }: { data: { secret: string } } = await started.json();
  const enabled = await page.request.post(`${url}/enable`, { data: { code: codeOfApp(data.secret) } });
  expect(enabled.status(), await enabled.text()).toBe(200);
}

test('OPS-04 SEC-03 an operator sees what runs, finds an account and grants it frames', async ({
  page,
  browser,
  server,
  expected,
}) => {
  const visitor = await browser.newPage();
  const customer = await joinTrial(visitor, server);
  await visitor.close();
  const email = await join(page, server);
  // A file that a sweep took out of the way today.
  const files = pathOf(server.dataDir, 'objects');
  const lost = `${email.split('@')[0]}/lost/original.png`;
  const kept = pathOf(files, 'quarantine', new Date().toISOString().slice(0, 10), lost);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, 'a picture');

  await test.step('for everybody else there is no such page', async () => {
    expected.push(/\/api\/operator\/health/, /status of 40[34]/);
    await page.goto('/operator');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Operator' })).toHaveCount(0);
    await audit(page);
  });

  await test.step('named on the machine, two-step sign-in is asked for', async () => {
    server.clearframe('operator', 'add', email);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Turn on two-step sign-in' })).toBeVisible();
    await audit(page);
    await turnOnTwoStep(page);
  });

  await test.step('health, queues and processes', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Operator' }).click();
    await expect(page).toHaveURL('/operator');
    const health = page.getByRole('region', { name: 'Health' });
    await expect(health.getByRole('listitem').filter({ hasText: /^Pictures/ })).toContainText('Healthy');
    await expect(page.getByRole('table', { name: 'Processes' }).getByRole('row')).not.toHaveCount(1);
    await expect(page.getByRole('table', { name: 'Queues' })).toContainText('moderate-media');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('one account is found by its address, and gets frames with a reason', async () => {
    const find = page.getByRole('form', { name: 'Find an account' });
    await find.getByRole('searchbox').fill(customer);
    await find.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(/search=/);
    const accounts = page.getByRole('table', { name: /Accounts/ });
    const row = accounts.getByRole('row').filter({ hasText: customer });
    await expect(row).toContainText('0 / 15');
    await expect(accounts.getByRole('row')).toHaveCount(2);
    await row.getByRole('button', { name: /^Grant/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Grant frames' }).click();
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await expect(dialog.getByLabel('Frames')).toBeFocused();
    await dialog.getByLabel('Frames').fill('25');
    await dialog.getByLabel('Reason').fill('a wrong invoice');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Grant frames' }).click();
    await expect(row).toContainText('0 / 40');
    await expect(page.getByRole('table', { name: 'Operator log' }).getByRole('row').nth(1)).toContainText('a wrong invoice');
  });

  await test.step('the account is suspended with a reason, and resumed', async () => {
    const row = page
      .getByRole('table', { name: /Accounts/ })
      .getByRole('row')
      .filter({ hasText: customer });
    for (const [name, isSuspended] of [
      ['Suspend', true],
      ['Resume', false],
    ] as const) {
      await row.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('case 12');
      await audit(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await dialog.getByRole('button', { name, exact: true }).click();
      await expect(row.getByText('Suspended')).toHaveCount(isSuspended ? 1 : 0);
    }
  });

  await test.step('a file in quarantine gets its place back, with a reason', async () => {
    const card = page.getByRole('table', { name: 'Quarantine' });
    const row = card.getByRole('row').filter({ hasText: lost });
    await row.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore the file' });
    await dialog.getByLabel('Reason').fill('case 9');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(row).toHaveCount(0);
    expect(readFileSync(pathOf(files, lost), 'utf8')).toBe('a picture');
    await expect(page.getByRole('table', { name: 'Operator log' }).getByRole('row').nth(1)).toContainText('case 9');
    await page.getByRole('heading', { name: 'Quarantine' }).scrollIntoViewIfNeeded();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('an id that nothing has is refused in the dialog', async () => {
    expected.push(/\/api\/operator\/holds/);
    await page.getByRole('button', { name: 'Hold an item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold an item' });
    await dialog.getByLabel('Item id').fill('00000000-0000-4000-8000-000000000000');
    await dialog.getByLabel('Reason').fill('case 7');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await expect(dialog.getByText('Media not found')).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
