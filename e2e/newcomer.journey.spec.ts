import { newEmail } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { password } from './person.ts';
import { captchaDone, codeFromOutbox, paste } from './sign-up.ts';

test.use({ captcha: 'altcha', permissions: ['clipboard-read', 'clipboard-write'] });
test.setTimeout(120_000);

/** Presses and forms sent that a newcomer may need from the first page to the first verdict. */
const stepsMax = 12;

test('PUB-01 AUTH-01 SUB-03 UP-05 a newcomer gets from the first page to the first verdict in at most 12 clicks and submits', async ({
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
  const email = newEmail();

  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Start free' }).click();
  await page.getByLabel('Name').fill('Ada Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await captchaDone(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  // The mail box is opened by a link of the page here; the first field of the code has the focus.
  const code = await codeFromOutbox(page, email);
  await page.getByLabel('Digit 1 of 5').focus();
  await paste(page, code);
  await page.getByRole('button', { name: 'Verify and open dashboard' }).click();

  await page.getByRole('link', { name: 'Activate the free trial' }).click();
  await page.getByRole('button', { name: 'Subscribe to Free Trial' }).click();
  await expect(page.getByText('Free trial activated successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Upload Media' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Drop an image here' }).click();
  await (await choosing).setFiles(fixture('benign/pears.webp'));
  await page.getByRole('button', { name: 'Check image' }).click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();

  console.log(`From the first page to the first verdict: ${steps.length} steps\n${steps.join('\n')}`);
  // Fewer would mean that they were not counted.
  expect(steps.length).toBeGreaterThanOrEqual(8);
  expect(steps.length).toBeLessThanOrEqual(stepsMax);
});
