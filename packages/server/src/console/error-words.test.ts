import { expect, it } from 'vitest';
import { errorWords } from './error-words.ts';

const of = (message: string, name = 'Error', code: string | null = null) => errorWords({ name, message, code });

it('OPS-04 shows what an operator can act on', () => {
  expect(of('The disk: ENOSPC: no space left on device, write', 'StorageUnavailable', 'ENOSPC')).toBe(
    'The disk: ENOSPC: no space left on device, write',
  );
  expect(of('S3: SlowDown', 'StorageUnavailable', 'SlowDown')).toBe('S3: SlowDown');
  expect(of('connect failed', 'Error', 'ECONNREFUSED')).toBe('connect failed (ECONNREFUSED)');
  expect(of('the mail server rejected a mail: EENVELOPE RCPT TO 550 5.1.1', 'MailFault')).toBe(
    'the mail server rejected a mail: EENVELOPE RCPT TO 550 5.1.1',
  );
  expect(errorWords({ name: null, message: null, code: null })).toBe('Error');
});

it('SEC-08 repeats nothing of a customer', () => {
  expect(of('Failed query: select $1\nparams: ada@example.com', 'Error', '57014')).toBe('A query of the database failed (57014)');
  expect(of('Unexpected token H in Hello Ada', 'SyntaxError')).toBe('SyntaxError');
  expect(of('no mailbox of ada@example.com here')).toBe('no mailbox of … here');
  expect(of('cannot read "holiday in Rome.png"')).toBe('cannot read …');
  expect(of("open '/data/objects/a/b.png'")).toBe('open …');
  expect(of('EACCES: permission denied, open /data/objects/a/b.png')).toBe('EACCES: permission denied, open …');
  expect(of('GET https://shop.example/secret?token=1 failed')).toBe('GET … failed');
  expect(of('first line\nsecond line with a name')).toBe('first line');
  expect(of('x'.repeat(400))).toHaveLength(161);
});

it('SEC-08 ends no quotation at a new line, an apostrophe or the end of what is kept', () => {
  expect(of('cannot read "holiday\nin Rome.png" of a disk')).toBe('cannot read … of a disk');
  expect(of('cannot read "holiday in Rome')).toBe('cannot read …');
  expect(of("cannot read 'Ada's holiday.png' there")).toBe('cannot read … there');
  expect(of("can't read 'holiday.png'")).toBe("can't read …");
  expect(of(`${'"quoted" '.repeat(221)}at Rome.png`)).not.toContain('Rome');
});

it('SEC-08 reads the start of a long sentence alone, and drops the word that it ends within', () => {
  const long = `${'x '.repeat(10)}"${'y'.repeat(1_970)}" ada.lovelace@example.com`;
  expect(of(long)).toBe(`${'x '.repeat(10)}…`);
  expect(of('@'.repeat(20_000))).toBe('Error');
  expect(of(`it failed\n${'of Rome '.repeat(1_000)}`)).toBe('it failed');
});

it('OPS-04 says the same of errors that are alike', () => {
  const gone = (id: string) => of(`There is no object ${id}/0190b3f0-7c3a-7c3a-8c3a-0190b3f07c3a/original.png`, 'ObjectMissing');
  expect(gone('0190b3f0-7c3a-7c3a-8c3a-0190b3f07c31')).toBe(gone('0190b3f0-7c3a-7c3a-8c3a-0190b3f07c32'));
});
