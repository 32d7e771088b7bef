import type { KnownMatch } from '@clearframe/contract';
import { formatDate } from '../../../shared/format/format.ts';

/** "3 of 256 bits differ", "the same hash". */
export function distanceWords(distance: number): string {
  if (distance === 0) return 'the same hash';
  return `${distance} of 256 bits ${distance === 1 ? 'differs' : 'differ'}`;
}

/** What an item looks like, without the link: "an item failed on 3 May 2026", "the block list Spring". */
export function matchWords({ list, list_name, decided_at }: KnownMatch): string {
  if (list_name !== null) return `the ${list} list ${list_name}`;
  return `an item ${list === 'block' ? 'failed' : 'passed'} on ${formatDate(decided_at)}`;
}
