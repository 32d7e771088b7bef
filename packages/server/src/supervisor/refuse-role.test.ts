import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { refuseRole } from './refuse-role.ts';

const whole = {
  DATABASE_URL: 'postgres://db.example/clearframe',
  SECRET_KEY: 'k'.repeat(43),
  SMTP_URL: 'smtp://mail.example',
};

describe('a machine that does a part of the work', () => {
  it.each([
    ['api', { DATABASE_URL: '' }, /^ROLE: "api" needs DATABASE_URL: .*$/],
    ['worker', { DATABASE_URL: '' }, /^ROLE: "worker" needs DATABASE_URL: .*$/],
    ['api', { SECRET_KEY: '' }, /^SECRET_KEY: missing: ROLE "api" .*at least 32 random characters$/],
    ['worker', { SECRET_KEY: '' }, /^SECRET_KEY: missing: ROLE "worker" .*at least 32 random characters$/],
    ['api', { SMTP_URL: '' }, /^SMTP_URL: missing: ROLE "api" .*smtp:\/\/ or smtps:\/\/ address.*$/],
  ])('OPS-01 does not start with ROLE=%s and %o', (ROLE, missing, line) => {
    expect(() => refuseRole(readConfig({ ...whole, ROLE, ...missing }))).toThrow(line);
  });

  it('OPS-01 is told of everything at once', () => {
    expect(() => refuseRole(readConfig({ ROLE: 'api' }))).toThrow(/^ROLE: .*\nSECRET_KEY: .*\nSMTP_URL: .*$/);
  });

  it.each([{ ...whole, ROLE: 'api' }, { ...whole, ROLE: 'worker', SMTP_URL: '' }, {}])('OPS-01 starts with %o', (environment) => {
    expect(() => refuseRole(readConfig(environment))).not.toThrow();
  });
});
