import { createClient, findInMail } from '../demo/client.mjs';

const password = 'Sample-account-9';
const people = { owner: 'owner@shop.example', colleague: 'ines@shop.example', newcomer: 'new@shop.example' };

async function register(url, dataDir, email) {
  const client = createClient(url);
  await client.call('POST', '/auth/register', { name: 'New Person', email, password, recaptchaToken: 'off' });
  const verification_token = await findInMail(dataDir, email, /^ {4}(\d{5})\r?$/m);
  await client.call('POST', '/auth/complete-registration', { verification_token });
}

async function signIn(browser, url, email) {
  const context = await browser.newContext({ baseURL: url });
  const answer = await context.request.post('/api/auth/login', { data: { email, password, recaptchaToken: 'off' } });
  const session = answer.ok() ? await context.storageState() : null;
  await context.close();
  return session;
}

/** The sample account's owner and moderator, and somebody who has only just registered. @returns their sessions by name */
export async function signInAll(browser, url, dataDir) {
  const sessions = {};
  for (const [name, email] of Object.entries(people)) {
    sessions[name] = await signIn(browser, url, email);
    if (sessions[name] === null && name === 'newcomer') {
      await register(url, dataDir, email);
      sessions[name] = await signIn(browser, url, email);
    }
    if (sessions[name] === null) throw new Error(`${email} cannot sign in at ${url}`);
  }
  return sessions;
}
