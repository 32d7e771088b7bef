import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit, everyLook } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { press, tabTo } from './tab-to.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

const pears = { name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) };
const inMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Notices/ });
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

/** Files a notice as a program does. @returns its id */
async function fileNotice(page: Page, token: string, more: Record<string, unknown>): Promise<string> {
  const answer = await page.request.post('/api/v1/notices', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      kind: 'dsa',
      ground: 'illegal',
      explanation: 'These are our chips.',
      name: 'Nora Notifier',
      email: 'nora@rights.example',
      good_faith: true,
      ...more,
    },
  });
  const text = await answer.text();
  const id = /"notice":\{"id":"([^"]+)"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`${answer.status()} ${text}`);
  return id;
}

async function newToken(page: Page): Promise<string> {
  const answer = await page.request.post('/api/access-tokens', { data: { name: 'Notices' } });
  return /"token":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
}

test('TRUST-B4 a take-down is linked to its item, removed with its copies by Ctrl Enter, and stays answered', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  expected.push(/status of 404/);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Notices' }).click();
  await expect(page).toHaveURL('/dashboard/notices');
  await expect(page.getByRole('heading', { name: 'No open notices' })).toBeVisible();
  await audit(page);
  await wide(page);

  const first = await uploadOverHttp(page, pears);
  await uploadOverHttp(page, { ...pears, name: 'again.png' });
  const token = await newToken(page);
  await fileNotice(page, token, { item_url: 'https://elsewhere.example/1', source: 'trusted_flagger', name: 'Lumen Watch' });
  const takeDown = await fileNotice(page, token, {
    kind: 'take_it_down',
    item_url: 'https://shop.example/lots/8841',
    legal_reference: 'TAKE IT DOWN Act',
    explanation: 'This is my photo, I did not agree.',
    signature: 'Nora Notifier',
  });

  await test.step('the next deadline comes first, and J and K move', async () => {
    await page.reload();
    // 48 hours are less than a week.
    await expect(page).toHaveURL(`/dashboard/notices/${takeDown}`);
    const list = page.getByRole('region', { name: 'Notices' });
    await expect(list.getByRole('link')).toHaveCount(2);
    await expect(inMenu(page)).toHaveText('Notices2 open');
    await expect(list.getByRole('link').first()).toContainText('47 h left');
    await expect(list.getByRole('link').nth(1)).toContainText('Trusted flagger: Lumen Watch');
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Notice 1: Illegal or against the rules' })).toBeVisible();
    await expect(list.getByRole('link').nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.getByRole('heading', { name: 'Notice 2: Take-down, 48 hours' })).toBeVisible();
    await expect(page.getByText('Nora Notifier, nora@rights.example')).toBeVisible();
    await expect(page.getByText('TAKE IT DOWN Act', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Remove/ })).toBeDisabled();
    await audit(page, everyLook);
    await wide(page);
  });

  await test.step('an item is linked by its id, and its copy is there', async () => {
    await page.getByRole('button', { name: 'Link item' }).click();
    await expect(page.getByText('Paste the id of an item, or the address of its page')).toBeVisible();
    await page.getByLabel('Id of the item').fill('3f0f8f0e-0000-4000-8000-000000000000');
    const refused = page.waitForResponse(/\/link$/);
    await page.getByRole('button', { name: 'Link item' }).click();
    expect((await refused).status()).toBe(404);
    await expect(page.getByLabel('Id of the item')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Id of the item').fill(`${server.url}/dashboard/media/${first}`);
    await page.getByRole('button', { name: 'Link item' }).click();
    await expect(page.getByRole('heading', { name: 'The item and 1 copy' })).toBeVisible();
    await expect(page.getByText('100% alike', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reveal' })).toHaveCount(2);
    await expect(page.getByRole('checkbox', { name: 'Decide all 2' })).toBeChecked();
    await audit(page);
    await wide(page);
  });

  await test.step('nobody is told that there are no copies before they were looked for', async () => {
    const address = `**/api/notices/${takeDown}`;
    await page.route(address, async (route) => {
      const answer = await route.fetch();
      const { data, ...envelope } = await answer.json();
      const notice = { ...data.notice, copies: [], copies_searched: false, copies_complete: false };
      await route.fulfill({ response: answer, json: { ...envelope, data: { notice } } });
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The item', exact: true })).toBeVisible();
    await expect(page.getByText('No search for copies was made yet.')).toBeVisible();
    await page.unroute(address);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The item and 1 copy' })).toBeVisible();
  });

  await test.step('what is missing is said, then Ctrl Enter sends', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Choose a decision')).toBeVisible();
    await expect(page.getByText('Write the answer')).toBeVisible();
    await page.getByRole('radio', { name: /^Remove/ }).check();
    await expect(page.getByRole('button', { name: 'Remove 2 and send' })).toBeVisible();
    await page.getByRole('checkbox', { name: /100% alike/ }).uncheck();
    await expect(page.getByRole('button', { name: 'Remove 1 and send' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Decide all 2' }).check();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Choose a reason')).toBeVisible();
    await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Adult content' });
    const preview = page.getByRole('region', { name: 'The uploader reads' });
    await expect(preview).toContainText('We removed your upload');
    await expect(preview).toContainText('Somebody who reported it');
    await page.getByRole('textbox', { name: 'Answer' }).fill('We removed it, and its copy.');
    await audit(page);
    await wide(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Removed: 2 items' })).toBeFocused();
    await expect(page.getByText('The answer was mailed.')).toBeVisible();
    await expect(inMenu(page)).toHaveText('Notices1 open');
    await audit(page);
    await wide(page);
  });

  expect(await server.findInMail('nora@rights.example', /(We removed it, and its copy\.)/)).toBeTruthy();
  const flagged = await page.request.get('/api/media?status=flagged');
  expect((await flagged.text()).match(/"originalFilename"/g)).toHaveLength(2);
  await page.getByRole('link', { name: 'Next open notice' }).click();
  await expect(page.getByRole('heading', { name: 'Notice 1: Illegal or against the rules' })).toBeVisible();
  await page.getByRole('radio', { name: /^No action/ }).check();
  await page.getByRole('textbox', { name: 'Answer' }).fill('It may stay.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('heading', { name: 'No open notices' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No action' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next open notice' }), 'none is left').toHaveCount(0);
  await page.getByRole('link', { name: 'Answered' }).click();
  await page.getByRole('link', { name: /Removed/ }).click();
  await expect(page.getByRole('heading', { name: 'Removed: 2 items' })).toBeVisible();
});

test('TRUST-B4 a notice that somebody decided first keeps what was typed, and a late one says so', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  expected.push(/status of 409/);
  const token = await newToken(page);
  const id = await fileNotice(page, token, { item_url: 'https://shop.example/1' });
  // Deadlines as they are five hours, and as they are five hours after.
  let hours = 5;
  await page.route(/\/api\/notices(\/[\da-f-]{36})?(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const due = new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/"due_at":"[^"]+"/g, `"due_at":"${due}"`) });
  });
  const clock = page.getByRole('region', { name: 'Notices' }).locator('time').first();
  await page.goto('/dashboard/notices');
  await expect(clock).toHaveText('5 h left');
  await audit(page);
  hours = -5;
  await page.reload();
  await expect(clock).toHaveText('4 h late');
  await audit(page);
  await wide(page);

  await tabTo(page, page.getByRole('radio', { name: /^No action/ }));
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Answer' }).fill('It may stay.');
  const answer = { outcome: 'not_found', answer: 'We did not find it.' };
  const first = await page.request.post(`/api/notices/${id}/decide`, { data: answer });
  expect(first.ok()).toBe(true);
  const late = page.waitForResponse(/\/decide$/);
  await press(page, page.getByRole('button', { name: 'Send answer' }));
  expect((await late).status()).toBe(409);
  await expect(page.getByText('Somebody decided this notice first')).toBeVisible();
  await expect(page.getByText('It may stay.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await audit(page);
});

test('TRUST-B4 the owner opens the report form, and a viewer only reads', async ({ page, browser, server }) => {
  await joinTrial(page, server);
  await fileNotice(page, await newToken(page), { item_url: 'https://shop.example/1' });
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Viewer' });
  await viewer.goto('/dashboard/notices');
  await expect(viewer.getByText('You are a viewer. Owners and moderators can answer this notice.')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Report form' })).toHaveCount(0);
  await audit(viewer);
  await viewer.close();

  await page.goto('/dashboard/notices');
  await page.getByRole('button', { name: 'Report form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report form' });
  await dialog.getByLabel('Hours to answer').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter 24 to 720 whole hours')).toBeVisible();
  await dialog.getByLabel('Hours to answer').fill('48');
  await dialog.getByLabel('Introduction').fill('Tell us what is wrong.');
  await expect(dialog.getByLabel('Words after a report')).toHaveAttribute('placeholder', 'A person will decide.');
  await dialog.getByLabel('Words after a report').fill('Thank you.\nThe team');
  await dialog.getByRole('checkbox', { name: /Open the form/ }).check();
  await dialog.getByRole('button', { name: 'Copy address of the form' }).click();
  await audit(page);
  await wide(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The form is open')).toBeVisible();
  const saved = await page.request.get('/api/notice-settings');
  expect((await saved.json()).data.notice_settings).toMatchObject({ notice_hours: 48, acknowledgement: 'Thank you.\nThe team' });
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByText('Tell us what is wrong.')).toBeVisible();
});

test('TRUST-B4 the page says that notices could not be loaded, and that a notice is none', async ({ page, server, expected }) => {
  await joinTrial(page, server);
  expected.push(/api\/notices/, /status of 404/);
  await page.route('**/api/notices?*', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: '', data: null } }),
  );
  await page.goto('/dashboard/notices');
  await expect(page.getByText('Failed to load notices')).toBeVisible();
  await audit(page);
  await page.unroute('**/api/notices?*');
  await page.goto('/dashboard/notices/3f0f8f0e-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Notice not found' })).toBeVisible();
  await audit(page);
});
