import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a secret of more than thirty-two characters');

describe('secrets', () => {
  it('TOK-02 opens what it sealed, and nothing that was changed', () => {
    const sealed = secrets.seal('access-token', 'cf_live_x');
    expect(secrets.open('access-token', sealed)).toBe('cf_live_x');
    const bytes = Buffer.from(sealed, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => secrets.open('access-token', bytes.toString('base64url'))).toThrow();
  });

  it('TOK-02 opens nothing that was sealed for another use or under another key', () => {
    const sealed = secrets.seal('access-token', 'cf_live_x');
    expect(() => secrets.open('mail', sealed)).toThrow();
    expect(() => createSecrets('another secret of more than thirty-two').open('access-token', sealed)).toThrow();
  });

  it('MED-08 takes only the signature of that very text and use', () => {
    const signature = secrets.sign('file-url', 'a?b=1');
    expect(secrets.verify('file-url', 'a?b=1', signature)).toBe(true);
    expect(secrets.verify('file-url', 'a?b=2', signature)).toBe(false);
    expect(secrets.verify('mail', 'a?b=1', signature)).toBe(false);
    expect(secrets.verify('file-url', 'a?b=1', '')).toBe(false);
  });
});
