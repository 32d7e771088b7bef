import { endpoints } from '@clearframe/contract';
import { z } from 'zod';
import type { UsedServer } from './server.ts';

export const password = 'Correct-horse-9';

/** One signed-in account, over HTTP, as a program uses it. */
export type Person = {
  email: string;
  /** Reads an address of the dashboard's API with the session's cookie. */
  get<T>(path: string, data: z.ZodType<T>): Promise<T>;
  /** Changes something by the dashboard's API. */
  post<T>(path: string, data: z.ZodType<T>, body: object): Promise<T>;
  patch<T>(path: string, data: z.ZodType<T>, body: object): Promise<T>;
  /** A fresh API token. */
  createToken(): Promise<string>;
  /** The session, as the header Cookie carries it. */
  cookie(): string;
};

const envelope = <T>(data: z.ZodType<T>) => z.object({ status: z.literal('success'), data });

/** Registers with the code from the outbox. The server runs with CAPTCHA=off. */
export async function registerPerson(server: Pick<UsedServer, 'url' | 'codeFor'>, email: string): Promise<Person> {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        cookie: cookie(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return answer;
  };
  const call = async <T>(method: string, path: string, data: z.ZodType<T>, body?: object): Promise<T> => {
    let answer = await ask(method, path, body);
    // A session lives for a quarter of an hour and is renewed, as the browser does it.
    if (answer.status === 401 && (await ask('GET', '/auth/refresh')).ok) answer = await ask(method, path, body);
    const json: unknown = await answer.json();
    const parsed = envelope(data).safeParse(json);
    if (!parsed.success) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return parsed.data.data;
  };
  await call('POST', '/auth/register', z.unknown(), { name: 'Ada Example', email, password, recaptchaToken: 'off' });
  const code = await server.codeFor(email);
  await call('POST', '/auth/complete-registration', z.unknown(), { verification_token: code });
  return {
    email,
    cookie,
    get: (path, data) => call('GET', path, data),
    post: (path, data, body) => call('POST', path, data, body),
    patch: (path, data, body) => call('PATCH', path, data, body),
    async createToken() {
      const { access_token } = await call('POST', '/access-tokens', endpoints.createToken.data, { name: 'journey' });
      return access_token.token;
    },
  };
}
