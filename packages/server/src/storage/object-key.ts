/** Two to four plain segments: nothing of it can climb out of the storage, whatever a caller sends. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,63}(?:\/[a-z0-9][a-z0-9._-]{0,63}){1,3}$/;
/** What stands before the key of an object in quarantine. */
const quarantined = /^quarantine\/\d{4}-\d{2}-\d{2}\//;
/** One plain segment. */
const folderPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The one object whose key is a single name: which installation the storage belongs to. `list` leaves it out. */
export const installationKey = 'clearframe-installation.json';

/** Where a storage keeps what is not whole yet, or is there for a moment only. No object that a row names lies there. */
export const UNFINISHED = 'unfinished';

/** Whether it is a key of an object that a row may name. */
export function isObjectKey(key: string): boolean {
  return keyPattern.test(key.replace(quarantined, '')) && !key.includes('..') && !key.startsWith(`${UNFINISHED}/`);
}

/** @throws Error when no object may have this key */
export function requireKey(key: string): string {
  if (!isObjectKey(key) && key !== installationKey) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
  return key;
}

/** @param folder '' = all. @throws Error when it is no folder of objects */
export function requireFolder(folder: string): string {
  if (folder !== '' && !folderPattern.test(folder)) throw new Error(`Not a folder: ${JSON.stringify(folder)}`);
  return folder;
}
