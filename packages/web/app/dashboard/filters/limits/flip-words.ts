import type { WhatIf } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';

type Flips = Pick<WhatIf, 'flips'>['flips'];

const sum = (flips: Flips, which: (flip: Flips[number]) => boolean) =>
  flips.filter(which).reduce((items, flip) => items + flip.items, 0);

/** "14 more flagged, 0 fewer", and beside it what only joins or leaves the review. */
export function flipSums(flips: Flips): { all: number; flagged: string; review: string | null } {
  const more = sum(flips, ({ to }) => to === 'flagged');
  const fewer = sum(flips, ({ from }) => from === 'flagged');
  const joins = sum(flips, ({ from, to }) => from === 'safe' && to === 'review');
  const leaves = sum(flips, ({ from, to }) => from === 'review' && to === 'safe');
  return {
    all: sum(flips, () => true),
    flagged: `${formatCount(more)} more flagged, ${formatCount(fewer)} fewer`,
    review: joins + leaves === 0 ? null : `${formatCount(joins)} more to review, ${formatCount(leaves)} fewer`,
  };
}
