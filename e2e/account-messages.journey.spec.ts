import { newEmail } from './account.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { captchaDone, codeFromOutbox, mailFromOutbox, paste, signIn } from './sign-up.ts';

test.use({ captcha: 'off', permissions: ['clipboard-read', 'clipboard-write'] });

test('AUTH-15 AUTH-03 AUTH-04 AUTH-06 every page says in its own words what the server did not, and a new code waits its minute', async ({
  page,
  browser,
  server,
  expected,
}) => {
  expected.push(/\/api\/(auth\/(login|register|complete-registration|verify-email|resend-code)|subscriptions\/subscribe)/);
  const email = newEmail();
  const failure = (title: string) => page.getByRole('alert').filter({ hasText: title });
  const register = async () => {
    await page.getByLabel('Name').fill('Ada Example');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await captchaDone(page);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  const verify = async (code: string) => {
    await page.getByLabel('Digit 1 of 5').focus();
    await paste(page, code);
  };

  await test.step('Login failed: no answer', async () => {
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto('/login');
    await signIn(page, email);
    await expect(failure('Login failed')).toContainText('Request failed');
  });

  await test.step('Registration failed: an answer of something in between', async () => {
    await page.clock.install();
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway' }), { times: 1 });
    await page.goto('/register');
    await register();
    await expect(failure('Registration failed')).toContainText('Unknown error');
    await register();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  await test.step('Verification failed: a refusal without a sentence', async () => {
    await page.route('**/api/auth/complete-registration', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await verify('12345');
    await expect(failure('Verification failed')).toContainText('Request failed');
  });

  await test.step('a new code: after a minute, and as the server says', async () => {
    await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    await page.clock.fastForward('01:01');
    // A minute passed in this browser only.
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
    await expect(page.getByText('Too many requests. Wait and try again.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    await page.clock.fastForward('01:01');
    const renewed = { json: { status: 'success', data: null } };
    await page.route('**/api/auth/resend-code', (route) => route.fulfill(renewed), { times: 1 });
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
    await expect(page.getByText('A new code is on its way. The old one no longer works.')).toBeVisible();
  });

  await test.step('the link of the mail: not in another browser, not made up, and once in this one', async () => {
    const mail = await mailFromOutbox(page, email, /Verify this address/);
    const link = /http\S+\/register\?verify=\S+/.exec(mail)?.[0] ?? '';
    expect(/^ {4}(\d{5})$/m.exec(mail)?.[1]).toBe(await codeFromOutbox(page, email));
    const stranger = await browser.newPage({ baseURL: server.url });
    await stranger.goto(link);
    await expect(stranger.getByText('Open the link in the browser where you registered')).toBeVisible();
    await expect(stranger).toHaveURL('/register');
    await stranger.close();
    await page.goto('/register?verify=made-up');
    await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('An error occurred: what the page has no better words for', async () => {
    await page.route('**/api/subscriptions/subscribe', (route) => route.fulfill({ status: 502, body: '' }));
    await page.goto('/dashboard/subscription');
    await page.getByRole('button', { name: 'Subscribe to Free Trial' }).click();
    await expect(failure('An error occurred')).toBeVisible();
  });
});
