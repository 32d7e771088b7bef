import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readStart } from './read-start.ts';

const within = { maxBytes: 4_096, maxMs: 1_000 };

describe('the beginning of an answer', () => {
  it('HOOK-04 is its text', async () => {
    expect(await readStart(Readable.from([Buffer.from('{"ok":'), Buffer.from(' true}\n')]), within)).toBe('{"ok": true}\n');
    expect(await readStart(Readable.from([]), within)).toBe('');
  });

  it('HOOK-04 is cut at its limit, between two characters, and the rest is not read', async () => {
    const body = new PassThrough();
    body.write(`${'x'.repeat(4_095)}ä and more`);
    expect(await readStart(body, within)).toBe('x'.repeat(4_095));
    expect(body.destroyed).toBe(true);
  });

  it('HOOK-04 is what came in time, or before it broke off', async () => {
    const slow = new PassThrough();
    slow.write('so far');
    expect(await readStart(slow, { maxBytes: 100, maxMs: 20 })).toBe('so far');
    const broken = new PassThrough();
    broken.write('half');
    setImmediate(() => broken.destroy(new Error('gone')));
    expect(await readStart(broken, within)).toBe('half');
  });

  it('SEC-07 holds nothing that a database cannot store or a terminal obeys', async () => {
    expect(await readStart(Readable.from([Buffer.from([0x61, 0, 0x1b, 0xff, 0x62])]), within)).toBe('a\u{FFFD}\u{FFFD}\u{FFFD}b');
  });
});
