import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../security/secrets.ts';
import { createDiskObjects, isMissing, isObjectKey } from './disk-objects.ts';
import { readUrl, signUrl } from './file-url.ts';
import type { LocalFile, Storage } from './storage.ts';

export type DiskStorageOptions = {
  /** Folder of the objects; made when it is not there. */
  folder: string;
  /** Origin of the addresses, without a trailing slash. */
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
};

/** Objects as files under one folder, served by `routes/media/files.ts`. */
export function createDiskStorage({ folder, publicUrl, secrets, clock }: DiskStorageOptions): Storage {
  async function openFile(key: string, query: unknown): Promise<LocalFile | null> {
    const signed = isObjectKey(key) ? readUrl(secrets, clock.now(), key, query) : null;
    if (!signed) return null;
    const path = join(folder, key);
    try {
      const { size } = await stat(path);
      return { ...signed, sizeBytes: size, read: (start, end) => createReadStream(path, { start, end }) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    ...createDiskObjects(folder),
    signedUrl: (key, options) => `${publicUrl}/files/${key}?${signUrl(secrets, key, options)}`,
    plainUrl: (key) => `${publicUrl}/files/${key}`,
    local: { open: openFile },
  };
}
