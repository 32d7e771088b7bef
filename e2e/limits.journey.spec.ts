import { readFileSync } from 'node:fs';
import { endpoints, scoreBuckets } from '@clearframe/contract';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit, auditTheme } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';

const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };

const address = '/dashboard/content-filters/limits';
const handle = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const number = (page: Page, name: string) => page.getByRole('spinbutton', { name: `${name}, as a number` });
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const openNumbers = (page: Page, name: string) => page.getByRole('button', { name: `${name}: numbers` }).click();

/** What the page would read of an account with a hundred scores: one in each hundredth from 0 up to 0.99. */
async function answerScores(page: Page): Promise<void> {
  const even = Array.from({ length: scoreBuckets }, (_, bucket) => (bucket < 100 ? 1 : 0));
  const categories = { sexual_explicit: even, sexual_suggestive: even, synthetic: even };
  const data = { items_checked: 100, is_complete: true, categories };
  await page.route('**/api/policy/scores', (route) => route.fulfill({ json: { status: 'success', message: '', data } }));
}

test('a limit is changed, what would flip is shown, and the next upload is judged by the new version', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const before = await uploadOverHttp(page, picture);
  await page.goto('/dashboard/content-filters');
  await page.getByRole('link', { name: 'Limits' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('No saved versions yet')).toBeVisible();
  await expect(page.getByText('From the second it is flagged. The bar is your last score.')).toBeVisible();
  const today = page.getByRole('region', { name: 'What is checked today' });
  await expect(today.getByRole('heading', { level: 3 })).toHaveText([
    'Sexually explicit',
    'Sexually suggestive',
    'Drawn or generated',
  ]);
  await expect(rowOf(page, 'Sexually explicit')).toContainText('0 to review, 0 flagged');
  await expect(bar(page)).toHaveCount(0);

  await openNumbers(page, 'Sexually explicit');
  const flag = number(page, 'Sexually explicit: flag from');
  const review = number(page, 'Sexually explicit: review from');
  await flag.fill('0');
  await expect(page.getByText('The flag limit cannot be lower than the review limit')).toBeVisible();
  await expect(bar(page)).toContainText('Correct the limits above');
  await expect(page.getByRole('button', { name: 'Save Limits' })).toBeDisabled();
  await review.fill('0');
  await expect(rowOf(page, 'Sexually explicit')).toContainText('Changed from 0.40 and 0.70');
  await expect(rowOf(page, 'Sexually explicit')).toContainText('0 to review, 1 flagged');
  await expect(bar(page)).toContainText('2 limits changed');
  await expect(bar(page)).toContainText('Of the newest 1: 1 more flagged, 0 fewer. See the 1');
  await bar(page).getByRole('button', { name: 'See the 1' }).click();
  const flips = page.getByRole('dialog', { name: 'Items that would flip' });
  await expect(flips.getByText('1 of 1 checked items would flip')).toBeVisible();
  await expect(flips.getByText('1 item, none decided by a person')).toBeVisible();
  await expect(flips.getByRole('link')).toHaveAttribute('href', `/dashboard/media/${before}`);
  await flips.getByLabel('Newest').selectOption('10,000 items');
  await expect(flips.getByText('1 of 1 checked items would flip')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await flips.getByRole('button', { name: 'Close' }).click();
  await expect(bar(page).getByRole('button', { name: 'See the 1' })).toBeFocused();

  await page.getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByText('The limits stay as last saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('account-1, judges now')).toBeVisible();
  await expect(versions.getByText('Sexually explicit: flag from 0.7 to 0')).toBeVisible();

  const after = await uploadOverHttp(page, picture);
  await page.goto(`/dashboard/media/${after}`);
  await expect(page.getByText('Flagged', { exact: true }).first()).toBeVisible();
  const item = await (await page.request.get(`/api/media/${after}`)).json();
  expect(item.data.media_upload.moderation.policy_version).toBe('account-1');
  const older = await (await page.request.get(`/api/media/${before}`)).json();
  expect(older.data.media_upload.moderation.policy_version).toBe('default-1');

  await page.goto(address);
  await expect(page.getByText('The bars are your last 2 scores.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Sexually explicit to default' }).click();
  await expect(page.getByRole('button', { name: 'Sexually explicit: numbers' })).toBeFocused();
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(versions.getByText('account-2, judges now')).toBeVisible();
  await auditTheme(page, 'dark');
  await page.getByRole('button', { name: 'Go back to it: account-1' }).click();
  await expect(versions.getByText('account-3, judges now')).toBeVisible();
  await openNumbers(page, 'Sexually explicit');
  await expect(flag).toHaveValue('0');
  await review.fill('0.5');
  await expect(bar(page)).toContainText('Correct the limits above');
  await flag.fill('0.9');
  await expect(bar(page)).toContainText('0 more flagged, 2 fewer');
  await audit(page);
});

test('a handle moves by keys, stops at the other one, and its counts follow', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  const row = rowOf(page, 'Sexually explicit');
  const review = handle(page, 'Sexually explicit: review from');
  const flag = handle(page, 'Sexually explicit: flag from');
  await expect(row).toContainText('30 to review, 30 flagged');

  await flag.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(flag).toHaveAttribute('aria-valuetext', '0.69');
  await expect(row).toContainText('29 to review, 31 flagged');
  await expect(bar(page)).toContainText('Sexually explicit: flag from 0.70 to 0.69');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(flag).toHaveAttribute('aria-valuetext', '0.59');
  await page.keyboard.press('Home');
  await expect(flag).toHaveAttribute('aria-valuetext', '0.40');
  await page.keyboard.press('ArrowDown');
  await expect(flag).toHaveAttribute('aria-valuetext', '0.40');
  await expect(row).toContainText('0 to review, 60 flagged');
  await page.keyboard.press('End');
  await expect(flag).toHaveAttribute('aria-valuetext', '1.00');
  await review.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(review).toHaveAttribute('aria-valuetext', '0.50');
  await page.keyboard.press('Home');
  await expect(review).toHaveAttribute('aria-valuetext', '0.00');
  await expect(row).toContainText('Changed from 0.40 and 0.70');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await auditTheme(page, 'dark');
  await auditTheme(page, 'light');

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(flag).toHaveAttribute('aria-valuetext', '0.70');
  await flag.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The limits were saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Sexually explicit: flag from 0.7 to 0.69');
});

test('a handle is dragged, and never past the other one', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  const flag = handle(page, 'Sexually explicit: flag from');
  // Its box reaches half a handle beyond the limits between which it moves: 0.40 to 1.
  const box = await flag.boundingBox();
  if (!box) throw new Error('The handle is not on the page');
  const at = (limit: number) => box.x + 12 + ((limit - 0.4) / 0.6) * (box.width - 24);
  const y = box.y + box.height / 2;
  await page.mouse.move(at(0.7), y);
  await page.mouse.down();
  await page.mouse.move(at(0.85), y);
  await expect(flag).toHaveAttribute('aria-valuetext', '0.85');
  await page.mouse.move(at(0.1), y);
  await page.mouse.up();
  await expect(flag).toHaveAttribute('aria-valuetext', '0.40');
  await expect(handle(page, 'Sexually explicit: review from')).toHaveAttribute('aria-valuetext', '0.40');
});

