import { messages } from '@clearframe/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRemoteCaptcha } from '../src/captcha/remote.ts';
import { type RemoteProvider, remoteProviders } from '../src/captcha/remote-providers.ts';
import type { Config } from '../src/config.ts';
import { captchaUsed } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, createCookieBox, password, post } from './helpers/sign-in.ts';
import { type SiteverifyServer, type Solved, startSiteverify, type Trouble } from './helpers/siteverify-server.ts';

const keys = { siteKey: 'site_key-1', secret: 'a secret of the provider' };
/** What a page's widget gets for the sign-in form when all is well. */
const good: Record<RemoteProvider, Solved> = {
  recaptcha: {},
  'recaptcha-v3': { action: 'login', score: 0.5 },
  hcaptcha: {},
  turnstile: { action: 'login' },
};

describe.each(remoteProviders)('captcha %s', (provider) => {
  let server: SiteverifyServer;
  let built: Built;
  let log: string[] = [];
  let config: Config;

  beforeAll(async () => {
    server = await startSiteverify(provider, keys);
    const captcha = { captcha: provider, captchaSiteKey: keys.siteKey, captchaSecret: keys.secret, captchaVerifyUrl: server.url };
    built = await build({ config: captcha, onLog: (line) => log.push(line) });
    config = built.context.config;
  });
  afterAll(async () => {
    await built.close();
    await server.stop();
  });
  beforeEach(() => {
    server.trouble = null;
    server.asked.length = 0;
    log = [];
    // The same trouble is told once a minute.
    built.clock.advance(61_000);
  });

  const login = (recaptchaToken: string, ip = '127.0.0.1') =>
    post(built, '/api/auth/login', { email: 'a@example.com', password, recaptchaToken }, createCookieBox(), ip);
  /** Past the captcha the unknown person is refused for another reason. */
  const statusFor = async (solved: Solved) => (await login(server.solve({ ...good[provider], ...solved }))).statusCode;
  const told = () => log.filter((line) => line.includes('cannot check the captcha'));

  it('AUTH-05 takes a token that the provider calls good, once, and tells the provider nothing of the person', async () => {
    const token = server.solve(good[provider]);
    expect((await login(token)).statusCode).toBe(401);
    const [form] = server.asked;
    const sent = Object.fromEntries(form ?? []);
    const shown = provider === 'hcaptcha' ? { sitekey: keys.siteKey } : {};
    expect(sent).toEqual({ secret: keys.secret, response: token, ...shown });
    expect((await login(token)).statusCode).toBe(400);
    expect(told()).toEqual([]);
  });

  it('AUTH-05 takes a token once even when the provider would take it again', async () => {
    const forgetful = { ask: async () => ({ success: true, hostname: 'localhost', ...good[provider] }) };
    const token = server.solve(good[provider]);
    const twice = createRemoteCaptcha(provider, { ...built.context, ask: forgetful.ask });
    const tries = Array.from({ length: 50 }, () =>
      twice.verify(token, 'login').then(
        () => 'taken',
        () => 'refused',
      ),
    );
    expect((await Promise.all(tries)).filter((one) => one === 'taken')).toHaveLength(1);
    const rows = await built.context.db.select().from(captchaUsed);
    expect(rows.map(({ nonce }) => nonce)).not.toContain(token);
    await twice.close();
  });

  it('AUTH-05 refuses what the provider refuses, with the sentence for people and no word to the operator', async () => {
    const answer = await login('invented');
    expect(answer.statusCode).toBe(400);
    expect(asJson(answer).message).toBe(messages.captchaRequired);
    expect(told()).toEqual([]);
  });

  it('AUTH-05 asks nobody about what cannot be a token', async () => {
    for (const token of ['x'.repeat(8_193), 'with space', 'new\nline', 'é'])
      expect((await login(token)).statusCode, token.slice(0, 10)).toBe(400);
    expect(server.asked).toEqual([]);
  });

  it('AUTH-05 refuses a token that was solved on another host, or on one that is not told', async () => {
    for (const hostname of ['evil.example', 'localhost.evil.example', null]) expect(await statusFor({ hostname })).toBe(400);
    expect(told()).not.toEqual([]);
  });

  it('AUTH-05 fails closed and tells the operator when the provider is away, broken or no provider', async () => {
    const troubles: Trouble[] = ['cut', 500, 'garbage', 'other JSON', 'endless', 'redirect'];
    for (const trouble of troubles) {
      server.trouble = trouble;
      expect(await statusFor({}), String(trouble)).toBe(400);
    }
    expect(told().length).toBeGreaterThan(3);
    expect(log.join('')).not.toContain(keys.secret);
    server.trouble = null;
    expect(await statusFor({})).toBe(401);
  });

  it('AUTH-05 fails closed when no answer comes in time, and tells the operator once', async () => {
    const impatient = createRemoteCaptcha(provider, { ...built.context, timeoutMs: 50 });
    server.trouble = 'silent';
    for (let n = 0; n < 3; n += 1)
      await expect(impatient.verify(server.solve(good[provider]), 'login')).rejects.toThrow(messages.captchaRequired);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain('no answer in time');
    await impatient.close();
  });

  it('AUTH-05 fails closed with a wrong secret, and does not start without one', async () => {
    const wrong = createRemoteCaptcha(provider, { ...built.context, config: { ...config, captchaSecret: 'wrong' } });
    await expect(wrong.verify(server.solve(good[provider]), 'login')).rejects.toThrow(messages.captchaRequired);
    expect(told().join()).toContain('invalid-input-secret');
    await wrong.close();
    for (const part of ['captchaSecret', 'captchaSiteKey'])
      expect(() => createRemoteCaptcha(provider, { ...built.context, config: { ...config, [part]: null } })).toThrow('needs');
  });

  it('SEC-01 reaches a private address only when the operator named it', async () => {
    const named = { ...config, captchaVerifyUrl: null };
    const loopback = createRemoteCaptcha(provider, { ...built.context, config: named, verifyUrl: server.url });
    await expect(loopback.verify(server.solve(good[provider]), 'login')).rejects.toThrow(messages.captchaRequired);
    expect(server.asked).toEqual([]);
    expect(told().join()).toContain('not a public address');
    await loopback.close();
  });

  it('AUTH-05 gives the form the site key and the address of the script, and no secret', async () => {
    const answer = await built.app.inject({ method: 'GET', url: '/api/captcha?purpose=login' });
    const { data } = answer.json<{ data: object }>();
    expect(data).toEqual({ provider, siteKey: keys.siteKey, scriptUrl: expect.stringMatching(/^https:\/\/[\w.]+\/.*api\.js$/) });
  });

  if (provider === 'recaptcha-v3' || provider === 'turnstile')
    it('AUTH-05 refuses a token that was made for another form', async () => {
      for (const action of ['register', 'LOGIN', '', undefined]) {
        const token = server.solve({ ...good[provider], ...(action === undefined ? { action: '' } : { action }) });
        expect((await login(token)).statusCode, action).toBe(400);
      }
    });

  if (provider === 'recaptcha-v3')
    it('AUTH-05 refuses a score under the threshold, and an answer without one', async () => {
      expect(await statusFor({ score: 0.49 })).toBe(400);
      expect((await login(server.solve({ action: 'login' }))).statusCode).toBe(400);
      expect(told().join()).toContain('not of reCAPTCHA v3');
      const strict = createRemoteCaptcha(provider, { ...built.context, config: { ...config, captchaMinScore: 0.9 } });
      await expect(strict.verify(server.solve({ action: 'login', score: 0.8 }), 'login')).rejects.toThrow();
      await strict.verify(server.solve({ action: 'login', score: 0.9 }), 'login');
      await strict.close();
    });

  if (provider === 'recaptcha')
    it('AUTH-05 refuses keys of version 3, whose tokens always succeed', async () => {
      expect(await statusFor({ score: 0.1, action: 'login' })).toBe(400);
      expect(told().join()).toContain('CAPTCHA=recaptcha-v3');
    });
});
