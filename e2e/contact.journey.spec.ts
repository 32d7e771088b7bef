import { audit } from './audit.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { mailFromOutbox } from './sign-up.ts';

test.use({ captcha: 'altcha' });

test('PUB-05 AUTH-05 a visitor writes to the operator: what is missing, sending, a failure, and the mail that arrives', async ({
  page,
  expected,
}) => {
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Contact sales' }).click();
  await expect(page).toHaveURL('/contact?subject=sales');
  await expect(page.getByLabel('Subject')).toHaveValue('sales');

  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please enter your first name')).toBeVisible();
  await expect(page.getByText('Please enter your message')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill('ada@shop.example');
  await page.getByLabel('Message').fill('How many frames a month do we need?');
  await expect(page.getByText('Verified: not a robot')).toBeVisible();

  // The server cannot be reached once.
  expected.push(/\/api\/contact/);
  await page.route('**/api/contact', (route) => route.abort('connectionfailed'), { times: 1 });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('How many frames a month do we need?');

  await expect(page.getByText('Verified: not a robot')).toBeVisible();
  const held = await holdAnswers(page, '**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await held.release();
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.")).toBeVisible();
  const mail = await mailFromOutbox(page, 'no-reply@localhost', /Contact form: sales/);
  expect(mail).toContain('From Ada Example <ada@shop.example>');
  expect(mail).toContain('How many frames a month do we need?');
  await audit(page);
});
