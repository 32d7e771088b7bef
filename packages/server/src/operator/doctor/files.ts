import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { objectsFolder, storageName } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const GB = 1_000_000_000;
/** Below the first, uploads and the database stop soon; below the second it is time to think of it. */
const tooFewBytes = GB;
const fewBytes = 10 * GB;

/** Whether a file or folder is there. @throws what else the system says */
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Also while files are moved to a bucket, or from one. */
const usesDisk = ({ storage, storagePrevious }: Config): boolean => storage === 'disk' || storagePrevious === 'disk';

/** Puts, reads and removes a probe, as a start does. On a disk nothing is made that a start has not made. */
export async function checkStorage(config: Config, storage: Storage): Promise<Finding[]> {
  const { name } = storageName(config);
  if (usesDisk(config) && !(await isThere(objectsFolder(config.dataDir))))
    return [
      warning(
        'storage',
        `${objectsFolder(config.dataDir)} is not there yet.`,
        'Start the server, which makes it, or check DATA_DIR.',
      ),
    ];
  await storage.ready();
  const isPrivate = config.s3 === null ? '' : ' Nobody reads it without a key.';
  return [ok('storage', `A probe was written, read and removed in ${name}.${isPrivate}`)];
}

const sizeOf = (bytes: number): string => (bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.floor(bytes / 1_000_000)} MB`);

export function judgeSpace(folder: string, freeBytes: number): Finding {
  const found = `${sizeOf(freeBytes)} free in ${folder}.`;
  const mend = 'Free some space, or move the folder to a larger disk.';
  if (freeBytes < tooFewBytes) return fault('free space', found, mend);
  return freeBytes < fewBytes ? warning('free space', found, mend) : ok('free space', found);
}

async function spaceOf(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  return judgeSpace(folder, bavail * bsize);
}

/** The data folder, and that of the objects where it lies on another disk. */
export async function checkDataFolder(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const check = 'data folder';
  if (!(await isThere(dataDir)))
    return [warning(check, `${dataDir} is not there yet.`, 'Start the server, which makes it, or check DATA_DIR.')];
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const writable = isWritable
    ? ok(check, `${dataDir} can be written.`)
    : fault(check, `This user may not write to ${dataDir}.`, "Run this as the server's user, or give the folder to that user.");
  const findings = [writable, await spaceOf(dataDir)];
  const objects = objectsFolder(dataDir);
  if (!usesDisk(config) || !(await isThere(objects))) return findings;
  const isElsewhere = (await stat(objects)).dev !== (await stat(dataDir)).dev;
  return isElsewhere ? [...findings, await spaceOf(objects)] : findings;
}
