import type { Page } from '@playwright/test';
import { join } from './account.ts';
import { expect, test } from './journey.ts';
import { signIn } from './sign-up.ts';

/** Counts what the page asks for and what was refused. */
function listen(page: Page) {
  const heard = { refreshes: 0, refused: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/auth/refresh') heard.refreshes += 1;
    else if (response.status() === 401) heard.refused += 1;
  });
  return heard;
}

/** A page that has asked for all that it shows, the number in the menu included. */
async function openPlans(page: Page): Promise<void> {
  const counted = page.waitForResponse('**/api/media/counts');
  await page.goto('/dashboard/subscription');
  await expect(page.getByRole('heading', { name: 'Available plans' })).toBeVisible();
  await counted;
}

/** Keeps every tab of the browser from refreshing until it is released, as a slow refresh of another tab would. */
async function holdRefreshes(page: Page): Promise<() => Promise<void>> {
  const lock = await page.evaluateHandle(() =>
    new Promise<() => void>((held) => {
      void navigator.locks.request('clearframe-refresh', () => new Promise<void>((release) => held(() => release())));
    }).then((release) => ({ release })),
  );
  return () => lock.evaluate(({ release }) => release());
}

test('AUTH-09 one refresh serves every call that met an expired session, and nobody is signed out', async ({
  page,
  context,
  server,
  expected,
}) => {
  await join(page, server);
  await openPlans(page);
  const heard = listen(page);
  expected.push(/status of 401/);
  await context.clearCookies({ name: 'access_token' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect.poll(() => heard.refused).toBeGreaterThan(1);
  expect(heard.refreshes).toBe(1);
  expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(true);
});

test('AUTH-09 a session that cannot be refreshed is said to be expired, once, and the next sign-in starts anew', async ({
  page,
  context,
  server,
  expected,
}) => {
  const email = await join(page, server);
  await openPlans(page);
  const heard = listen(page);
  expected.push(/status of 401/);
  // The same session ends elsewhere; this page still holds its cookies.
  const cookies = await context.cookies();
  await page.request.post('/api/auth/logout');
  await context.addCookies(cookies);
  await context.clearCookies({ name: 'access_token' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  expect(heard.refreshes).toBe(1);

  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  expect(heard.refreshes, 'nothing was refreshed between the refusal and the sign-in').toBe(1);

  await context.clearCookies({ name: 'access_token' });
  await page.getByRole('link', { name: 'Content Review' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  expect(heard.refreshes, 'after a sign-in a refresh is allowed again').toBe(2);
});

test('AUTH-09 two tabs whose session expired together share one refresh', async ({ page, context, server, expected }) => {
  await join(page, server);
  const second = await context.newPage();
  await openPlans(page);
  await openPlans(second);
  expected.push(/status of 401/);
  const heard = [listen(page), listen(second)];
  await context.clearCookies({ name: 'access_token' });
  // Both meet the refusal before either may renew: whoever holds the lock of the refresh waits with them.
  const release = await holdRefreshes(page);
  for (const tab of [page, second]) await tab.getByRole('link', { name: 'Content Review' }).click();
  for (const each of heard) await expect.poll(() => each.refused).toBeGreaterThan(0);
  await release();
  for (const tab of [page, second]) await expect(tab.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  expect(heard.reduce((sum, { refreshes }) => sum + refreshes, 0)).toBe(1);
  await second.close();
});
