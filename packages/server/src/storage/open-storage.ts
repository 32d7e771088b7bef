import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Folder of the objects on this machine's disk. */
const objectsFolder = (dataDir: string): string => join(dataDir, 'objects');

/** The storage of this set-up. What speaks S3 is loaded only where files lie there. */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (s3 === null) return createDiskStorage(objectsFolder(dataDir));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3, join(dataDir, 'copies'));
}

/** How sentences call it, and the variable that says where it is. */
export function storageName({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): { name: string; variable: string } {
  if (s3 === null) return { name: objectsFolder(dataDir), variable: 'DATA_DIR' };
  const at = s3.endpoint === null ? '' : ` at ${new URL(s3.endpoint).host}`;
  return { name: `s3://${s3.bucket}/${s3.prefix}${at}`, variable: 'S3_BUCKET' };
}
