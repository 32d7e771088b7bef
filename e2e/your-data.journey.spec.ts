import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const command = joinPath(import.meta.dirname, '../packages/cli/bin/clearframe.mjs');
const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };

test('OPS-04 AUTH-11 a person takes all their data along, deletes their account and is let in no more', async ({
  page,
  server,
  expected,
}) => {
  const email = await joinTrial(page, server);
  await uploadOverHttp(page, picture);
  await page.goto('/dashboard/account');
  await page.getByRole('link', { name: 'Your data' }).click();
  await expect(page).toHaveURL('/dashboard/account/data');
  await expect(page.getByText('No exports yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();

  // No press of a key brings it: the live line does.
  const ready = page.getByRole('button', { name: /^Download the Export of/ });
  await expect(ready).toBeVisible();
  await expect(page.getByText(/MB|kB · removed on/)).toBeVisible();
  await expect(page.getByText(/1 item with originals/)).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = page.waitForEvent('download');
  await ready.click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^clearframe-export-\d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('PK\x03\x04');
  await expect(page).toHaveURL('/dashboard/account/data');

  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account and everything in it?' });
  await expect(dialog.getByLabel(`Type ${email} to confirm`)).toBeFocused();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Type your email address exactly as shown')).toBeVisible();
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is closed' })).toBeVisible();
  await audit(page);

  expected.push(/status of 401/);
  const answer = await page.request.post('/api/auth/login', { data: { email, password, recaptchaToken: 'off' } });
  expect([answer.status(), await answer.text()]).toEqual([
    401,
    expect.stringContaining('The email address or password is wrong'),
  ]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('MED-03 an item that the operator withholds says so wherever it is shown, and is there again when released', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture);
  await page.goto(`/dashboard/media/${id}`);
  const print = page.getByRole('img', { name: 'pears.webp' });
  // The large copy too is there: one on its way would be refused once the item is withheld.
  await expect.poll(() => print.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(480);
  const operator = (word: string) =>
    promisify(execFile)(process.execPath, [command, word, id, '--reason', 'case 1'], {
      env: { ...process.env, DATA_DIR: server.dataDir, CLEARFRAME_ENV_FILE: 'off' },
    });
  await operator('hold');
  await expect(page.getByText('Withheld by the operator', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Original' })).toHaveCount(0);
  await expect(page.getByText('You can pass or fail it after release.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Pass|Fail)/ })).toHaveCount(0);
  await page.keyboard.press('f');
  await expect(page.getByText('Withheld by the operator. You can decide after release.')).toBeVisible();
  await audit(page);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article').getByText('Withheld by the operator')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Pass|Fail) / })).toHaveCount(0);
  await operator('release');
  await expect(page.getByRole('img', { name: 'pears.webp' })).toBeVisible();
});
