import type { KnownImportResult, KnownList, KnownPicture } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';

/** In the order in which they are shown. */
export const knownLists: readonly KnownList[] = ['block', 'allow'];

export const listNames: Record<KnownList, string> = { block: 'Block list', allow: 'Allow list' };

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

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
