import { bucketOf, type Threshold } from '@clearframe/contract';

const bars = 50;
/** Of a bar's place, in per cent of the chart. */
const gap = 0.2;

/**
 * The bars as the outline of one shape in per cent, two hundredths a bar. Heights grow with the square root: most scores are near 0, and
 * the few near 1 are those that matter.
 */
export function barShape(counts: readonly number[]): string {
  const sums = Array.from({ length: bars }, (_, bar) => {
    const end = bar === bars - 1 ? counts.length : bar * 2 + 2;
    return counts.slice(bar * 2, end).reduce((sum, scores) => sum + scores, 0);
  });
  const highest = Math.max(1, ...sums);
  const corners = sums.flatMap((sum, bar) => {
    const top = (1 - (sum === 0 ? 0.02 : Math.max(0.06, Math.sqrt(sum / highest)))) * 100;
    const [left, right] = [bar * 2, bar * 2 + 2 - gap];
    return [`${left}% 100%`, `${left}% ${top.toFixed(1)}%`, `${right}% ${top.toFixed(1)}%`, `${right}% 100%`];
  });
  return `polygon(${corners.join(', ')})`;
}

/** Scores from a limit on. Not exact where the limit is between two hundredths and some scores are there too. */
function reached(counts: readonly number[], limit: number): { scores: number; isExact: boolean } {
  const bucket = bucketOf(limit);
  const isHundredth = bucket / 100 === limit;
  const scores = counts.slice(isHundredth ? bucket : bucket + 1).reduce((sum, some) => sum + some, 0);
  return { scores, isExact: isHundredth || counts[bucket] === 0 };
}

/** What a pair of limits makes of the scores; null = that limit is off. */
export function countAt(counts: readonly number[], { review, flag }: Threshold) {
  const flagged = flag === null ? null : reached(counts, flag);
  const reviewed = review === null ? null : reached(counts, review);
  return {
    review: reviewed === null ? null : Math.max(0, reviewed.scores - (flagged?.scores ?? 0)),
    flagged: flagged?.scores ?? null,
    isExact: (reviewed?.isExact ?? true) && (flagged?.isExact ?? true),
  };
}
