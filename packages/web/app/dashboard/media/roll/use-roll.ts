import type { MediaRoll } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '../../shell/api/is-missing.ts';
import { isLeaving, mediaItemQuery } from '../../shell/api/media-item-query.ts';
import { decisionsUnderWay } from '../../shell/live/decisions-under-way.ts';
import { type Filters, searchOf } from '../address.ts';
import { itemsNow, type KeptRoll, rollAround, shows } from './kept-roll.ts';
import { rollQuery } from './roll-query.ts';

const never = { enabled: false };

/**
 * The roll that an item is looked at in. Whoever walks along it walks in one order; at its ends, and where it does not have the item,
 * it is read around that item.
 * @param isRested whether the person stays: those who pass by ask for nothing
 */
export function useRoll(id: string, filters: Filters, isRested: boolean) {
  const [last, setLast] = useState<{ roll: KeptRoll; from: MediaRoll } | null>(null);
  const search = searchOf(filters);
  const from = last?.roll.around ?? null;
  // An answer from before a decision, or from before its undo, would show its past: the end of either reads it.
  const mayRead = () => isRested && from !== null && !isLeaving(from) && !decisionsUnderWay.any();
  const around = useQuery({ ...mediaItemQuery(from), enabled: mayRead });
  // The list is another one, or the item around which it was read is gone: that place tells nothing any more.
  const isGone = from === null || isMissing(around.error) || isLeaving(from);
  const kept = last?.roll.search === search && !isGone ? last.roll : null;
  const isKept = kept !== null && shows(kept, id);
  const read = useQuery({ ...rollQuery(isKept ? kept.around : id, filters), ...(isRested ? {} : never) });
  // The page reads it.
  const item = useQuery({ ...mediaItemQuery(id), ...never }).data;
  // Each answer makes one roll. One that cannot be kept, as while its item is being deleted, must not be made again and again.
  if (!isKept && isRested && read.data && !read.isFetching && item && last?.from !== read.data)
    setLast({ roll: rollAround(item, search, read.data), from: read.data });
  const known = [around.data, item].filter((one) => one !== undefined);
  return {
    around: kept?.around,
    items: kept ? itemsNow(kept, known, isKept ? read.data : undefined) : null,
    hasFailed: !isKept && read.isError,
    read,
  };
}
