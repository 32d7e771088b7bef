import { makePack } from '../../objects/pack.ts';
import { newMark, type PendingObjects } from '../../objects/pending-objects.ts';
import type { Storage, StorageSigns } from '../../storage/storage.ts';
import { stillName } from '../item/item-files.ts';
import { type MediaRow, siblingKey } from '../item/media-row.ts';
import { cleanFilm, cleanPicture, type Stripper } from './clean-original.ts';
import type { Made } from './examine-item.ts';

type Item = Pick<MediaRow, 'objectKey' | 'kind' | 'attempt' | 'fileSizeBytes' | 'legalHoldAt' | 'pack'>;

/** The files of one run, as the item's row is to name them. */
export type StoredFiles = Pick<MediaRow, 'objectKey' | 'metadataFree' | 'fileSizeBytes' | 'stillSeconds'> & {
  pack: NonNullable<MediaRow['pack']>;
};

type Original = Omit<StoredFiles, 'pack' | 'stillSeconds'>;
type Store = { pending: Pick<PendingObjects, 'expect' | 'put'>; storage: Pick<Storage, 'open'>; signs: StorageSigns };

/** What a pack holds beside the original, largest first. Most pictures get their large copy later, as an object of its own. */
function copiesOf({ display, thumbnail, stills }: Made): (readonly [string, Uint8Array])[] {
  return [
    ...(display ? [['display', display.bytes] as const] : []),
    ['thumbnail', thumbnail.bytes],
    ...stills.map(({ second, rendition }): [string, Uint8Array] => [stillName(second), rendition.bytes]),
  ];
}

/** What becomes of a picture's original. `packed` = its bytes, which go into the pack; null = it stays the object that it is. */
async function originalOf(
  stripper: Stripper,
  item: Item,
  { bytes, packKey }: { bytes: Uint8Array; packKey: string },
): Promise<Original & { packed: Uint8Array | null }> {
  const { objectKey, fileSizeBytes } = item;
  const clean = item.legalHoldAt === null ? await cleanPicture(stripper, bytes) : null;
  const isAlone = objectKey !== item.pack?.key;
  if (isAlone && clean === null) return { objectKey, metadataFree: false, fileSizeBytes, packed: null };
  if (isAlone && clean === bytes) return { objectKey, metadataFree: true, fileSizeBytes: bytes.length, packed: null };
  // One that lies in an earlier pack moves on into this one, so that an item has one pack.
  const packed = clean ?? bytes;
  return { objectKey: packKey, metadataFree: clean !== null, fileSizeBytes: packed.length, packed };
}

/**
 * Stores what one run made, under keys of this run alone: a run that loses leaves the files of the other as they are. Before the
 * transaction, so that a settled item always has them. The copies go into one object, and a picture's original with them where it had
 * to be rewritten: two puts for each picture, with the one that took it in. A rewritten film gets an object of its own.
 */
export async function storeFiles(
  { pending, storage, signs }: Store,
  stripper: Stripper,
  item: Item,
  made: Made,
): Promise<StoredFiles> {
  const run = `${item.attempt}-${newMark()}`;
  const key = siblingKey(item, `pack-${run}`);
  const copies = copiesOf(made);
  const stillSeconds = made.stills.map(({ second }) => second);
  const put = async (original: Uint8Array | null) => {
    // The original comes first: what knows nothing of packs, such as a version before them, finds a picture under this key.
    const { bytes, parts } = makePack(new Map([...(original ? [['original', original] as const] : []), ...copies]));
    await pending.put(key, bytes, signs);
    return { key, parts };
  };
  if (made.bytes !== null) {
    const { packed, ...original } = await originalOf(stripper, item, { bytes: made.bytes, packKey: key });
    return { ...original, stillSeconds, pack: await put(packed) };
  }
  const sent = { objectKey: item.objectKey, metadataFree: false, fileSizeBytes: item.fileSizeBytes };
  if (item.legalHoldAt !== null) return { ...sent, stillSeconds, pack: await put(null) };
  const objectKey = siblingKey(item, `clean-${run}`);
  await pending.expect([key, objectKey]);
  const [pack, film] = await Promise.all([put(null), cleanFilm({ pending, storage, signs }, stripper, item, objectKey)]);
  return { ...(film ? { objectKey, metadataFree: true, fileSizeBytes: film.sizeBytes } : sent), stillSeconds, pack };
}
