import type { Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { nameReplaced } from '../../objects/object-removal.ts';
import { nameObjects } from '../../objects/pending-objects.ts';
import { isQueued, type MediaAttempt, type MediaRow, objectKeys } from '../item/media-row.ts';
import type { CleanedOriginal } from './clean-original.ts';
import type { Copies } from './examine-item.ts';

/** The files of one run: copies, and what is known of the original now. */
export type StoredFiles = Copies & CleanedOriginal;

/** Under a legal hold the files stay as they were found. Only an item that had no copies yet gets them: somebody has to look at it. */
function takenOf(
  row: MediaRow,
  { displayKey, thumbnailKey, smallKey, stillSeconds, ...original }: StoredFiles,
): Partial<StoredFiles> {
  const copies = { displayKey, thumbnailKey, smallKey, stillSeconds };
  if (row.legalHoldAt === null) return { ...copies, ...original };
  return row.displayKey === null ? copies : {};
}

/**
 * What an attempt's row says of its files from now on, decided under the row's lock: a legal hold set while the analysis ran keeps what
 * was sent. Files that are taken are no longer pending. Those that they replace stay as long as their addresses. An original that holds
 * metadata had none: a trigger of the row names it for removal at once.
 * @returns nothing for an attempt that is no longer under way: its files stay pending, and the run drops them
 */
export async function takeFiles(tx: Tx, attempt: MediaAttempt, stored: StoredFiles | undefined): Promise<Partial<StoredFiles>> {
  if (!stored) return {};
  const [row] = await tx.select().from(media).where(isQueued(attempt)).for('update');
  if (!row) return {};
  const taken = takenOf(row, stored);
  const before = new Set(objectKeys(row));
  const after = new Set(objectKeys({ ...row, ...taken }));
  await nameObjects(
    tx,
    [...after].filter((key) => !before.has(key)),
  );
  const isServed = (key: string) => key !== row.objectKey || row.metadataFree;
  await nameReplaced(
    tx,
    [...before].filter((key) => !after.has(key) && isServed(key)),
  );
  return taken;
}
