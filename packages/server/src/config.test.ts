import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it.each([
    ['TRUST_PROXY', 'foo', 'addresses or networks'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses or networks'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/8/8', 'addresses or networks'],
    ['ALLOW_PRIVATE_TARGETS', 'localhost', 'host:port pairs'],
    ['ALLOW_PRIVATE_TARGETS', 'http://localhost:80', 'host:port pairs'],
    ['TENANT_PRIVATE_TARGETS', 'localhost', 'host:port pairs'],
    ['DATABASE_POOL_MAX', '1', 'a number from 2 to 200'],
    ['DATABASE_POOL_MAX', '201', 'a number from 2 to 200'],
  ])('OPS-01 stops at %s=%s with one line that names the variable, the value and what is accepted', (name, value, accepts) => {
    let line = '';
    try {
      readConfig({ [name]: value });
    } catch (error) {
      line = error instanceof Error ? error.message : '';
    }
    expect(line).toMatch(new RegExp(`^${name}: .*is not accepted: ${accepts}.*$`));
    expect(line).toContain(JSON.stringify(value));
  });

  it('OPS-01 takes lists of networks and targets', () => {
    const config = readConfig({
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
      TENANT_PRIVATE_TARGETS: '127.0.0.1:4000, intranet.example:8443,[::1]:4000',
    });
    expect(config.trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect(config.allowPrivateTargets).toEqual(['127.0.0.1:4000', 'intranet.example:8443', '[::1]:4000']);
  });

  it('SEC-01 lets no account reach what the operator allows for analysers, nor analysers what accounts may reach', () => {
    const operator = readConfig({ ALLOW_PRIVATE_TARGETS: '10.0.0.7:8000' });
    expect([operator.allowPrivateTargets, operator.analyserTargets]).toEqual([[], ['10.0.0.7:8000']]);
    const tenants = readConfig({ TENANT_PRIVATE_TARGETS: '10.0.0.8:8000' });
    expect([tenants.allowPrivateTargets, tenants.analyserTargets]).toEqual([['10.0.0.8:8000'], []]);
  });

  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://moderation.example', SECRET_KEY: 'x'.repeat(32) };
  const linesOf = (env: Record<string, string>): string[] => {
    try {
      readConfig(env);
    } catch (error) {
      return error instanceof Error ? error.message.split('\n') : [];
    }
    return [];
  };

  it.each(['recaptcha', 'recaptcha-v3', 'hcaptcha', 'turnstile'])(
    'OPS-03 AUTH-05 does not start with CAPTCHA=%s without its keys',
    (name) => {
      expect(linesOf({ CAPTCHA: name })).toEqual([
        expect.stringMatching(/^CAPTCHA_SITE_KEY: missing/),
        expect.stringMatching(/^CAPTCHA_SECRET: missing/),
      ]);
      const whole = { CAPTCHA: name, CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 's' };
      expect(linesOf({ ...open, ...whole })).toEqual([]);
      expect(readConfig(whole)).toMatchObject({
        captcha: name,
        captchaVerifyUrl: null,
        captchaScriptUrl: null,
        captchaMinScore: 0.5,
      });
      for (const variable of ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SCRIPT_URL']) {
        const plain = { ...whole, [variable]: 'http://mirror.example/x' };
        expect(linesOf(plain)).toEqual([]);
        expect(linesOf({ ...open, ...plain })).toEqual([expect.stringMatching(new RegExp(`^${variable}: .*https`))]);
      }
    },
  );

  it('OPS-03 OPS-04 lets a start wait for its tables only where somebody else can make them', () => {
    expect(readConfig({}).migrate).toBe('auto');
    expect(readConfig({ MIGRATE: 'wait', DATABASE_URL: 'postgres://u@db/x' }).migrate).toBe('wait');
    expect(linesOf({ MIGRATE: 'wait' })).toEqual([
      expect.stringMatching(/^MIGRATE: "wait" is not accepted without DATABASE_URL/),
    ]);
    expect(linesOf({ MIGRATE: 'never' })).toEqual(['MIGRATE: "never" is not accepted: auto or wait']);
  });

  it('SEC-10 AUTH-05 takes no captcha off outside local mode', () => {
    expect(linesOf({ ...open, CAPTCHA: 'off' })).toEqual([
      expect.stringMatching(/^CAPTCHA: "off" is not accepted outside local mode/),
    ]);
    expect(linesOf({ CAPTCHA: 'off' })).toEqual([]);
  });

  it('SEC-08 prints no secret, not even a wrong one', () => {
    const secret = 'hush hush';
    for (const name of ['SECRET_KEY', 'CAPTCHA_SECRET', 'SMTP_URL', 'DATABASE_URL']) {
      const value = name === 'CAPTCHA_SECRET' ? secret.repeat(100) : secret;
      expect(linesOf({ [name]: value }).join()).toMatch(new RegExp(`^${name}: the value given is not accepted`));
    }
  });

  it.each([
    ['no-reply@example.com', true],
    ['Clearframe <no-reply@localhost>', true],
    ['"Frames, Ltd." <no-reply@example.com>', true],
    ['Łódź Kadr <no-reply@example.com>', true],
    ['<no-reply@example.com>', true],
    ['Clearframe', false],
    ['Clearframe no-reply@example.com', false],
    ['Clearframe <no-reply>', false],
    ['a@example.com, b@example.com', false],
    ['Clearframe <a@example.com> <b@example.com>', false],
    ['Clearframe\r\nBcc: evil@example.com <a@example.com>', false],
    ['"Clear\nframe" <a@example.com>', false],
  ])('OPS-03 judges the sender %j of mails at the start', (sender, isTaken) => {
    const lines = linesOf({ MAIL_FROM: sender });
    expect(lines).toEqual(isTaken ? [] : [expect.stringMatching(/^MAIL_FROM: .* is not accepted: a sender/)]);
  });

  it.each([
    ['smtp://mail.example.com', true],
    ['smtps://me:p%40ss@mail.example.com:465?ca=/etc/ca.pem', true],
    ['smtp://mail.example.com?requireTLS=true', true],
    ['smtp://mail.example.com?requireTLS=yes', false],
    ['smtp://mail.example.com?requiretls=true', false],
    ['smtp://mail.example.com?tls.rejectUnauthorized=false', false],
    ['smtp://', false],
    ['https://mail.example.com', false],
    ['mail.example.com', false],
  ])('OPS-03 SEC-08 judges the mail server %s at the start', (address, isTaken) => {
    const lines = linesOf({ SMTP_URL: address });
    expect(lines).toEqual(isTaken ? [] : [expect.stringMatching(/^SMTP_URL: the value given is not accepted/)]);
  });
});
