import { join, relative, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { S3Config } from '../../config-storage.ts';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import { objectsFolder } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { UsageError } from '../command.ts';

/** A place of a backup, and how sentences call it. */
export type Target = { place: Storage; name: string };

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
};

const inBucket =
  /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,254})\/((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)\/?$/;

/** A folder of a bucket, reached as the server's own bucket is. */
async function openBucket(word: string, s3: S3Config | null, dataDir: string): Promise<Target> {
  const refuse = (why: string) => new UsageError(`PLACE: "${word}" is not accepted: ${why}.`);
  const [, bucket, folder] = inBucket.exec(word) ?? [];
  if (!bucket || !folder) throw refuse('an address such as s3://bucket/folder');
  if (s3 === null)
    throw refuse('this server speaks to no S3. Set STORAGE or STORAGE_PREVIOUS and the S3 variables, or name a folder');
  const prefix = `${folder}/`;
  const isOurs = bucket === s3.bucket && (prefix.startsWith(s3.prefix) || s3.prefix.startsWith(prefix));
  if (isOurs) throw refuse('the files of this server are there. Name another bucket, or a folder beside S3_PREFIX');
  const { createS3Storage } = await import('../../storage/s3-storage.ts');
  return { place: createS3Storage({ ...s3, bucket, prefix }, join(dataDir, 'copies')), name: `s3://${bucket}/${folder}` };
}

/**
 * Opens the place that a command names: a folder of this machine, or `s3://bucket/folder`.
 * @throws UsageError when it is the storage itself, lies in it, or cannot be reached
 */
export async function openTarget(word: string, { dataDir, s3 }: Config): Promise<Target> {
  if (/^s3:/i.test(word)) return openBucket(word, s3, dataDir);
  const folder = resolve(word);
  const objects = objectsFolder(dataDir);
  if (isInside(folder, objects) || isInside(objects, folder))
    throw new UsageError(`PLACE: "${word}" is not accepted: the files of this server are there. Name another folder.`);
  return { place: createDiskStorage(folder), name: folder };
}
