import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Built } from './build.ts';

export const password = 'Correct-horse-9';

/** Cookies of one browser: fed with answers, sent with requests. */
export type CookieBox = {
  take(answer: LightMyRequestResponse): void;
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** Headers of a same-origin script of our pages. */
  headers(): Record<string, string>;
};

export function createCookieBox(): CookieBox {
  const values = new Map<string, string>();
  return {
    take(answer) {
      for (const cookie of answer.cookies) {
        if (cookie.value === '' || cookie.maxAge === 0) values.delete(cookie.name);
        else values.set(cookie.name, cookie.value);
      }
    },
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    headers: () => ({
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      ...(values.size > 0 ? { cookie: [...values].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
    }),
  };
}

/** The code of a verification mail. */
export function codeOf(text: string): string {
  const code = /^ {4}(\d{5})$/m.exec(text)?.[1];
  if (!code) throw new Error(`No code in: ${text}`);
  return code;
}

/** The token of a verification mail's link. */
export function linkOf(text: string): string {
  const token = /\/register\?verify=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`No link in: ${text}`);
  return token;
}

export type Json = { status: string; message?: string; data: unknown; errors?: { path: string; message: string }[] };
export const asJson = (answer: LightMyRequestResponse): Json => answer.json<Json>();

/** Sends a JSON body as our pages do, and keeps the cookies of the answer. */
export async function post(built: Built, url: string, body: object | undefined, box: CookieBox, ip = '127.0.0.1') {
  const answer = await built.app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: box.headers(),
    ...(body ? { payload: body } : {}),
  });
  box.take(answer);
  return answer;
}

/** Each address counts as its own client, so that tests do not use up each other's limits. */
function addressFor(text: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(text).digest();
  return `10.${a}.${b}.${c}`;
}

/** Starts a registration and gives the box with the pending cookie. */
export async function register(built: Built, email: string, name = 'Ada Example'): Promise<CookieBox> {
  const box = createCookieBox();
  const body = { name, email, password, recaptchaToken: 'off' };
  const answer = await post(built, '/api/auth/register', body, box, addressFor(email));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return box;
}

let count = 0;

export type SignedInBrowser = { box: CookieBox; headers: Record<string, string>; email: string; userId: string };

/** Registers a fresh person and enters the mailed code. `headers` carry the session's cookies. */
export async function registerAndSignIn(built: Built, email?: string): Promise<SignedInBrowser> {
  count += 1;
  const address = email ?? `person-${count}@example.com`;
  const box = await register(built, address);
  const [mail] = await built.mailsTo(address);
  const answer = await post(
    built,
    '/api/auth/complete-registration',
    { verification_token: codeOf(mail?.text ?? '') },
    box,
    addressFor(address),
  );
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const { data } = answer.json<{ data: { user: { id: string } } }>();
  return { box, headers: box.headers(), email: address, userId: data.user.id };
}
