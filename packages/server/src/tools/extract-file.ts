import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;
/** Where a name and the length of its content (octal) stand in a header: POSIX.1-1988, ustar. */
const NAME_BYTES = 100;
const LENGTH_AT = 124;
const LENGTH_BYTES = 12;

const textIn = (block: Buffer, at: number, length: number): string =>
  block.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');

/**
 * Writes one file of a package's tarball, which was checked before: its names are short and its lengths true.
 * @param name such as `package/index.js`
 * @throws when the tarball has no such file, or ends in its middle
 */
export async function extractFile(tarball: string, name: string, to: string): Promise<void> {
  let found = false;

  async function* contentOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held: Buffer = Buffer.alloc(0);
    let content = 0;
    let padding = 0;
    let wanted = false;
    for await (const piece of source) {
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      while (held.length > 0) {
        if (content > 0) {
          const part = held.subarray(0, content);
          content -= part.length;
          held = held.subarray(part.length);
          if (wanted) yield part;
        } else if (padding > 0) {
          const skipped = Math.min(padding, held.length);
          padding -= skipped;
          held = held.subarray(skipped);
        } else if (held.length < BLOCK) {
          break;
        } else {
          wanted = textIn(held, 0, NAME_BYTES) === name;
          found ||= wanted;
          content = Number.parseInt(textIn(held, LENGTH_AT, LENGTH_BYTES), 8) || 0;
          padding = (BLOCK - (content % BLOCK)) % BLOCK;
          held = held.subarray(BLOCK);
        }
      }
    }
    if (wanted && content > 0) throw new Error(`The package ends within ${name}`);
  }

  await pipeline(createReadStream(tarball), createGunzip(), contentOf, createWriteStream(to));
  if (!found) throw new Error(`The package holds no ${name}`);
}
