import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { password } from './person.ts';
import type { UsedServer } from './server.ts';

/** An address that no other journey uses. */
export const newEmail = (): string => `ada-${randomUUID().slice(0, 8)}@example.com`;

async function post(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(`/api${path}`, { data, headers: { 'idempotency-key': randomUUID() } });
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
}

/** Makes an account over HTTP, on a server without captcha, and leaves the page's browser signed in to it. @returns its address */
export async function join(page: Page, server: UsedServer): Promise<string> {
  const email = newEmail();
  await post(page.request, '/auth/register', { name: 'Ada Example', email, password, recaptchaToken: 'off' });
  await post(page.request, '/auth/complete-registration', { verification_token: await server.codeFor(email) });
  return email;
}

/** The same, with the free trial. */
export async function joinTrial(page: Page, server: UsedServer): Promise<string> {
  const email = await join(page, server);
  await post(page.request, '/subscriptions/subscribe', { plan_id: 'free' });
  return email;
}

/** Uploads a picture over HTTP and waits for its verdict. @returns the item's id */
export async function uploadOverHttp(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  fields: Record<string, string> = {},
): Promise<string> {
  const answer = await page.request.post('/api/media/upload', {
    multipart: { media: file, tags: 'one, two, three, four, five', ...fields },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  const id = /"id":"([0-9a-f-]{36})"/.exec(await answer.text())?.[1];
  if (!id) throw new Error('The answer names no item');
  return id;
}

/** Another person's own browser. What goes wrong in it fails nothing by itself. */
async function elsewhere(browser: Browser, server: UsedServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  return await context.newPage();
}

/** Makes a colleague over HTTP: `page` invites, who joins by the mail's link in a browser of their own. @returns their page */
export async function invite(
  page: Page,
  { browser, server, role, name }: { browser: Browser; server: UsedServer; role: 'moderator' | 'viewer'; name: string },
): Promise<Page> {
  const email = newEmail();
  await post(page.request, '/team/invitations', { email, role });
  const token = await server.findInMail(email, /\/invite\?token=([\w-]+)/);
  const colleague = await elsewhere(browser, server);
  await post(colleague.request, '/team/invitations/register', { token, name, password, recaptchaToken: 'off' });
  return colleague;
}
