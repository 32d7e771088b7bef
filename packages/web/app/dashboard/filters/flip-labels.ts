import type { WhatIfFlip } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';

/** "12 items, 3 of them decided by a person: 2 as the change would". */
export function flipWords({ items, decided, agrees }: WhatIfFlip): string {
  const counted = `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;
  if (decided === 0) return `${counted}, none decided by a person`;
  const share =
    agrees === decided
      ? decided === 1
        ? 'as the change would'
        : 'all as the change would'
      : `${formatCount(agrees)} as the change would`;
  return `${counted}, ${formatCount(decided)} decided by a person: ${share}`;
}
