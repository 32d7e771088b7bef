import { createInterface } from 'node:readline';
import { forEachKey } from '../../moderation/item/move-objects.ts';
import { hasObject } from '../../objects/has-object.ts';
import { installationKey } from '../../storage/object-key.ts';
import type { Storage } from '../../storage/storage.ts';
import { batchesOf } from './copy-files.ts';
import type { Manifest, StoredFile } from './manifest.ts';
import { checkFile, hashOf, openFile, openPacked } from './stored-file.ts';

type Files = NonNullable<Manifest['files']>;

/** Every file of the backup, as its list says. @throws Error when the list is not what was stored, before anything of it is given */
async function* listed(place: Storage, { list }: Files): AsyncGenerator<StoredFile> {
  await checkFile(place, list);
  for await (const line of createInterface({ input: openPacked(place, list) })) {
    const [key = '', size = '', md5 = ''] = line.split('\t');
    yield { key, sizeBytes: Number(size), md5 };
  }
}

/** Does the work for each file of the backup, eight at a time. @throws Error when the list has not as many as it says */
export async function forEachFile(
  place: Storage,
  files: Files,
  work: (file: StoredFile) => Promise<void>,
  onStep: (count: number) => void,
): Promise<void> {
  let count = 0;
  for await (const some of batchesOf(listed(place, files))) {
    const byKey = new Map(some.map((file) => [file.key, file]));
    await forEachKey([...byKey.keys()], async (key) => {
      const file = byKey.get(key);
      if (file) await work(file);
    });
    count += some.length;
    onStep(count);
  }
  if (count !== files.count) throw new Error(`The backup lists ${count} of ${files.count} files. Nothing of it was taken over.`);
}

/**
 * A storage is empty, or holds what a restore of this backup that was cut off has copied.
 * @throws Error with a sentence
 */
export async function requireEmptyStorage(storage: Storage, place: Storage, name: string): Promise<void> {
  if (await hasObject(storage, installationKey))
    throw new Error(`${name} belongs to an installation already. Name an empty one. Nothing was changed.`);
  for await (const { key, sizeBytes } of storage.list())
    if (!(await hasObject(place, key)) || (await place.size(key)) !== sizeBytes)
      throw new Error(`${name} is not empty: it holds ${key}. Name an empty one. Nothing was changed.`);
}

async function isThere(storage: Storage, { key, sizeBytes, md5 }: StoredFile): Promise<boolean> {
  if (!(await hasObject(storage, key)) || (await storage.size(key)) !== sizeBytes) return false;
  return (await hashOf((await storage.open(key)).body)) === md5;
}

/** Puts one file back, unless an earlier try has. @throws Error when it is not what was backed up: then nothing of it is stored */
export async function restoreFile(place: Storage, storage: Storage, file: StoredFile): Promise<void> {
  if (!(await isThere(storage, file))) await storage.put(file.key, openFile(place, file));
}
