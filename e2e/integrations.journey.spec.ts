import { readFileSync } from 'node:fs';
import { invite, joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

const wide = { width: 1440, height: 900 };
const pears = readFileSync(fixture('benign/pears.webp'));

test('DOOR-A3 an owner adds a checker by keyboard, a file passes it, and its address is replaced, switched off and deleted', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Integrations' }).click();
  await expect(page.getByRole('heading', { name: 'No checkers yet' })).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);

  await page.getByRole('button', { name: 'Add checker' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add checker' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await page.keyboard.type('Lemmy');
  await dialog.getByText('More options').click();
  await dialog.getByLabel('Networks that may call').fill('home');
  await dialog.getByRole('button', { name: 'Add checker' }).click();
  await expect(dialog.getByText('Enter up to 20 networks, such as 192.0.2.0/24.')).toBeVisible();
  await expect(dialog.getByLabel('Networks that may call')).toBeFocused();
  await audit(page);
  await page.setViewportSize(wide);
  await dialog.getByLabel('Networks that may call').fill('');
  await dialog.getByLabel('Longest video, in seconds').fill('60');
  await dialog.getByRole('button', { name: 'Add checker' }).click();

  const row = page.getByRole('row', { name: /Lemmy/ });
  await expect(row).toContainText('Refuses with 406. Without a verdict 503.');
  await expect(row).toContainText('Never');
  await page.getByRole('status').getByRole('button', { name: 'Copy address Lemmy' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(new RegExp(`^${server.url}/api/check/chk_[\\w-]{43}$`));
  const answer = await fetch(address, { method: 'POST', body: pears });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-clearframe-verdict')).toBe('pass');
  await page.reload();
  await expect(row).toContainText('now');
  await audit(page);
  await page.setViewportSize(wide);

  await page.getByRole('button', { name: 'Edit Lemmy' }).click();
  const edit = page.getByRole('dialog', { name: 'Change “Lemmy”' });
  await edit.getByLabel('Refuse with').selectOption('403');
  await edit.getByRole('button', { name: 'Save checker' }).click();
  await expect(row).toContainText('Refuses with 403.');

  await page.getByRole('button', { name: 'Replace address of Lemmy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace address' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Copy address Lemmy' }).click();
  const renewed = await page.evaluate(() => navigator.clipboard.readText());
  expect(renewed).not.toBe(address);
  expect((await fetch(renewed)).status).toBe(200);
  expect((await fetch(address)).status).toBe(200);

  await page.getByRole('button', { name: 'Active. Switch off Lemmy' }).click();
  await expect(page.getByRole('button', { name: 'Inactive. Switch on Lemmy' })).toBeVisible();
  expect((await fetch(renewed)).status).toBe(404);
  await page.getByRole('button', { name: 'Delete Lemmy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete checker' }).click();
  await expect(page.getByRole('heading', { name: 'No checkers yet' })).toBeVisible();
});

test('DOOR-A3 SEC-03 long after the sign-in, the address of a checker is cut, and copied after a proof', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const made = await page.request.post('/api/checkers', { data: { name: 'Forum' } });
  const { data } = await made.json();
  const { secret, url } = data.checker;
  const cut = { ...data.checker, secret: secret.slice(0, 20), url: url.slice(0, -27), withheld: true };
  const json = { status: 'success', data: { checkers: [cut] } };
  // As if the sign-in were long ago: the page's own call, and the one before the question.
  await page.route('**/api/checkers', (route) => route.fulfill({ json }), { times: 2 });
  await page.goto('/dashboard/integrations');
  const row = page.getByRole('row', { name: /Forum/ });
  await expect(row).toContainText(`${secret.slice(0, 20)}…`);
  await row.getByRole('button', { name: 'Copy address Forum' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Copied address Forum' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test('DOOR-A8 an owner adds a chat, sends a test, changes it, switches it off and deletes it', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/integrations');
  await page.getByRole('link', { name: 'Chats' }).click();
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Add chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add chat' });
  await dialog.getByLabel('Name').fill('Moderators');
  for (const event of ['Flagged', 'To review', 'Not analysed', 'Notices', 'Appeals']) await dialog.getByLabel(event).uncheck();
  await dialog.getByLabel('Webhook address').fill(pictures.refusal(200));
  await dialog.getByLabel('Minutes between messages').fill('');
  await dialog.getByRole('button', { name: 'Add chat' }).click();
  await expect(dialog.getByText('Please choose at least one event')).toBeVisible();
  await expect(dialog.getByText('Enter 0 to 1,440 whole minutes.')).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await dialog.getByLabel('Flagged').check();
  await dialog.getByLabel('Minutes between messages').fill('0');
  await dialog.getByRole('button', { name: 'Add chat' }).click();
  const row = page.getByRole('row', { name: /Moderators/ });
  await expect(row).toContainText(`Slack, ${pictures.address}/…/200`);
  await expect(row).toContainText('Flagged. A message for each item.');

  await page.getByRole('button', { name: 'Test Moderators' }).click();
  await expect(page.getByText('Test successful')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Moderators' }).click();
  const edit = page.getByRole('dialog', { name: 'Change “Moderators”' });
  await edit.getByLabel('Not analysed').check();
  await edit.getByLabel('New webhook address').fill(pictures.refusal(502));
  await edit.getByLabel('Minutes between messages').fill('30');
  await edit.getByRole('button', { name: 'Save chat' }).click();
  await expect(row).toContainText('Flagged, not analysed. At most every 30 min.');
  await page.getByRole('button', { name: 'Test Moderators' }).click();
  await expect(page.getByText('Test failed')).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Active. Switch off Moderators' }).click();
  await expect(page.getByRole('button', { name: 'Inactive. Switch on Moderators' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Moderators' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete chat' }).click();
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible();
});

test('DOOR-A7 an owner adds a bucket that answers, sees its objects, replaces its address and deletes it', async ({
  page,
  server,
  pictures,
  expected,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/integrations');
  await page.getByRole('link', { name: 'Buckets' }).click();
  await expect(page.getByRole('heading', { name: 'No buckets yet' })).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Add bucket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add bucket' });
  await dialog.getByLabel('Name').fill('Photos');
  await dialog.getByRole('button', { name: 'Add bucket' }).click();
  await expect(dialog.getByText('Enter the secret access key.')).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await dialog.getByLabel('Endpoint').fill(pictures.refusal(403));
  await dialog.getByLabel('Bucket', { exact: true }).fill('photos');
  await dialog.getByLabel('Access key ID').fill('AKIA');
  await dialog.getByLabel('Secret access key').fill('secret');
  // The provider has no such path.
  expected.push(/status of 400/);
  await dialog.getByRole('button', { name: 'Add bucket' }).click();
  await expect(dialog.getByText(/The provider did not let us list the bucket/)).toBeVisible();
  await dialog.getByLabel('Endpoint').fill(`http://${pictures.address}`);
  await dialog.getByRole('button', { name: 'Add bucket' }).click();
  const row = page.getByRole('row', { name: /Photos/ });
  await expect(row).toContainText(`photos/ at ${pictures.address}`);
  await page.getByRole('status').getByRole('button', { name: 'Copy address Photos' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(new RegExp(`^${server.url}/api/s3-events/s3e_[\\w-]{43}$`));
  // An object that the provider does not have.
  const s3 = { bucket: { name: 'photos' }, object: { key: 'in/missing.jpg', eTag: 'a1', sequencer: '1' } };
  const event = { eventVersion: '2.1', eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', s3 };
  const told = await fetch(address, { method: 'POST', body: JSON.stringify({ Records: [event] }) });
  expect(await told.json()).toMatchObject({ data: { accepted: 1 } });
  await page.getByRole('link', { name: 'Objects of Photos' }).click();
  await expect(page.getByRole('row', { name: /in\/missing\.jpg/ })).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await page.getByRole('link', { name: 'Judged' }).click();
  await expect(page.getByRole('heading', { name: 'No objects in this state' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Buckets' }).last().click();
  await page.getByRole('button', { name: 'Edit Photos' }).click();
  const edit = page.getByRole('dialog', { name: 'Change “Photos”' });
  await edit.getByLabel('Name').fill('Archive');
  await edit.getByRole('button', { name: 'Save bucket' }).click();
  await page.getByRole('button', { name: 'Replace address of Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace address' }).click();
  await expect(page.getByText('Archive has a new address')).toBeVisible();
  await audit(page);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Active. Switch off Archive' }).click();
  await expect(page.getByRole('button', { name: 'Inactive. Switch on Archive' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete bucket' }).click();
  await expect(page.getByRole('heading', { name: 'No buckets yet' })).toBeVisible();
});

test('DOOR-A2 an owner changes how doors answer, and a fault of the server says so', async ({ page, server, expected }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/integrations');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Content Review').selectOption('Keep what is flagged or needs a look');
  await page.getByLabel('When a person should look').selectOption('Say that it is flagged');
  await page.getByLabel('When Misskey’s image could not be judged').selectOption('Answer that the image is sensitive');
  await page.getByLabel('Let agents decide').check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Let agents decide')).toBeChecked();
  await expect(page.getByLabel('Content Review')).toHaveValue('flagged');
  await audit(page);
  const settings = await (await page.request.get('/api/doors/settings')).json();
  expect(settings.data.door_settings).toEqual({
    keep: 'flagged',
    on_review: 'flag',
    misskey_on_error: 'flag',
    mcp_decisions: true,
  });
  const fault = { status: 'error', message: 'An error occurred', data: null };
  await page.route(/\/api\/(doors\/settings|checkers)$/, (route) => route.fulfill({ status: 500, json: fault }));
  expected.push(/status of 500/);
  await page.getByLabel('Let agents decide').uncheck();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Could not save the settings')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Failed to load the settings')).toBeVisible();
  await audit(page);
});

test('DASH-01 who is no owner sees no way to Integrations, and reads there why', async ({ page, server, browser }) => {
  await joinTrial(page, server);
  const colleague = await invite(page, { browser, server, role: 'moderator', name: 'Grace' });
  await colleague.goto('/dashboard');
  await expect(colleague.getByRole('link', { name: 'Content Review' }).first()).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Integrations' })).toHaveCount(0);
  await colleague.goto('/dashboard/integrations');
  await expect(colleague.getByRole('heading', { name: 'Integrations are not part of your role' })).toBeVisible();
  await audit(colleague);
  await colleague.context().close();
});
