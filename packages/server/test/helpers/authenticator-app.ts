import type { Built } from './build.ts';
import { codeOfApp } from './code-of-app.ts';
import { asJson, createCookieBox, password, post, type SignedInBrowser } from './sign-in.ts';

export type TwoStepPerson = { secret: string; recoveryCodes: string[] };

/** Turns two-step sign-in on for a person who is signed in. The first code is used up by it: move the clock before the next. */
export async function turnOnTwoStep(built: Built, { box }: Pick<SignedInBrowser, 'box'>): Promise<TwoStepPerson> {
  const started = await post(built, '/api/users/me/two-step/start', undefined, box);
  if (started.statusCode !== 200) throw new Error(started.body);
  const { secret } = started.json<{ data: { secret: string } }>().data;
  const enabled = await post(built, '/api/users/me/two-step/enable', { code: codeOfApp(secret, built.clock.now()) }, box);
  if (enabled.statusCode !== 200) throw new Error(enabled.body);
  return { secret, recoveryCodes: enabled.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes };
}

/** Sends the right password from a fresh browser. */
export async function firstStep(built: Built, email: string, ip = '127.0.0.1') {
  const box = createCookieBox();
  const answer = await post(built, '/api/auth/login', { email, password, recaptchaToken: 'off' }, box, ip);
  return { box, answer, data: asJson(answer).data };
}
