import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { forEachKey } from '../../moderation/item/move-objects.ts';
import { hasObject } from '../../objects/has-object.ts';
import { ownerIdOf } from '../../objects/object-removal.ts';
import { ObjectMissing, type Storage } from '../../storage/storage.ts';
import { filesKey, type Manifest, type StoredFile } from './manifest.ts';
import { hashOf, storeFile, storePacked } from './stored-file.ts';

/** Files of one step: eight of them are copied at a time. */
const BATCH = 200;
/** More that are missing are no losses of long ago: the storage is the wrong one, or broken. */
const missingMax = 10_000;

export async function* batchesOf<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = [];
  for await (const one of all) {
    some.push(one);
    if (some.length < BATCH) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/**
 * Copies one file, or measures the copy of an earlier try: a key is written once, ever, and a copy is whole or not there.
 * @returns null where there is none to copy
 */
async function copyFile(from: Storage, to: Storage, key: string): Promise<StoredFile | null> {
  try {
    const sizeBytes = await from.size(key);
    if ((await hasObject(to, key)) && (await to.size(key)) === sizeBytes)
      return { key, sizeBytes, md5: await hashOf((await to.open(key)).body) };
    return await storeFile(to, key, (await from.open(key)).body);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** What lies beside the files of items under legal hold, in quarantine too. What goes meanwhile was not named. */
async function* besideHeld(storage: Storage, held: ReadonlyMap<string, ReadonlySet<string>>): AsyncGenerator<string> {
  for (const [accountId, items] of held)
    for await (const { key } of storage.list(accountId)) if (items.has(ownerIdOf(key) ?? '')) yield key;
  const all = new Set([...held.values()].flatMap((items) => [...items]));
  if (all.size === 0) return;
  for await (const { key } of storage.list('quarantine')) {
    const [, , ...original] = key.split('/');
    if (all.has(ownerIdOf(original.join('/')) ?? '')) yield key;
  }
}

export type CopyFiles = {
  /** The backup's id. */
  run: string;
  from: Storage;
  to: Storage;
  /** A file with a key on each line: what rows of the snapshot name. */
  keysPath: string;
  /** Where the list of what was copied is written, before it is stored. */
  listPath: string;
  held: ReadonlyMap<string, ReadonlySet<string>>;
};

/**
 * Copies every file that the snapshot names, and stores a list of them.
 * @param onStep told how far it is, after every 200 files
 * @throws Error when more than 10,000 are missing
 */
export async function copyFiles(
  { run, from, to, keysPath, listPath, held }: CopyFiles,
  onStep: (files: number, sizeBytes: number) => void,
): Promise<NonNullable<Manifest['files']>> {
  const list = createWriteStream(listPath);
  const missing: string[] = [];
  let [count, sizeBytes] = [0, 0];
  const copyBatch = async (keys: readonly string[], isNamed: boolean) => {
    const copied = new Map<string, StoredFile>();
    await forEachKey(keys, async (key) => {
      const file = await copyFile(from, to, key);
      if (file) copied.set(key, file);
      else if (isNamed) missing.push(key);
    });
    if (missing.length > missingMax) throw new Error(`More than ${missingMax} files are missing. Run: clearframe storage check`);
    for (const key of keys) {
      const file = copied.get(key);
      if (!file) continue;
      list.write(`${key}\t${file.sizeBytes}\t${file.md5}\n`);
      count += 1;
      sizeBytes += file.sizeBytes;
    }
    onStep(count, sizeBytes);
  };
  try {
    for await (const keys of batchesOf(createInterface({ input: createReadStream(keysPath) }))) await copyBatch(keys, true);
    for await (const keys of batchesOf(besideHeld(from, held))) {
      const there = await Promise.all(keys.map((key) => hasObject(to, key)));
      await copyBatch(
        keys.filter((_key, place) => !there[place]),
        false,
      );
    }
  } finally {
    list.end();
    await finished(list);
  }
  return { count, sizeBytes, list: await storePacked(to, filesKey(run), createReadStream(listPath)), missing: missing.sort() };
}
