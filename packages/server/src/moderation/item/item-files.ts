import type { MediaPack } from '../../db/schema.ts';
import type { ByteRange } from '../../storage/storage.ts';
import type { MediaRow } from './media-row.ts';

/** Where the bytes of a file lie: in an object of their own, or in a part of one. */
export type FilePlace = { key: string; range?: ByteRange };

type Files = Pick<MediaRow, 'objectKey' | 'displayKey' | 'thumbnailKey' | 'smallKey' | 'stillSeconds' | 'pack'>;

/** What the part of a pack is called that shows one second of a video. */
export const stillName = (second: number): string => `second-${second}`;

function inPack(pack: MediaPack | null, name: string): FilePlace | null {
  const part = pack?.parts[name];
  if (!pack || !part) return null;
  const [start, sizeBytes] = part;
  return { key: pack.key, range: { start, end: start + sizeBytes - 1 } };
}

const alone = (key: string | null): FilePlace | null => (key === null ? null : { key });

/** What ends the name of a large copy with an object of its own: the mark of the run that made it, none in the first versions. */
const displayName = /display([^/]*)$/;

/**
 * The object of one second's picture, from before there were packs: beside the large copy of the same run. The function
 * `media_objects` of the database says the same.
 */
const stillKey = (displayKey: string, second: number): string => displayKey.replace(displayName, `${stillName(second)}$1`);

/** Whether the original lies in the pack: it was rewritten for it. */
const isOriginalInPack = ({ objectKey, pack }: Pick<Files, 'objectKey' | 'pack'>): boolean => objectKey === pack?.key;

export function originalPlace(item: Pick<Files, 'objectKey' | 'pack'>): FilePlace {
  return (isOriginalInPack(item) ? inPack(item.pack, 'original') : null) ?? { key: item.objectKey };
}

/** Ends the address of a large copy that is made when somebody asks for it. No object has this name. */
const LARGE = '/large';

/** Whether that address leads to whichever object the large copy lies in. */
export const isLargeAddress = (key: string): boolean => key.endsWith(LARGE);

/** The large copy as an address names it: the same before it is made and afterwards. null before the first analysis. */
export function displayAddress(item: Pick<Files, 'objectKey' | 'pack' | 'displayKey'>): FilePlace | null {
  const isMadeLater = item.pack !== null && inPack(item.pack, 'display') === null;
  return isMadeLater ? { key: item.objectKey.replace(/\/[^/]*$/, LARGE) } : displayPlace(item);
}

/** The large copy; null before the first analysis, and of most pictures until somebody opens them. */
export const displayPlace = ({ pack, displayKey }: Pick<Files, 'pack' | 'displayKey'>): FilePlace | null =>
  inPack(pack, 'display') ?? alone(displayKey);

export const thumbnailPlace = ({ pack, thumbnailKey }: Pick<Files, 'pack' | 'thumbnailKey'>): FilePlace | null =>
  inPack(pack, 'thumbnail') ?? alone(thumbnailKey);

/** A third size that older items have; null = there is none. */
export const smallPlace = ({ pack, smallKey }: Pick<Files, 'pack' | 'smallKey'>): FilePlace | null =>
  inPack(pack, 'small') ?? alone(smallKey);

/** The picture of one of the seconds in `stillSeconds`. */
export const stillPlace = ({ pack, displayKey }: Pick<Files, 'pack' | 'displayKey'>, second: number): FilePlace | null =>
  inPack(pack, stillName(second)) ?? alone(displayKey && stillKey(displayKey, second));

/** Every object of an item, once. */
export function objectKeys({ objectKey, displayKey, thumbnailKey, smallKey, stillSeconds, pack }: Files): string[] {
  const stills = displayKey === null ? [] : stillSeconds.map((second) => stillKey(displayKey, second));
  const keys = [objectKey, displayKey, thumbnailKey, smallKey, ...stills, pack?.key ?? null];
  return [...new Set(keys.filter((key) => key !== null))];
}