test('a limit is switched on, and off again, and one that protects minors stays on', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  const drawn = rowOf(page, 'Drawn or generated');
  await expect(drawn).toContainText('Information only');
  await expect(drawn).toContainText('No limit set');
  await drawn.getByRole('button', { name: 'Drawn or generated: set one' }).click();
  await expect(handle(page, 'Drawn or generated: review from')).toBeFocused();
  await expect(drawn).toContainText('50 to review');
  await drawn.getByRole('button', { name: 'Drawn or generated: let it flag' }).click();
  await expect(handle(page, 'Drawn or generated: flag from')).toBeFocused();
  await expect(drawn).toContainText('30 to review, 20 flagged');
  await openNumbers(page, 'Drawn or generated');
  await page.getByRole('checkbox', { name: 'Drawn or generated: review from: off' }).check();
  await expect(handle(page, 'Drawn or generated: review from')).toHaveCount(0);
  await number(page, 'Drawn or generated: flag from').fill('0.805');
  await expect(drawn).toContainText('About 19 flagged');
  await page.getByRole('checkbox', { name: 'Drawn or generated: flag from: off' }).check();
  await expect(drawn).toContainText('No limit set');
  await expect(bar(page)).toHaveCount(0);

  await page.getByText('15 categories that no analyser covers yet: connect one').click();
  await page.getByText('Limits of these 15 categories').click();
  await openNumbers(page, 'Minor safety');
  const minors = rowOf(page, 'Minor safety');
  await expect(minors.getByText('You can lower this limit, but not switch it off.')).toBeVisible();
  await expect(minors.getByRole('checkbox')).toHaveCount(0);
  await handle(page, 'Minor safety: flag from').focus();
  await page.keyboard.press('End');
  await expect(handle(page, 'Minor safety: flag from')).toHaveAttribute('aria-valuetext', '0.30');
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page)).toContainText('Minor safety: flag from 0.30 to 0.29');
  await page.getByRole('button', { name: 'Reset all to default' }).click();
  await expect(bar(page)).toHaveCount(0);
  await audit(page);
  await auditTheme(page, 'dark');
});

