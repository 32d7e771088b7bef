import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { fault, ok, warning } from './finding.ts';
import { exitCodeOf, jsonOf, linesOf, withoutSecrets } from './report.ts';

const fine = ok('mail', 'The mail server answers.');
const off = warning('versions', 'Running: 1.0.0.', 'Restart.');
const broken = fault('storage', 'The disk is full.', 'Free some space.');

describe('the report of clearframe doctor', () => {
  it('OPS-01 has a line for each check, and what to do below it', () => {
    expect(linesOf([fine, off, broken])).toEqual([
      'ok       mail      The mail server answers.',
      'warning  versions  Running: 1.0.0.',
      '                   → Restart.',
      'FAULT    storage   The disk is full.',
      '                   → Free some space.',
      '',
      '1 ok, 1 warning, 1 fault.',
    ]);
  });

  it('OPS-01 ends with 1 on a fault, and with 0 on a warning', () => {
    expect([exitCodeOf([fine]), exitCodeOf([fine, off]), exitCodeOf([off, broken])]).toEqual([0, 0, 1]);
  });

  it('OPS-01 is one document for programs', () => {
    expect(JSON.parse(jsonOf([fine, off]))).toEqual({ status: 'warning', checks: [fine, off] });
    expect(JSON.parse(jsonOf([]))).toEqual({ status: 'ok', checks: [] });
  });

  it('SEC-08 repeats no secret, whatever another program says', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://u:p%40ss-one@db/x',
      SMTP_URL: 'smtp://me:pass-two@mail.example.com',
      SECRET_KEY: 'k'.repeat(40),
      SECRET_KEY_PREVIOUS: 'p'.repeat(40),
      STORAGE: 's3',
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'an-id',
      S3_SECRET_ACCESS_KEY: 'pass-three',
    });
    const secrets = ['p@ss-one', 'p%40ss-one', 'pass-two', 'k'.repeat(40), 'p'.repeat(40), 'pass-three'];
    const [told] = withoutSecrets([fault('storage', `It says: ${secrets.join(' ')}`, 'Mend it.')], config);
    expect(told?.found).toBe('It says: *** *** *** *** *** ***');
  });
});
