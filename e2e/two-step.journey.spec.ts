import type { Page } from '@playwright/test';
import { join } from './account.ts';
import { audit } from './audit.ts';
import { codeOfApp } from './authenticator-app.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { signIn } from './sign-up.ts';

const refusal = { status: 'error', message: 'Confirm your identity', data: null, code: 'confirmation_required' };

/** The next call of that address is answered as it is ten minutes after the sign-in. */
async function wantConfirmation(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('AUTH-06 SEC-03 an authenticator app is added, asked for, replaced by a recovery code, and removed', async ({
  page,
  server,
  expected,
}) => {
  const email = await join(page, server);
  await page.goto('/dashboard/account/security');
  await expect(heading(page, 'Two-step sign-in')).toBeVisible();
  expected.push(/status of 40[03]/);

  // Who it is is asked first; a closed question changes nothing and says nothing.
  const add = page.getByRole('button', { name: 'Add an authenticator app' });
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await wantConfirmation(page, '**/api/users/me/two-step/start');
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(add).toBeFocused();
  await wantConfirmation(page, '**/api/users/me/two-step/start');
  // Pressed twice, it asks once.
  await add.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.type('Wrong-horse-9');
  await page.keyboard.press('Enter');
  await expect(question.getByText('The password is wrong')).toBeVisible();
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');

  // By keyboard alone: the first code turns it on, and the recovery codes are shown once.
  const setUp = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(setUp.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const secret = ((await setUp.locator('[data-slot~=two-step-secret]').textContent()) ?? '').replaceAll(' ', '');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await setUp.getByLabel('Code', { exact: true }).focus();
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(setUp.getByText('Please enter the 6 digits that your authenticator app shows')).toBeVisible();
  // The code before this one has to arrive before it is two steps old.
  await expect.poll(() => Date.now() % 30_000).toBeLessThan(25_000);
  await setUp.getByLabel('Code', { exact: true }).fill(codeOfApp(secret, -1));
  await page.keyboard.press('Enter');
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const [recoveryCode = ''] = await kept.getByRole('listitem').allTextContents();
  const downloading = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('clearframe-recovery-codes.txt');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await kept.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
  await page.getByRole('link', { name: 'See signed-in devices' }).click();
  await expect(page).toHaveURL('/dashboard/account/activity');

  await signOut(page);
  await signIn(page, email);
  await expect(heading(page, 'Second step')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code is wrong or was already used')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeOfApp(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await signOut(page);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/account/security');
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await wantConfirmation(page, '**/api/users/me/two-step/disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await question.getByLabel('Code', { exact: true }).fill(codeOfApp(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Two-step sign-in is off' })).toBeVisible();
  await expect(add).toBeVisible();
});

test('AUTH-06 SEC-03 a passkey is added, signs in alone, confirms who one is, and is removed', async ({
  page,
  server,
  expected,
}) => {
  const email = await join(page, server);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/dashboard/account/security');
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Work laptop/ });
  await expect(row).toContainText('Never');
  await expect(page.getByRole('link', { name: 'See signed-in devices' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/account/security');
  await expect(row).not.toContainText('Never');

  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Old laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Old laptop/ })).toBeVisible();
  expected.push(/status of 403/);
  await wantConfirmation(page, '**/api/users/me/passkeys/*');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByRole('dialog', { name: 'Confirm your identity' }).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Removed: Old laptop' })).toBeVisible();
  await expect(page.getByText('No passkeys yet')).toBeVisible();

  // A removed passkey is still on the device, and opens nothing.
  await signOut(page);
  expected.push(/status of 400/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('The passkey did not work. Try again.')).toBeVisible();

  // As over plain http on another machine: there is no button that could not work.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.goto('/login');
  await signIn(page, email);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/account/security');
  await expect(page.getByText('Passkeys don’t work at this address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