test('what each analyser adds is told, with where pictures go and a guide', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  await page.getByText('15 categories that no analyser covers yet: connect one').click();
  await expect(page.getByRole('list', { name: 'Categories without scores' }).getByRole('listitem')).toHaveCount(15);
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('Your own ONNX model')).toContainText('stay here');
  await expect(row('Amazon Rekognition')).toContainText('12 of 15');
  await expect(row('Amazon Rekognition')).toContainText('Amazon');
  await expect(row('OpenAI moderation')).toContainText('3 of 15, and 4 more in words alone');
  await page.getByRole('link', { name: 'How to connect Any vision LLM, on your network' }).click();
  await expect(page).toHaveURL('/docs/guides/connect-ollama');
});

test('limits of an account without scores can be set', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto(address);
  await expect(page.getByText('No scores yet. Each checked picture adds one to the bars.')).toBeVisible();
  await expect(page.getByText('15 categories without scores yet: connect one')).toBeVisible();
  await audit(page);
  await handle(page, 'Sexually explicit: flag from').press('ArrowLeft');
  await expect(bar(page)).toContainText('No checked items yet. Applies to uploads from now on.');
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
});

test('limits can be set though the scores cannot be read', async ({ page, server, expected }) => {
  expected.push(/500/);
  await joinTrial(page, server);
  await page.route('**/api/policy/scores', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(address);
  await expect(page.getByText('Could not load your scores')).toBeVisible();
  await handle(page, 'Sexually explicit: flag from').press('ArrowLeft');
  await expect(bar(page)).toContainText('Sexually explicit: flag from 0.70 to 0.69');
  await page.unroute('**/api/policy/scores');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No scores yet.')).toBeVisible();
  await expect(bar(page)).toContainText('Sexually explicit: flag from 0.70 to 0.69');
});

test('nothing of the limits reaches over the window at any width', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  await page.getByText('15 categories that no analyser covers yet: connect one').click();
  await page.getByText('Limits of these 15 categories').click();
  await openNumbers(page, 'Sexually explicit');
  await handle(page, 'Sexually explicit: review from').press('Home');
  await handle(page, 'Sexually suggestive: review from').press('End');
  await handle(page, 'Gore: flag from').press('Home');
  await handle(page, 'Self-harm: flag from').press('End');
  await expect(bar(page)).toContainText('4 limits changed');
  for (const width of [320, 390, 820, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
    const save = await page.getByRole('button', { name: 'Save Limits' }).boundingBox();
    expect((save?.x ?? 0) + (save?.width ?? Number.NaN), `at ${width}`).toBeLessThanOrEqual(width);
  }
});

test('what would flip is asked again once other limits were saved', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, picture);
  await page.clock.install();
  await page.goto(address);
  await openNumbers(page, 'Sexually explicit');
  const flag = number(page, 'Sexually explicit: flag from');
  const review = number(page, 'Sexually explicit: review from');
  const usual = await review.inputValue();
  const asked = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/policy/what-if') && (answer.request().postData() ?? '').includes('"flag":0.93'),
    );
  const before = asked();
  await flag.fill('0.93');
  await before;
  await review.fill('0');
  await flag.fill('0');
  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  await review.fill(usual);
  await expect(bar(page)).toContainText('Correct the limits above');
  // What stood wrong for a while is not asked about either; the server would refuse it.
  await page.clock.fastForward('00:02');
  const after = asked();
  await flag.fill('0.93');
  await after;
});

