import { CaptchaPurpose, messages } from '@clearframe/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { asJson, createCookieBox, password, post } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { captcha: 'altcha' } });
});
afterAll(() => built.close());

async function challengeFor(purpose: CaptchaPurpose, ip = '127.0.0.1'): Promise<Challenge> {
  const url = `/api/captcha?purpose=${purpose}`;
  const answer = await built.app.inject({ method: 'GET', url, remoteAddress: ip });
  const { data } = answer.json<{ data: { provider: string; challenge: Challenge } }>();
  expect(data.provider).toBe('altcha');
  return data.challenge;
}

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

async function solve(purpose: CaptchaPurpose): Promise<{ challenge: Challenge; token: string }> {
  const challenge = await challengeFor(purpose);
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, token: encode({ challenge, solution }) };
}

const login = (recaptchaToken: string, ip = '127.0.0.1') =>
  post(built, '/api/auth/login', { email: 'a@example.com', password, recaptchaToken }, createCookieBox(), ip);

describe('captcha', () => {
  it('AUTH-05 takes one of 50 parallel replays of a solved captcha', async () => {
    const { token } = await solve('login');
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => login(token, `10.0.0.${n}`)));
    const accepted = answers.filter((answer) => answer.statusCode !== 400);
    expect(accepted.map((answer) => answer.statusCode)).toEqual([401]);
    expect((await login(token)).statusCode).toBe(400);
  });

  it('AUTH-05 refuses a solution made for another form', async () => {
    const { token } = await solve('register');
    const answer = await login(token);
    expect(answer.statusCode).toBe(400);
    expect(asJson(answer).message).toBe(messages.captchaRequired);
  });

  it('AUTH-05 refuses what was not solved, was changed, or is no captcha at all', async () => {
    const { challenge, token } = await solve('login');
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    const withData = (data: object) => {
      const { parameters } = challenge;
      const changed = { ...parameters, data: { ...parameters.data, ...data } };
      return encode({ ...payload, challenge: { ...challenge, parameters: changed } });
    };
    const forged = [
      encode({ ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } }),
      withData({ expiresAt: 9_999_999_999 }),
      withData({ purpose: 'contact' }),
      encode({ ...payload, challenge: { ...challenge, signature: '' } }),
      encode({ challenge }),
      'off',
      'e30=',
    ];
    for (const one of forged) expect((await login(one)).statusCode, one.slice(0, 40)).toBe(400);
    expect((await login(token)).statusCode).toBe(401);
  });

  it('AUTH-05 refuses a solution after 10 minutes of our clock, and only then', async () => {
    const { token } = await solve('login');
    const [late, inTime] = [await solve('login'), await solve('login')];
    built.clock.advance(10 * 60_000 - 1000);
    expect((await login(inTime.token)).statusCode).toBe(401);
    built.clock.advance(2000);
    for (const one of [token, late.token]) expect((await login(one)).statusCode).toBe(400);
    // A clock behind the machine's decides as well.
    built.clock.advance(-24 * 3_600_000);
    expect((await login((await solve('login')).token)).statusCode).toBe(401);
  });

  it('AUTH-05 serves every form that has a captcha with a purpose of its own', async () => {
    for (const purpose of CaptchaPurpose.options)
      expect((await challengeFor(purpose)).parameters.data).toMatchObject({ purpose });
  });

  it('AUTH-05 names the purposes that it takes', async () => {
    const answer = await built.app.inject({ method: 'GET', url: '/api/captcha?purpose=other' });
    expect(answer.statusCode).toBe(400);
    expect(asJson(answer).errors).toMatchObject([{ path: 'purpose' }]);
  });
});
