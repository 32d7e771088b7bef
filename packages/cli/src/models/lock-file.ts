import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { causeOf, ModelsError } from './models-error.ts';

const LOCK = 'clearframe.lock.json';

/** What a folder holds, pinned when it was first fetched. */
export const Lock = z.strictObject({
  repo: z.string(),
  /** A commit. */
  revision: z.string().regex(/^[0-9a-f]{40}$/),
  licence: z.string().nullable(),
  accepted_at: z.iso.datetime(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Lock = z.infer<typeof Lock>;
export type LockedFile = Lock['files'][number];

/** @returns null when the folder has none. @throws ModelsError 1 when it cannot be read, or is another format */
export async function readLock(folder: string): Promise<Lock | null> {
  const path = join(folder, LOCK);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw new ModelsError(1, `${path} could not be read (${causeOf(cause)}).`, { cause });
  });
  if (text === null) return null;
  const lock = Lock.safeParse(parseJson(text));
  if (!lock.success) throw new ModelsError(1, `${path} is in another format. Remove it to pin the files again.`);
  return lock.data;
}

/** Written beside and renamed, so that a lock is whole. */
export async function writeLock(folder: string, lock: Lock): Promise<void> {
  const path = join(folder, LOCK);
  await writeFile(`${path}.new`, `${JSON.stringify(lock, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

/** Size and sum of a file; null when there is none. */
export async function sumOf(path: string): Promise<{ bytes: number; sha256: string } | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return { bytes: found.size, sha256: hash.digest('hex') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
