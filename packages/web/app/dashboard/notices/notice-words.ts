import type { Notice, NoticeCopy, NoticeOutcome } from '@clearframe/contract';
import { formatShare } from '../../shared/format/format.ts';

export const groundWords: Record<Notice['ground'], string> = {
  illegal: 'It is illegal',
  terms: 'It is against your rules',
};

export const outcomeWords: Record<NoticeOutcome, string> = {
  removed: 'Removed',
  restricted: 'Restricted',
  no_action: 'No action',
  not_found: 'Not found',
};

const HASH_BITS = 256;

/** "98% alike", "97% alike, mirrored". */
export function alikeWords({ distance, mirrored }: Pick<NoticeCopy, 'distance' | 'mirrored'>): string {
  return `${formatShare(HASH_BITS - distance, HASH_BITS)} alike${mirrored ? ', mirrored' : ''}`;
}

/** Over the linked item: no copies are only said where somebody has looked for them. */
export function headingOf({ copies, copies_searched: isSearched }: Pick<Notice, 'copies' | 'copies_searched'>): string {
  if (copies.length > 0) return `The item and ${copies.length} ${copies.length === 1 ? 'copy' : 'copies'}`;
  return isSearched ? 'The item, no copies' : 'The item';
}

/** Below it, where there may be copies that nobody has found. */
export function searchWords({ copies_searched: isSearched, status }: Pick<Notice, 'copies_searched' | 'status'>): string {
  if (isSearched) return 'The search for copies is not complete. There may be more.';
  return status === 'open' ? 'No search for copies was made yet.' : 'No search for copies was made.';
}

const anId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The id in what somebody pasted: an id, or the address of an item's page. */
export const idIn = (text: string): string | null => anId.exec(text)?.[0].toLowerCase() ?? null;

/** Where a notice says that the item is. A stranger's id of no item of the account is kept as `urn:uuid:`. */
export function placeOf(itemUrl: string | null): { url: string | null; words: string } {
  if (itemUrl === null) return { url: null, words: 'Only an id was given' };
  if (itemUrl.startsWith('urn:uuid:')) return { url: null, words: `Item id ${itemUrl.slice(9)}, which is none of yours` };
  return { url: itemUrl, words: itemUrl };
}