test('SEC-03 a viewer reads the limits and is offered no change', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.route(`**/api${endpoints.myAccounts.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"owner"', '"viewer"') });
  });
  await page.goto(address);
  await expect(page.getByText('You can read these limits')).toBeVisible();
  await expect(handle(page, 'Sexually explicit: flag from')).toBeDisabled();
  await expect(page.getByRole('button', { name: /let it flag|set one|Reset/ })).toHaveCount(0);
  await openNumbers(page, 'Sexually explicit');
  await expect(number(page, 'Sexually explicit: flag from')).toBeDisabled();
  await expect(bar(page)).toHaveCount(0);
});

test('limits that somebody else saved meanwhile are not replaced unseen', async ({ page, server, expected }) => {
  expected.push(/409/);
  await joinTrial(page, server);
  await page.goto(address);
  await page.getByText('15 categories without scores yet').click();
  await page.getByText('Limits of these 15 categories').click();
  await openNumbers(page, 'Gore');
  const flag = number(page, 'Gore: flag from');
  await flag.fill('0.9');
  const { thresholds } = (await (await page.request.get('/api/policy')).json()).data.policy.content;
  const theirs = { thresholds: { ...thresholds, gore: { review: 0.1, flag: 0.2 } }, on_analyser_error: 'hold' };
  expect((await page.request.post('/api/policy/limits', { data: theirs })).status()).toBe(200);

  await page.getByRole('button', { name: 'Save Limits' }).click();
  await expect(page.getByText('Somebody else changed the limits meanwhile. Nothing was saved.')).toBeVisible();
  await expect(flag).toHaveValue('0.9');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(handle(page, 'Gore: flag from')).toHaveAttribute('aria-valuetext', '0.20');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText('account-1, judges now')).toBeVisible();
});

test('what is changed while limits are being saved stays to be saved', async ({ page, server }) => {
  await joinTrial(page, server);
  await answerScores(page);
  await page.goto(address);
  const flag = handle(page, 'Sexually explicit: flag from');
  await flag.press('ArrowLeft');
  const answers = await holdAnswers(page, '*/policy/limits');
  await page.keyboard.press('Control+s');
  await answers.held;
  await flag.press('ArrowLeft');
  await answers.release();
  await expect(bar(page)).toContainText('Sexually explicit: flag from 0.69 to 0.68');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText('account-1, judges now')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText('account-2, judges now')).toBeVisible();
  await expect(page.getByText('The limits were saved')).toBeVisible();
  // A new change ends that word, and Discard does not bring it back.
  await flag.press('ArrowLeft');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText('The limits were saved')).toHaveCount(0);
});
