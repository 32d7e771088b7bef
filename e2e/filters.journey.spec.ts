import { readFileSync } from 'node:fs';
import { endpoints } from '@clearframe/contract';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test('KEY-01 KEY-02 KEY-03 lists are edited, tried out, saved and decide the next upload', async ({ page, server }) => {
  await joinTrial(page, server);
  const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
  await uploadOverHttp(page, picture);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Content Filters' }).click();
  await expect(page).toHaveURL('/dashboard/content-filters');
  await expect(page.getByText('Keywords are matched case-insensitively with partial word support.')).toBeVisible();
  const forbidden = page.getByRole('region', { name: 'Forbidden' });
  const required = page.getByRole('region', { name: 'Required' });
  await expect(forbidden.getByRole('textbox')).toHaveCount(1);
  await expect(forbidden.getByRole('button', { name: 'Remove forbidden keyword 1' })).toBeDisabled();

  // The tags of the one item are "one" to "five".
  await forbidden.getByRole('textbox').fill('FOUR');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(forbidden.getByText('1 hit', { exact: true })).toBeVisible();
  await expect(forbidden.getByText('Hits are counted in your only item.')).toBeVisible();
  await forbidden.getByRole('button', { name: 'Add to forbidden' }).click();
  await expect(forbidden.getByRole('textbox', { name: 'Forbidden keyword 2' })).toBeFocused();
  await page.keyboard.type('xi');
  await expect(forbidden.getByText('Short: “xi” is also found inside longer words.')).toBeVisible();
  await forbidden.getByRole('button', { name: 'Remove xi' }).click();
  await expect(forbidden.getByRole('textbox')).toHaveCount(1);
  await expect(forbidden.getByRole('textbox')).toBeFocused();

  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', 'casino\r\n\r\nFour\r\nmulled wine\r\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(forbidden.getByText('2 keywords added. Left out: 1 repeat and 1 blank line.')).toBeVisible();
  await expect(forbidden.getByRole('textbox')).toHaveCount(3);

  await required.getByRole('button', { name: 'Items preset' }).click();
  await expect(required.getByText('37 keywords added.')).toBeVisible();
  const list = required.getByRole('list', { name: 'Required keywords' });
  expect(await list.evaluate((pane) => [pane.clientHeight, pane.scrollHeight > pane.clientHeight])).toEqual([256, true]);

  await page.getByLabel('Text to test').fill('Vintage Casino night with mulled  WINE, chairs free');
  const trial = page.getByRole('region', { name: 'Try a text' });
  await expect(trial.getByText('Would fail')).toBeVisible();
  await expect(trial.getByText('Forbidden: casino, mulled wine · Required: chair')).toBeVisible();
  await expect(trial.locator('mark')).toHaveText(['forbidden Casino', 'forbidden mulled  WINE', 'required chair']);
  const panel = page.getByRole('region', { name: 'Preview' });
  await expect(panel.getByText('1 of 1 checked items would flip')).toBeVisible();

  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Keyword settings saved successfully!')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.reload();
  await expect(forbidden.getByRole('textbox')).toHaveCount(3);
  await expect(required.getByRole('textbox')).toHaveCount(37);

  const id = await uploadOverHttp(page, picture);
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByText('Flagged', { exact: true }).first()).toBeVisible();
});

test('KEY-03 a keyword is found as a whole word, by a pattern or through look-alikes, as the page says', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  const forbidden = page.getByRole('region', { name: 'Forbidden' });
  await forbidden.getByRole('textbox').fill('art');
  await forbidden.getByRole('combobox', { name: 'Forbidden keyword 1: found as' }).selectOption('Whole word');
  const trial = page.getByRole('region', { name: 'Try a text' });
  await page.getByLabel('Text to test').fill('A party of 4rt');
  await expect(trial.getByText('Would pass')).toBeVisible();
  await page.getByRole('checkbox', { name: /Read look-alikes as letters/ }).check();
  await expect(trial.locator('mark')).toHaveText(['forbidden 4rt']);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Keyword settings saved successfully!')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.reload();
  await expect(forbidden.getByRole('combobox')).toHaveValue('whole_word');
  await expect(page.getByRole('checkbox', { name: /Read look-alikes as letters/ })).toBeChecked();
});

