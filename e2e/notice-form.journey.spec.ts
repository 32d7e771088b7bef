import { newEmail } from './account.ts';
import { audit, auditTheme, everyLook } from './audit.ts';
import { expect, test } from './journey.ts';
import { answerAfterPaint, LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';
import { password } from './person.ts';
import { codeFromOutbox } from './sign-up.ts';
import { press, tabTo, typeInto } from './tab-to.ts';
import { weigh } from './weigh.ts';

// As it is shipped: the captcha is part of the form.
test.use({ captcha: 'altcha' });

/** As every public page with a form (`page-weight.journey.spec.ts`). */
const FORM_BYTES = 165_000;

let formUrl = '';
let email = '';

test.beforeAll(async ({ browser, server }) => {
  email = newEmail();
  const page = await browser.newPage({ baseURL: server.url });
  await page.goto('/register');
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Digit 1 of 5').pressSequentially(await codeFromOutbox(page, email));
  await expect(page).toHaveURL('/dashboard');
  const data = { enabled: true, notice_hours: 24, intro: 'Tell us what is wrong.', acknowledgement: 'Thank you <all>.' };
  const answer = await page.request.post('/api/notice-settings', { data });
  formUrl = /"form_url":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  await page.close();
});

test('TRUST-B4 a visitor reports content: what is missing, the receipt, and the page of its status', async ({ page, server }) => {
  const weight = weigh(page);
  await watchLayoutShift(page);
  await answerAfterPaint(page);
  const answer = await page.goto(formUrl);
  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
  await expect(page.getByText('Tell us what is wrong.')).toBeVisible();
  await weight.settled();
  const bytes = await weight.scriptBytes();
  console.log(`Form of notices: ${bytes} bytes of JavaScript with gzip`);
  expect(bytes).toBeLessThan(FORM_BYTES);
  expect((await layoutShiftOf(page)).total).toBeLessThanOrEqual(LARGEST_SHIFT);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText('Not legal advice.')).toBeVisible();
  await expect(page.getByText('Your report goes to this platform.')).toBeVisible();
  const goodFaith = page.getByRole('checkbox', { name: /in good faith/ });
  const gap = await goodFaith.evaluate((box) => {
    const words = document.createRange();
    words.selectNode(box.nextSibling ?? box);
    return words.getBoundingClientRect().left - box.getBoundingClientRect().right;
  });
  expect(gap, 'the words beside their box').toBeLessThan(24);

  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  await page.getByRole('button', { name: 'Send report' }).click();
  for (const missing of [
    'Choose what the notice is about',
    'Say which item: its address or its id',
    'Choose why it should not stay',
    'Explain what is wrong with it',
    'Enter your name',
    'Enter your email address',
    'Confirm that the notice is accurate and complete',
  ])
    await expect(page.getByText(missing)).toBeVisible();
  await expect(page.getByLabel('What is it about?')).toBeFocused();
  await audit(page, everyLook);

  await page.getByLabel('What is it about?').selectOption('child_safety');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Enter your name')).toBeHidden();
  await page.getByLabel('What is it about?').selectOption('take_it_down');
  await expect(page.getByText('48 hours')).toBeVisible();
  await page.getByLabel('Address of the content').fill('javascript:alert(1)');
  await page.getByRole('radio', { name: /It is illegal/ }).check();
  await page.getByLabel('What is wrong with it?').fill('This is my picture, and I did not agree.');
  await page.getByLabel('Your name').fill('Nora Notifier');
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('checkbox', { name: /in good faith/ }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Enter an address that begins with https:// or http://')).toBeVisible();
  await expect(page.getByText('Sign with your name')).toBeVisible();
  await page.getByLabel('Address of the content').fill('https://shop.example/lots/8841');
  await page.getByLabel('Signature').fill('Nora Notifier');
  await page.getByRole('button', { name: 'Send report' }).click();

  await expect(page.getByRole('heading', { name: 'We have your report' })).toBeFocused();
  await expect(page.getByText('Decision due by')).toBeVisible();
  await expect(page.getByText('Thank you <all>.')).toBeVisible();
  await audit(page);
  await page.getByRole('link', { name: 'Follow your report' }).click();
  await expect(page).toHaveURL(new RegExp(`^${server.url}/notice/status/`));
  await expect(page.getByRole('heading', { name: 'Notice 1' })).toBeVisible();
  await expect(page.getByText('Thank you <all>.')).toBeVisible();
  await auditTheme(page, 'light');
});

test('TRUST-B4 the form works by keyboard alone, and says when it was closed meanwhile', async ({
  page,
  browser,
  server,
  expected,
}) => {
  await page.goto(formUrl);
  await tabTo(page, page.getByLabel('What is it about?'));
  await page.keyboard.press('s');
  await expect(page.getByLabel('What is it about?')).toHaveValue('child_safety');
  await typeInto(page, page.getByLabel('Address of the content'), '3f0f8f0e-0000-4000-8000-000000000000');
  await tabTo(page, page.getByRole('radio', { name: /It is illegal/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /against the rules/ })).toBeChecked();
  await typeInto(page, page.getByLabel('What is wrong with it?'), 'A child is in this picture.');
  await tabTo(page, page.getByRole('checkbox', { name: /in good faith/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  expected.push(/status of 404/);
  await page.route('**/api/notices/form/*', (route) =>
    route.fulfill({ status: 404, json: { status: 'error', message: 'Not found', data: null, code: 'not_found' } }),
  );
  await press(page, page.getByRole('button', { name: 'Send report' }));
  await expect(page.getByRole('heading', { name: 'This form is closed' })).toBeVisible();

  const stranger = await browser.newPage({ baseURL: server.url });
  const unknown = await stranger.goto('/notice/unknown');
  expect(unknown?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'That frame isn’t on the roll' })).toBeVisible();
  await stranger.close();
});

test('TRUST-B4 the form says that it cannot be opened, and opens when asked again', async ({ page, expected }) => {
  expected.push(/api\/notices\/form/);
  await page.route('**/api/notices/form/*', (route) => route.abort('connectionfailed'), { times: 1 });
  await page.goto(formUrl);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('What is it about?')).toBeVisible();
});
