import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { newEmail } from './account.ts';
import { walkToFirstVerdict } from './first-verdict.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { codeFromOutbox, paste } from './sign-up.ts';

test.use({ captcha: 'altcha', permissions: ['clipboard-read', 'clipboard-write'] });

test('AUTH-01 AUTH-02 AUTH-03 AUTH-05 SUB-03 UP-05 UP-06 MED-03 TOK-02 API-01 API-03 from first page to verdict, with curl too', async ({
  page,
  server,
  expected,
}, info) => {
  const email = newEmail();

  await test.step('sign up: every message of the first form', async () => {
    // The captcha is kept unsolved until its message was seen.
    const challenge = await holdAnswers(page, '*/api/captcha*');
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Start free' }).click();
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    const create = page.getByRole('button', { name: 'Create account' });
    const secret = page.getByLabel('Password', { exact: true });
    const word = page.locator('[data-slot~=password-strength-word]');

    await create.click();
    await expect(page.getByText('Please enter your name')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password requirements not met: At least 8 characters, At least 1 uppercase')).toBeVisible();
    await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible();
    await challenge.release();

    for (const [typed, strength] of [
      ['short', 'very weak'],
      ['longenough', 'weak'],
      ['Longenough', 'medium'],
      [password, 'strong'],
    ] as const) {
      await secret.fill(typed);
      await expect(word).toHaveText(strength);
    }
    await secret.fill('Longenough');
    await page.getByLabel('Name').fill('Ada Example');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Confirm password', { exact: true }).fill('Longenough!');
    await create.click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(page.getByText('Password requirements not met: At least 1 special character')).toBeVisible();

    await secret.fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await expect(page.getByText('Verified: not a robot')).toBeVisible();
    await create.click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  await test.step('verify: the code of the mail, pasted; the fifth digit sends it', async () => {
    const verify = page.getByRole('button', { name: 'Verify and open dashboard' });
    await page.keyboard.type('12x3');
    await verify.click();
    await expect(page.getByText('Please enter a valid 5-digit verification code')).toBeVisible();

    const code = await codeFromOutbox(page, email);
    expected.push(/complete-registration/);
    await page.getByLabel('Digit 1 of 5').focus();
    await paste(page, code === '00000' ? '00001' : '00000');
    await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();

    // The boxes are empty again, and the first one has the focus.
    await expect(page.getByLabel('Digit 1 of 5')).toBeFocused();
    await paste(page, ` ${code.slice(0, 2)}-${code.slice(2)} `);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('complementary', { name: 'Main' }).getByText(email)).toBeVisible();
  });

  await test.step('free trial', async () => {
    await page.getByRole('button', { name: 'Activate free trial' }).click();
    await expect(page.getByText('Free trial activated successfully! You now have 15 images for this month.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Free Trial is on')).toBeVisible();
    await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 15');
  });

  await test.step('a picture passes, through the four stages', async () => {
    await page.getByRole('link', { name: 'Upload Media' }).click();
    await expect(page.getByRole('button', { name: 'Check image' })).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(fixture('benign/pears.webp'));
    await page.getByLabel('Title').fill('Three pears');
    await page.getByLabel('Tags').fill('fruit, kitchen, green, still life, table');
    // The analysis is quick: the page is kept from the answer until each stage was seen on it.
    const answer = await holdAnswers(page, '*/api/media/upload');
    await page.getByRole('button', { name: 'Check image' }).click();
    await expect(page.getByRole('list', { name: 'Stages' }).getByRole('listitem')).toHaveText([
      /^Queued: done/,
      /^AI analysis: done/,
      /^Keyword validation: done/,
      /^Verdict: under way/,
    ]);
    await answer.release();
    await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
    await expect(page.getByText('1 frame charged · 14 frames left')).toBeVisible();
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.locator('[data-slot~=score-bar]').first()).toContainText(/\d\.\d\d/);
    await expect(result.getByText('Forbidden keywords found')).toBeVisible();
    await expect(result.locator('[data-slot~=findings-coverage] dt')).not.toHaveCount(0);
    await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
  });

  await test.step('a picture fails, and stays veiled until somebody looks', async () => {
    await page.getByRole('button', { name: 'Upload Another' }).click();
    await page.locator('input[type=file]').setInputFiles(fixture('flagged/explicit-1.png'));
    await page.getByRole('button', { name: 'Check image' }).click();
    await expect(page.getByRole('heading', { name: 'Failed content moderation' })).toBeVisible();
    const print = page.getByRole('img', { name: 'Hidden: flagged media' });
    await expect(print).toBeVisible();
    await page.getByRole('button', { name: 'Reveal' }).click();
    await expect(page.getByRole('img', { name: 'explicit-1.png' })).toBeVisible();
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(print).toBeVisible();
  });

  await test.step('Content Review shows both, the detail page one', async () => {
    await page.getByRole('link', { name: 'View All Content' }).click();
    const cards = page.getByRole('region', { name: 'Media' }).getByRole('article');
    await expect(cards).toHaveCount(2);
    await expect(cards.nth(0)).toContainText('Flagged');
    await expect(cards.nth(1)).toContainText('Safe');
    await expect(cards.nth(1).locator('[data-slot~=badge-tag]')).toHaveText(['fruit', 'kitchen', 'green']);
    await expect(cards.nth(1)).toContainText('+2 more');
    await page.getByRole('link', { name: 'Three pears, Safe' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Three pears' })).toBeVisible();
    await expect(page.getByText(/^\d+ of 18 categories were checked$/)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Three pears' })).toBeVisible();
  });

  await test.step('a token, and the call that its page shows', async () => {
    await page.getByRole('link', { name: 'API Tokens' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create token' });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.locator('[data-slot~=field-error]')).toBeVisible();
    await dialog.getByLabel('Name').fill('journey');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Copy token journey' }).click();
    await expect(page.getByRole('button', { name: 'Copied token journey' })).toBeVisible();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(token).toMatch(/^cf_live_/);
    await expect(page.getByRole('row', { name: /journey/ })).toContainText(`${token.slice(0, 20)}…`);

    const example = (await page.locator('pre').textContent()) ?? '';
    expect(example).toContain(`${server.url}/api/v1/upload`);
    copyFileSync(fixture('formats/pears.jpg'), join(info.outputPath(), 'picture.jpg'));
    const curl = spawnSync('sh', ['-c', `${example.replace('curl ', 'curl -sS -w "\\n%{http_code}" ')}`], {
      cwd: info.outputPath(),
      env: { ...process.env, CLEARFRAME_TOKEN: token },
      encoding: 'utf8',
    });
    const [body = '', status] = curl.stdout.split('\n');
    expect(`${status} ${curl.stderr}`).toBe('200 ');
    expect(JSON.parse(body)).toMatchObject({
      status: 'success',
      data: { media_upload: { source: 'api', caption: 'Three pears on a shelf' }, moderation: { passed: true } },
    });
    await expect(page.locator('[data-slot~=frames-meter]')).toContainText('3 / 15');
  });
});

/** Presses from the first page to the verdict of a picture of one's own. */
const stepsMax = 6;

test('PUB-01 AUTH-03 SUB-03 UP-05 UP-08 from the first page to the verdict of an own picture in at most 6 clicks', async ({
  page,
}) => {
  const steps: string[] = [];
  await page.context().exposeBinding('tellStep', (_source, what: string) => void steps.push(what));
  await page.context().addInitScript(() => {
    // A form that is sent by a press of its button counts once, one that is sent by Enter too: browsers press the button then.
    window.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        const words = target instanceof Element ? target.closest('a, button, label, input')?.textContent : '';
        if (isTrusted) Reflect.get(window, 'tellStep')(`click: ${words?.trim()}`);
      },
      true,
    );
  });
  await walkToFirstVerdict(page, newEmail());

  console.log(`From the first page to the first verdict: ${steps.length} steps\n${steps.join('\n')}`);
  // Fewer would mean that they were not counted.
  expect(steps.length).toBeGreaterThanOrEqual(4);
  expect(steps.length).toBeLessThanOrEqual(stepsMax);
});
