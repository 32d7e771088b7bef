import type { Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { nameReplaced } from '../../objects/object-removal.ts';
import { nameObjects, nameObjectsOfRun } from '../../objects/pending-objects.ts';
import { objectKeys, thumbnailPlace } from '../item/item-files.ts';
import { isQueued, type MediaAttempt, type MediaRow } from '../item/media-row.ts';
import type { StoredFiles } from './store-files.ts';

type TakenFiles = Partial<StoredFiles & Pick<MediaRow, 'displayKey' | 'thumbnailKey' | 'smallKey'>>;

/** The files of a run as the row of an item names them that nobody holds. */
export const filesOf = ({ pack, stillSeconds, ...original }: StoredFiles) => ({
  pack,
  stillSeconds,
  ...original,
  displayKey: null,
  thumbnailKey: null,
  smallKey: null,
});

/** Under a legal hold the files stay as they were found. Only an item that had no copies yet gets them: somebody has to look at it. */
function takenOf(row: MediaRow, stored: StoredFiles): TakenFiles {
  const { pack, stillSeconds } = stored;
  if (row.legalHoldAt === null) return filesOf(stored);
  if (thumbnailPlace(row) !== null) return {};
  const { original: _rewritten, ...parts } = pack.parts;
  return { pack: { key: pack.key, parts }, stillSeconds };
}

/**
 * What an attempt's row says of its files from now on, decided under the row's lock: a legal hold set while the analysis ran keeps what
 * was sent. Files that are taken are no longer pending, and those that other runs of the item were storing are named for removal. Files
 * that are replaced stay as long as their addresses. An original that holds metadata had none: a trigger of the row names it for
 * removal at once.
 * @returns nothing for an attempt that is no longer under way: its files stay pending, and the run drops them
 */
export async function takeFiles(tx: Tx, attempt: MediaAttempt, stored: StoredFiles): Promise<TakenFiles> {
  const [row] = await tx.select().from(media).where(isQueued(attempt)).for('update');
  if (!row) return {};
  const taken = takenOf(row, stored);
  const before = new Set(objectKeys(row));
  const after = new Set(objectKeys({ ...row, ...taken }));
  const added = [...after].filter((key) => !before.has(key));
  // Beside the files of a held item nothing is removed.
  await (row.legalHoldAt === null ? nameObjectsOfRun(tx, row, added) : nameObjects(tx, added));
  const isServed = (key: string) => key !== row.objectKey || row.metadataFree || key === row.pack?.key;
  await nameReplaced(
    tx,
    [...before].filter((key) => !after.has(key) && isServed(key)),
  );
  return taken;
}
