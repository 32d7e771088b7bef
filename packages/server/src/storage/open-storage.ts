import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createMovingStorage } from './moving-storage.ts';
import type { S3Limits } from './s3-connection.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<Config, 'dataDir' | 's3' | 'storage' | 'storagePrevious'>;
type Kind = Config['storage'];

/** Folder of the objects on this machine's disk. */
export const objectsFolder = (dataDir: string): string => join(dataDir, 'objects');

/** What speaks S3 is loaded only where files lie there. */
async function openOne({ dataDir, s3 }: StorageConfig, kind: Kind, limits?: S3Limits): Promise<Storage> {
  if (kind === 'disk') return createDiskStorage(objectsFolder(dataDir));
  if (s3 === null) throw new Error('There is no bucket');
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3, join(dataDir, 'copies'), limits);
}

/** Both storages of a set-up whose files are being moved; null = there is one. */
export async function openBoth(config: StorageConfig, limits?: S3Limits): Promise<{ now: Storage; before: Storage } | null> {
  const { storage, storagePrevious } = config;
  return (
    storagePrevious && { now: await openOne(config, storage, limits), before: await openOne(config, storagePrevious, limits) }
  );
}

/** The storage of this set-up. @param limits for whoever waits less long than the server does */
export async function openStorage(config: StorageConfig, limits?: S3Limits): Promise<Storage> {
  const both = await openBoth(config, limits);
  return both ? createMovingStorage(both) : await openOne(config, config.storage, limits);
}

/** How sentences call it, and the variable that says where it is. */
export function storageName({ dataDir, s3, storage }: StorageConfig, kind: Kind = storage): { name: string; variable: string } {
  if (kind === 'disk' || s3 === null) return { name: objectsFolder(dataDir), variable: 'DATA_DIR' };
  const at = s3.endpoint === null ? '' : ` at ${new URL(s3.endpoint).host}`;
  return { name: `s3://${s3.bucket}/${s3.prefix}${at}`, variable: 'S3_BUCKET' };
}

/** Where a person finds an object: below DATA_DIR, or in the bucket; in either while files are moved. */
export function placesOf({ s3, storage, storagePrevious }: StorageConfig, key: string): string[] {
  const kinds = [storage, storagePrevious].filter((kind) => kind !== null);
  return kinds.map((kind) => (kind === 's3' && s3 ? `s3://${s3.bucket}/${s3.prefix}${key}` : `objects/${key}`));
}
