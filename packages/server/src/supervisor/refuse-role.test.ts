import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { refuseRole } from './refuse-role.ts';

const whole = {
  DATABASE_URL: 'postgres://db.example/clearframe',
  SECRET_KEY: 'k'.repeat(43),
  SMTP_URL: 'smtp://mail.example',
};

/** Each role alone, short names, and lists: the list of all four is a part of a fleet too. */
const partial = [
  'http',
  'jobs',
  'pictures',
  'videos',
  'api',
  'worker',
  'http,jobs',
  'jobs, pictures',
  'http,jobs,pictures,videos',
];
const mailing = partial.filter((role) => /http|jobs|api/.test(role));
const analysing = partial.filter((role) => !mailing.includes(role));

describe('a machine that does a part of the work', () => {
  it.each(partial)('OPS-01 does not start with ROLE=%s without a database', (ROLE) => {
    const refused = () => refuseRole(readConfig({ ...whole, ROLE, DATABASE_URL: '' }));
    expect(refused).toThrow(`ROLE: "${ROLE}" needs DATABASE_URL: the embedded database serves one machine alone`);
  });

  it.each(partial)('OPS-01 does not start with ROLE=%s without the common key', (ROLE) => {
    const refused = () => refuseRole(readConfig({ ...whole, ROLE, SECRET_KEY: '' }));
    expect(refused).toThrow(
      `SECRET_KEY: missing: ROLE "${ROLE}" needs the key that all machines have, at least 32 random characters`,
    );
  });

  it.each(mailing)('OPS-01 does not start with ROLE=%s without a mail server', (ROLE) => {
    const refused = () => refuseRole(readConfig({ ...whole, ROLE, SMTP_URL: '' }));
    expect(refused).toThrow(
      `SMTP_URL: missing: ROLE "${ROLE}" needs an smtp:// or smtps:// address: mails in files are lost with the machine`,
    );
  });

  it.each(analysing)('OPS-01 starts with ROLE=%s without a mail server: analysis sends none', (ROLE) => {
    expect(() => refuseRole(readConfig({ ...whole, ROLE, SMTP_URL: '' }))).not.toThrow();
  });

  it.each(partial)('OPS-01 starts with ROLE=%s and all of it', (ROLE) => {
    expect(() => refuseRole(readConfig({ ...whole, ROLE }))).not.toThrow();
  });

  it('OPS-01 is told of everything at once', () => {
    expect(() => refuseRole(readConfig({ ROLE: 'jobs' }))).toThrow(/^ROLE: .*\nSECRET_KEY: .*\nSMTP_URL: .*$/);
  });

  it('OPS-01 needs none of it where one machine does everything', () => {
    expect(() => refuseRole(readConfig({}))).not.toThrow();
  });
});
