import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaKinds, sniffKind } from '@clearframe/contract';
import { readPack } from '../objects/pack.ts';
import { isObjectKey } from '../storage/object-key.ts';
import { type ByteRange, ObjectMissing, type Storage } from '../storage/storage.ts';
import type { OperatorOutput } from './run.ts';

const names = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const isThere = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

type Place = { name: string; range: ByteRange };

/** Each file of an object, by its trailer; of one that is no pack the object itself. */
async function placesIn(storage: Storage, key: string): Promise<Place[]> {
  const placed = (name: string, start: number, sizeBytes: number): Place[] =>
    sizeBytes > 0 ? [{ name, range: { start, end: start + sizeBytes - 1 } }] : [];
  const parts = await readPack(storage, key);
  if (parts === null) return placed(key.slice(key.lastIndexOf('/') + 1), 0, await storage.size(key));
  return Object.entries(parts).flatMap(([name, [start, sizeBytes]]) => (names.test(name) ? placed(name, start, sizeBytes) : []));
}

/** The name of a file, with the ending that its first bytes ask for. */
async function fileName(storage: Storage, key: string, { name, range }: Place): Promise<string> {
  const kind = sniffKind(await storage.get(key, { start: range.start, end: Math.min(range.end, range.start + 63) }));
  return kind && !name.includes('.') ? `${name}.${mediaKinds[kind].extension}` : name;
}

/**
 * `clearframe storage extract KEY FOLDER`: writes the files of one object into a folder of this machine, for a report or a repair. It
 * needs no row: a pack says by itself what lies in it. What is there already is never written over.
 */
export async function extract(
  { storage }: { storage: Storage },
  { key, folder }: { key: string; folder: string },
  { print, complain }: OperatorOutput,
): Promise<number> {
  if (!isObjectKey(key)) {
    complain(`"${key}" is not accepted: the key of an object, such as clearframe holds and clearframe storage check print it.`);
    return 1;
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const place of await placesIn(storage, key)) {
      const path = join(folder, await fileName(storage, key, place));
      const { body } = await storage.open(key, place.range);
      await writeFile(path, body, { flag: 'wx', mode: 0o600 }).finally(() => body.destroy());
      print(path);
    }
    return 0;
  } catch (error) {
    if (error instanceof ObjectMissing) complain(`There is no object ${key}.`);
    else if (isThere(error)) complain(`${error.path} is there already. Name another folder.`);
    else throw error;
    return 1;
  }
}
