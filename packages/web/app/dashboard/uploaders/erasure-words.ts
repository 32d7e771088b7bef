import type { AuthorErasure } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';

const counted = (items: number) => `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;

/** How far the erasure of somebody is, or what it left. */
export function erasureWords({ state, items, items_total: total, items_done: done, withheld }: AuthorErasure): string {
  if (state !== 'done') return `${formatCount(done)} of ${counted(total)}`;
  const went = items === 'delete' ? `${counted(done - withheld)} removed.` : `${counted(done)} kept without their name.`;
  if (withheld === 0) return went;
  return `${went} ${counted(withheld)} ${withheld === 1 ? 'stays' : 'stay'}: under legal hold, or in an open notice or appeal.`;
}
