import { messages } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './build.ts';
import { asJson, codeOf, createCookieBox, linkOf, password, post, register, registerAndSignIn } from './sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const complete = '/api/auth/complete-registration';
const get = (url: string, headers: Record<string, string>) => built.app.inject({ method: 'GET', url, headers });

describe('registration', () => {
  it('AUTH-03 registers with the mailed code, signs in and answers who it is (AUTH-07)', async () => {
    const browser = await registerAndSignIn(built, 'first@example.com');
    const me = await get('/api/users/me', browser.headers);
    expect(me.statusCode).toBe(200);
    expect(me.json()).toMatchObject({ status: 'success', data: { user: { name: 'Ada Example', email: 'first@example.com' } } });
  });
});
