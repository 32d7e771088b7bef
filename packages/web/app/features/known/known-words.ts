import type { KnownImportResult, KnownList, KnownMatch, KnownPicture } from '@clearframe/contract';
import { formatCount, formatDate } from '../../format.ts';

/** In the order in which they are shown. */
export const knownLists: readonly KnownList[] = ['block', 'allow'];

export const listNames: Record<KnownList, string> = { block: 'Block list', allow: 'Allow list' };

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** "3 of 256 bits differ", "the same hash". */
export function distanceWords(distance: number): string {
  if (distance === 0) return 'the same hash';
  return `${distance} of 256 bits ${distance === 1 ? 'differs' : 'differ'}`;
}

/** Where a known picture comes from. */
export function sourceWords(known: Pick<KnownPicture, 'import' | 'list' | 'media_id'>): string {
  if (known.import) return `List ${known.import.name}`;
  const decided = known.list === 'block' ? 'Failed' : 'Passed';
  return known.media_id === null ? `${decided} item, deleted since` : `${decided} item`;
}

/** What an import did, for people. */
export function importedWords({ added, repeated, too_plain }: KnownImportResult): string {
  const parts = [`${counted(added, 'picture', 'pictures')} added`];
  if (repeated > 0) parts.push(`${counted(repeated, 'was', 'were')} known already`);
  if (too_plain > 0) parts.push(`${formatCount(too_plain)} left out, because their quality is too low to tell them apart`);
  return `${parts.join(', ')}.`;
}

/** What an item looks like, without the link: "an item failed on 3 May 2026", "the block list Spring". */
export function matchWords({ list, list_name, decided_at }: KnownMatch): string {
  if (list_name !== null) return `the ${list} list ${list_name}`;
  return `an item ${list === 'block' ? 'failed' : 'passed'} on ${formatDate(decided_at)}`;
}
