import { StorageUnavailable } from './storage.ts';

/** The disk is full, read-only, broken or a share that is gone: nothing of it is about what was asked. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ENXIO', 'ENODEV', 'EMFILE', 'ENFILE', 'ETIMEDOUT']);
const isDiskFault = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code);

/** @throws StorageUnavailable in the place of what the system says of a disk that is away or full */
export async function disk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    throw new StorageUnavailable(`The disk: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
