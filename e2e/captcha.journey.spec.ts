import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { newEmail } from './account.ts';
import { type CaptchaHost, startCaptchaHost } from './captcha-host.ts';
import { watch } from './journey.ts';
import { password } from './person.ts';
import { type Server, startServer } from './server.ts';

/** One for all: a database and a converted model are made once. */
let dataDir = '';

type Shop = { server: Server; host: CaptchaHost };

/** Each provider needs a server of its own; nothing of another host than these two may be asked for. */
const test = base.extend<{ start: (provider: Parameters<typeof startCaptchaHost>[0]) => Promise<Shop>; expected: RegExp[] }>({
  expected: async ({ playwright: _playwright }, use) => use([]),
  start: async ({ page, expected }, use) => {
    const problems: string[] = [];
    const running: Shop[] = [];
    watch(page, problems);
    await use(async (provider) => {
      const host = await startCaptchaHost(provider);
      // The first one builds the pages where they are not built yet.
      const command = provider === 'hcaptcha' ? 'npm start' : 'node';
      const server = await startServer({ env: host.env, dataDir, command });
      running.push({ server, host });
      page.on('request', (request) => {
        const from = new URL(request.url());
        if (from.protocol.startsWith('http') && ![new URL(server.url).host, host.address].includes(from.host))
          problems.push(`asked ${from.host}`);
      });
      return { server, host };
    });
    // The page is still open: what it asks for once its server is gone, such as a font of the last screen, is no fault.
    const unexpected = problems.filter((problem) => !expected.some((part) => part.test(problem)));
    for (const { server, host } of running) {
      await server.stop();
      await host.stop();
    }
    expect(unexpected).toEqual([]);
  },
});
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clearframe-captcha-'));
});
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function fill(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
}

const required = 'Please complete the reCAPTCHA verification';
/** Presses a button of the provider's box, and waits until the page was told. */
async function pressInBox(page: Page, name: 'I am human' | 'Expire'): Promise<void> {
  const button = page.frameLocator('iframe[title="Verification"]').getByRole('button', { name });
  // By the keyboard: a box of another host that was drawn just now does not take the first click of a machine.
  await button.press('Enter');
  await expect(page.locator(`iframe[data-told="${name === 'Expire' ? 'expired' : 'solved'}"]`)).toBeAttached();
}

test('AUTH-05 SEC-04 OPS-03 hCaptcha: its box in the form, a script that does not load, a token that expires', async ({
  page,
  start,
  expected,
}) => {
  const { server, host } = await start('hcaptcha');
  const email = newEmail();
  expected.push(/api\.js/, /\/api\/auth\/login/);
  await page.route('**/api.js*', (route) => route.abort(), { times: 1 });
  await fill(page, server.url, email);
  await expect(page.getByText('Could not load the verification.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  const group = page.getByRole('group', { name: 'Verification by hCaptcha' });
  await expect(group.locator('iframe')).toBeVisible();
  await expect(group.getByRole('status')).toHaveCount(0);

  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(page.getByText(required)).toBeVisible();
  // Colours half way from one theme to the other are nobody's.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(
      violations.map(({ id }) => id),
      theme,
    ).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await pressInBox(page, 'I am human');
  await expect(page.getByText(required)).toHaveCount(0);
  await pressInBox(page, 'Expire');
  await create.click();
  await expect(page.getByText(required)).toBeVisible();
  await pressInBox(page, 'I am human');
  await create.click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(host.siteverify.asked).toHaveLength(1);
  expect(Object.fromEntries(host.siteverify.asked[0] ?? [])).not.toHaveProperty('remoteip');

  // A token counts once: after a refusal the form draws a new box.
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-9');
  await pressInBox(page, 'I am human');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The email address or password is wrong')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(required)).toBeVisible();

  // The provider is away: nobody gets through, and the operator reads why.
  host.siteverify.trouble = 500;
  await pressInBox(page, 'I am human');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The sentence may still be that of the try before: the log is what tells this one.
  await expect.poll(() => server.output()).toContain('cannot check the captcha');
  await expect(page.getByText(required)).toBeVisible();
});

test('AUTH-05 SEC-04 OPS-03 reCAPTCHA v3: nothing to tick, the form sends its token, and the server checks it', async ({
  page,
  start,
}) => {
  const { server, host } = await start('recaptcha-v3');
  await fill(page, server.url, newEmail());
  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  await expect(page.getByText('checked by')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(host.siteverify.asked).toHaveLength(1);
});
