import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../fixtures');

/** Bytes of a fixture by its path below `fixtures`. */
export const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

/** Paths of all pictures in a folder of fixtures. */
export const fixturesIn = (name: string): string[] => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);

/** One harmless picture in each of the seven formats. */
export const sevenFormats = ['jpg', 'png', 'webp', 'gif', 'heic', 'heif', 'avif'].map((ending) => `formats/pears.${ending}`);

/** What a promise is rejected with; a promise that is kept fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}
