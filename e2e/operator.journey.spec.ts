import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join as pathOf } from 'node:path';
import type { Page } from '@playwright/test';
import { join, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { codeOfApp } from './authenticator-app.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';

const url = '/api/users/me/two-step';

/** Adds an authenticator app as the page does. */
async function turnOnTwoStep(page: Page): Promise<void> {
  const started = await page.request.post(`${url}/start`);
  const { data }: { data: { secret: string } } = await started.json();
  const enabled = await page.request.post(`${url}/enable`, { data: { code: codeOfApp(data.secret) } });
  expect(enabled.status(), await enabled.text()).toBe(200);
}

/** A person whom the machine names, with a second step. @returns their address */
async function joinAsOperator(page: Page, server: UsedServer): Promise<string> {
  const email = await join(page, server);
  await turnOnTwoStep(page);
  server.clearframe('operator', 'add', email);
  return email;
}

/** Nothing is wider than the screen. */
async function fitsEveryWidth(page: Page): Promise<void> {
  for (const width of [320, 390, 820, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${page.url()} scrolls sideways at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
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

test('OPS-04 HOOK-04 SEC-02 failed deliveries are retried, an item is held and released, and the log names each act', async ({
  page,
  browser,
  server,
  pictures,
}) => {
  const visitor = await (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage();
  const customer = await joinTrial(visitor, server);
  const name = `Shop ${customer.slice(4, 12)}`;
  await visitor.request.patch('/api/users/me', { data: { name } });
  // 410 ends at once what takes a 500 seven minutes.
  const made = await visitor.request.post('/api/webhooks', { data: { webhookUrl: pictures.refusal(410) } });
  const hook = /"id":"([0-9a-f-]{36})"/.exec(await made.text())?.[1] ?? '';
  const picture = { name: 'secret holiday.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  const item = await uploadOverHttp(visitor, picture);
  const gaveUp = async () => (await visitor.request.get(`/api/webhooks/${hook}/deliveries?status=failed`)).text();
  await expect.poll(gaveUp).toContain('410');

  await joinAsOperator(page, server);
  await page.goto('/operator');
  const failed = page.getByRole('table', { name: 'Failed work' }).getByRole('row').filter({ hasText: name });
  const newest = page.getByRole('table', { name: 'Operator log' }).getByRole('row').nth(1);

  await test.step('what was given up is one line, in a banner and among the errors, without the name of a file', async () => {
    await expect(page.getByRole('alert').filter({ hasText: 'failed' })).toContainText(/deliver(y|ies) to \d+ webhooks? failed/);
    await expect(failed).toContainText('410');
    await expect(failed).toContainText('Webhook is off');
    await expect(page.getByRole('list', { name: 'Recent errors' }).getByRole('listitem').filter({ hasText: '410' })).toHaveCount(
      1,
    );
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText(/Schema\d+, up to date/);
    const storage = page
      .getByRole('region', { name: 'Health' })
      .getByRole('listitem')
      .filter({ hasText: /^Storage/ });
    await expect(storage).toContainText('A probe was written and read.');
    await expect(page.locator('main')).not.toContainText('secret holiday');
    await page.getByRole('link', { name: 'Show them' }).click();
    await expect(page).toHaveURL(/#operator-failures$/);
    await expect(page.getByRole('heading', { name: 'Failed work' })).toBeInViewport();
    await audit(page);
    await fitsEveryWidth(page);
  });

  await test.step('Retry sends it once the receiver is back', async () => {
    await visitor.request.patch(`/api/webhooks/${hook}`, { data: { webhookUrl: pictures.hook, isActive: true } });
    await page.reload();
    const arrived = () => pictures.received.filter(({ body }) => body.includes(item)).length;
    expect(arrived()).toBe(0);
    await failed.getByRole('button', { name: `Retry ${name}` }).click();
    await expect(page.getByText('1 queued again')).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect.poll(arrived).toBe(1);
    await expect(newest).toContainText('queue retry deliveries');
    await expect(newest).toContainText(hook);
  });

  await test.step('an item is held by its id, and withheld from its account', async () => {
    await page.getByRole('button', { name: 'Hold an item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold an item' });
    await dialog.getByLabel('Item id').fill(item);
    await dialog.getByLabel('Reason').fill('case 21');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await expect(page.getByText('The item is under legal hold')).toBeVisible();
    const held = page.getByRole('table', { name: 'Legal holds' }).getByRole('row').filter({ hasText: item });
    await expect(held).toContainText('case 21');
    await expect(held).toContainText(name);
    await expect(newest).toContainText('case 21');
    await visitor.goto(`/dashboard/media/${item}`);
    await expect(visitor.getByText('Withheld by the operator', { exact: true }).first()).toBeVisible();
    await audit(page);
    await fitsEveryWidth(page);
    await held.getByRole('button', { name: `Release ${item}` }).click();
    const release = page.getByRole('dialog', { name: 'Release the item' });
    await release.getByLabel('Reason').fill('case 21 is closed');
    await release.getByRole('button', { name: 'Release', exact: true }).click();
    await expect(held).toHaveCount(0);
    await expect(newest).toContainText('release');
    await expect(newest).toContainText('case 21 is closed');
    await visitor.reload();
    await expect(visitor.getByText('Withheld by the operator', { exact: true })).toHaveCount(0);
  });
  await visitor.context().close();
});

test('OPS-04 the console is accessible while it loads and when a part of it fails, and offers another try', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 500/);
  await joinAsOperator(page, server);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const all = '**/api/operator/**';
  await page.route(all, async (route) => {
    if (route.request().url().includes('/health')) await held;
    await route.continue();
  });
  await page.goto('/operator');
  const loading = page.getByRole('region', { name: 'Loading the console' });
  await expect(loading).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  release();
  await expect(loading).toHaveCount(0);
  await page.unroute(all);

  const json = { status: 'error', message: 'Out of order', data: null };
  await page.route(all, (route) => route.fulfill({ status: 500, json }));
  await page.goto('/operator');
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title });
  await expect(alert('Could not load the console')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute(all);

  const parts = [
    'Could not load failed work',
    'Could not load recent errors',
    'Could not load accounts',
    'Could not load legal holds',
    'Could not load the quarantine',
    'Could not load the log',
  ];
  await page.route(all, (route) =>
    /\/health$/.test(route.request().url()) ? route.continue() : route.fulfill({ status: 500, json }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Health' })).toBeVisible();
  for (const title of parts) await expect(alert(title)).toContainText('Out of order');
  await audit(page);
  await fitsEveryWidth(page);
  await page.unroute(all);
  for (const title of parts) {
    await alert(title).getByRole('button', { name: 'Try again' }).click();
    await expect(alert(title)).toHaveCount(0);
  }
});
