import { newEmail } from './account.ts';
import { audit } from './audit.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { codeFromOutbox, signIn } from './sign-up.ts';

test.use({ captcha: 'altcha' });

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
  const code = await codeFromOutbox(page, email);
  await page.getByLabel('Digit 1 of 5').pressSequentially(code);
  await expect(page).toHaveURL('/dashboard');
  await page.close();
});

const sessionChecks = (urls: string[]) => urls.filter((url) => url.endsWith('/api/users/me')).length;

test('AUTH-06 AUTH-08 AUTH-12 an anonymous deep link leads through sign-in and back, and leaves no sign-in page behind', async ({
  page,
  expected,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await page.goto('/dashboard/media?page=2');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmedia%3Fpage%3D2');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sessionChecks(asked), 'no cookie, so nobody is asked for').toBe(0);

  // The address survives a reload, a refusal and its message.
  await page.reload();
  expected.push(/\/api\/auth\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-9');
  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The email address or password is wrong')).toBeVisible();
  // A solution counts once: the form solves another by itself.
  await signIn(page, email);
  await expect(page).toHaveURL('/dashboard/media?page=2');
  await expect(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(sessionChecks(asked), 'once for the page that was loaded with the cookie').toBe(1);
});

test('AUTH-12 the way back outlives a detour, and a spinner shows while the session is checked', async ({ page, expected }) => {
  await page.goto('/login?next=%2Fdashboard%2Faccount%2Factivity');
  // Before its script a page knows nothing of the address that led to it.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  // Both pages ask for an email address: what is typed into the old one is lost.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL('/dashboard/account/activity');
  const check = await holdAnswers(page, '*/api/users/me');
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Checking your session…' })).toBeVisible();
  await check.release();
  await expect(page.getByRole('complementary', { name: 'Main' }).getByText(email)).toBeVisible();
  // A server that is just being started again is no reason to sign in again.
  expected.push(/status of 503/);
  const stopping = { status: 'error', message: 'The server is stopping. Try again.', data: null };
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 503, json: stopping }), { times: 1 });
  await page.reload();
  await expect(page.getByText('Could not check your session')).toBeVisible();
  await audit(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible();
  // Whoever is signed in needs no sign-in page.
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
});

test('AUTH-11 Sign out leads to /login in every tab, and Back to nothing that is protected', async ({ page, context }) => {
  await page.goto('/login');
  await signIn(page, email);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/dashboard/account');
  await tab.getByLabel('Name').fill('Not yet saved');
  const told = page.waitForResponse('**/api/auth/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect((await told).status()).toBe(200);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
  await expect(tab).toHaveURL('/login');
  await signIn(tab, email);
  await expect(tab).toHaveURL('/dashboard');
  await expect(page, 'and in again, together').toHaveURL(/\/dashboard/);
  await tab.close();
});

test('AUTH-11 Sign out clears the page even when the server cannot be told', async ({ page, expected }) => {
  await page.goto('/login');
  await signIn(page, email);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  expected.push(/\/api\/auth\/logout/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
  await page.goBack();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});
