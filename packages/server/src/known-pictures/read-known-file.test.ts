import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Threads } from '../threads/threads.ts';
import { readKnownFile } from './read-known-file.ts';

const LinesRead = z.object({ lines: z.number() });

const pdq = (digit: string) => digit.repeat(64);

/** The text in pieces of so many bytes. */
async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads where the test runs, and counts the lines that are looked at. */
function reader() {
  const seen = { lines: 0 };
  const threads: Pick<Threads, 'run'> = {
    async run(task, input) {
      const output = task.run(input, () => false);
      seen.lines += LinesRead.parse(output).lines;
      return output;
    },
  };
  return { seen, threads, accountId: 'a' };
}
const read = (text: string, size?: number) => readKnownFile(reader(), pieces(text, size));

describe('a list of hashes', () => {
  it('is read however it arrives, with or without head, quality and note', async () => {
    const file =
      `\uFEFFhash,quality,note\r\n${pdq('a')},100,Spring – “new”\r\n\r\n# a comment\n${pdq('B')}\n` +
      `${pdq('c')},,"a ""b"", c"\n${pdq('d')},50`;
    const lines = [
      { pdq: pdq('a'), quality: 100, note: 'Spring – “new”' },
      { pdq: pdq('b'), quality: null, note: null },
      { pdq: pdq('c'), quality: null, note: 'a "b", c' },
      { pdq: pdq('d'), quality: 50, note: null },
    ];
    for (const size of [1, 7, 10_000]) expect(await read(file, size)).toEqual(lines);
  });

  it('names the lines that are wrong, and takes none of it then', async () => {
    const file = `${pdq('a')}\nabc\n${pdq('b')},101\n${pdq('c')},1.5\n${pdq('d')},1,${'x'.repeat(1_001)}\n`;
    await expect(read(file)).rejects.toMatchObject({
      code: 'validation_failed',
      message: '4 lines of the file could not be read. Nothing was imported.',
      errors: [
        { path: 'line 2', message: 'A PDQ hash of 64 hexadecimal digits is expected' },
        { path: 'line 3', message: 'The quality is a whole number from 0 to 100' },
        { path: 'line 4', message: 'The quality is a whole number from 0 to 100' },
        { path: 'line 5', message: 'A note has at most 1000 characters' },
      ],
    });
  });

  it('SEC-06 stops at the twentieth fault, and leaves the rest unread', async () => {
    const bad = reader();
    await expect(readKnownFile(bad, pieces('x\n'.repeat(1_500_000), 65_536))).rejects.toMatchObject({
      message: 'At least 20 lines of the file could not be read. Nothing was imported.',
      errors: Array.from({ length: 20 }, (_, n) => ({ path: `line ${n + 1}` })),
    });
    expect(bad.seen.lines).toBe(20);
  });

  it('SEC-06 counts lines that hold nothing too, and cuts lines that cannot be right', async () => {
    const empty = reader();
    await expect(readKnownFile(empty, pieces('\n'.repeat(1_000_000), 65_536))).rejects.toMatchObject({
      message: 'A list has fewer than 200,000 lines',
    });
    expect(empty.seen.lines).toBe(200_000);
    const long = `${pdq('a')}\n${'x'.repeat(5_000_000)}\n${pdq('b')}`;
    await expect(read(long, 65_536)).rejects.toMatchObject({ errors: [{ path: 'line 2' }] });
  });

  it('is refused when it is empty, too long, or something else altogether', async () => {
    await expect(read('hash,quality,note\n')).rejects.toMatchObject({ message: 'The file holds no hash' });
    await expect(read(`${pdq('a')}\n`.repeat(100_001), 65_536)).rejects.toMatchObject({
      message: 'A list has at most 100,000 hashes',
    });
    await expect(read('\u0000'.repeat(1_000_000), 65_536)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(read('x'.repeat(33 * 1_048_576), 1_048_576)).rejects.toMatchObject({ code: 'body_too_large' });
  });
});
