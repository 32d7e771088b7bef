import { describe, expect, it } from 'vitest';
import { readUrl, signUrl } from './file-urls.ts';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a secret of more than thirty-two characters');
const options = { expiresAt: new Date('2026-01-01T10:00:20Z'), contentType: 'image/png', filename: 'a b & ü.png' };
const query = (text: string) => Object.fromEntries(new URLSearchParams(text));
const now = new Date('2026-01-01T09:00:00Z');

describe('signed file addresses', () => {
  it('MED-08 opens what was signed, until the end of its minute', () => {
    const signed = query(signUrl(secrets, 'a/b/c.png', options));
    const opened = { ...options, expiresAt: new Date('2026-01-01T10:01:00Z') };
    expect(readUrl(secrets, now, 'a/b/c.png', signed)).toEqual(opened);
    expect(readUrl(secrets, new Date('2026-01-01T10:00:59Z'), 'a/b/c.png', signed)).toEqual(opened);
    expect(readUrl(secrets, new Date('2026-01-01T10:01:00Z'), 'a/b/c.png', signed)).toBeNull();
  });

  it.each(['a b & ü.png', "it's (1)~!*.png", 'a+b%20=?#/:@[]"<>.png', '漢字 😀.png', '\ud83d.png', '\n.png', 'plain-1_2.png'])(
    'MED-08 writes a name as every form does: %j',
    (filename) => {
      const range = { start: 0, end: 99 };
      const written = signUrl(secrets, 'a/b/c.png', { ...options, filename, range });
      expect(written).toBe(new URLSearchParams(written).toString());
      const sent = new URLSearchParams({ name: filename }).get('name');
      expect(new URLSearchParams(written).get('name')).toBe(sent?.toWellFormed());
    },
  );

  it('MED-08 gives the same address for every moment of a minute, so that a browser finds it in its cache', () => {
    const later = { ...options, expiresAt: new Date('2026-01-01T10:00:59Z') };
    expect(signUrl(secrets, 'a/b/c.png', later)).toBe(signUrl(secrets, 'a/b/c.png', options));
  });

  it('MED-08 opens nothing when any part was changed or is missing', () => {
    const signed = query(signUrl(secrets, 'a/b/c.png', options));
    expect(readUrl(secrets, now, 'a/b/d.png', signed)).toBeNull();
    expect(readUrl(secrets, now, 'a/b/c.png', {})).toBeNull();
    const changes = { expires: '9999999999', type: 'image/webp', name: 'other', sig: 'x' };
    for (const [name, value] of Object.entries(changes))
      expect(readUrl(secrets, now, 'a/b/c.png', { ...signed, [name]: value })).toBeNull();
    expect(readUrl(createSecrets('another secret of more than thirty-two'), now, 'a/b/c.png', signed)).toBeNull();
  });

  it('MED-08 opens nothing with a parameter that comes twice or that was appended', () => {
    const signed = query(signUrl(secrets, 'a/b/c.png', options));
    for (const [name, value] of Object.entries(signed))
      expect(readUrl(secrets, now, 'a/b/c.png', { ...signed, [name]: [value, value] })).toBeNull();
    for (const name of ['download', 'key', '__proto__x'])
      expect(readUrl(secrets, now, 'a/b/c.png', { ...signed, [name]: 'x' })).toBeNull();
  });

  it('SEC-02 never signs or opens active content', () => {
    for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml'])
      expect(() => signUrl(secrets, 'a/b/c.png', { ...options, contentType })).toThrow();
    const type = 'text/html';
    const sig = secrets.sign('file-url', JSON.stringify(['a/b/c.png', '9999999999', type, 'x']));
    expect(readUrl(secrets, now, 'a/b/c.png', { expires: '9999999999', type, name: 'x', sig })).toBeNull();
  });
});