test('KEY-01 KEY-02 words of a language are switched on and off, all of them or none', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  const forbidden = page.getByRole('region', { name: 'Forbidden' });
  const languages = page.getByRole('region', { name: 'Offensive words by language' });
  await forbidden.getByRole('textbox').fill('mine');
  await languages.getByRole('button', { name: 'Show languages' }).press('Enter');
  const box = (name: string) => languages.getByRole('checkbox', { name });
  await box('German').check();
  await expect(languages.getByText('German: 66 words added. Save to apply.')).toBeVisible();
  await expect(languages.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
  await audit(page);
  await box('English').click();
  await expect(languages.getByText(/^English: \d+ words added/)).toBeVisible();
  await box('Chinese').click();
  await expect(languages.getByText(/^Chinese needs 318 words\. Your list has room for \d+\.$/)).toBeVisible();
  await expect(box('Chinese')).not.toBeChecked();
  await box('English').press('Space');
  await expect(box('English')).not.toBeChecked();
  await expect(box('German')).toBeChecked();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.reload();
  await expect(forbidden.getByRole('textbox')).toHaveCount(67);
  await expect(forbidden.getByRole('combobox').last()).toHaveValue('whole_word');
  await languages.getByRole('button', { name: 'Show languages' }).click();
  await expect(box('German')).toBeChecked();
  await box('German').uncheck();
  await expect(languages.getByText('German: 66 words removed. Save to apply.')).toBeVisible();
  await expect(forbidden.getByRole('textbox')).toHaveValue('mine');
});

test('KEY-01 unsaved changes are not lost by leaving, and can be discarded', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  const keyword = page.getByRole('textbox', { name: 'Forbidden keyword 1' });
  await keyword.fill('casino');
  await page.getByRole('link', { name: 'API Tokens' }).click();
  const asking = page.getByRole('dialog', { name: 'Leave Content Filters without saving?' });
  await expect(asking.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dashboard/content-filters');
  await expect(keyword).toHaveValue('casino');
  await page.getByRole('link', { name: 'API Tokens' }).click();
  await asking.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL('/dashboard/tokens');
});

test('KEY-02 troubles of loading and saving are told in the words of the specification', async ({ page, server, expected }) => {
  expected.push(/status of 503/);
  await joinTrial(page, server);
  const trouble = { status: 503, json: { status: 'error', message: 'The server is stopping. Try again.', data: null } };
  let isDown = true;
  await page.route('**/api/keyword-settings', (route) => (isDown ? route.fulfill(trouble) : route.continue()));
  await page.goto('/dashboard/content-filters');
  await expect(page.getByText('Failed to load settings')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Required keyword 1' }).fill('pear');
  isDown = true;
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Failed to save settings')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Required keyword 1' })).toHaveValue('pear');
  isDown = false;
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Keyword settings saved successfully!')).toBeVisible();
});

test('SEC-03 KEY-01 a viewer reads the lists and tries texts, and is offered no change', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.request.post('/api/keyword-settings', { data: { forbidden_keywords: ['casino'], required_keywords: [] } });
  await page.route(`**/api${endpoints.myAccounts.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"owner"', '"viewer"') });
  });
  await page.goto('/dashboard/content-filters');
  await expect(page.getByText('You can read these lists')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Forbidden keyword 1' })).toHaveJSProperty('readOnly', true);
  for (const name of ['Save Settings', 'Add to forbidden', 'Remove casino', 'Items preset'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByLabel('Text to test').fill('Casino night');
  await expect(page.getByText('Would fail')).toBeVisible();
  await page.goto('/dashboard/webhooks');
  await expect(page.getByRole('heading', { name: 'Webhooks are not part of your role' })).toBeVisible();
});

test('a keyword’s line leaves room for the word and for what is pressed, on a desk and on a phone', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  const line = page.getByRole('region', { name: 'Forbidden' }).getByRole('listitem');
  await line.getByRole('textbox').fill('casino');
  await expect(line.getByText('0 hits')).toBeVisible();
  for (const width of [1280, 1024, 820, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const widthOf = async (role: 'button' | 'combobox' | 'textbox') => (await line.getByRole(role).boundingBox())?.width ?? 0;
    expect(await widthOf('button'), `remove at ${width}`).toBeGreaterThanOrEqual(24);
    expect(await widthOf('combobox'), `found as at ${width}`).toBeGreaterThanOrEqual(120);
    expect(await widthOf('textbox'), `keyword at ${width}`).toBeGreaterThanOrEqual(100);
  }
});
