import { type Share, wilsonShare } from '@clearframe/contract';

/** One picture as one analyser saw it. `score` is a likelihood, or anything else that rises with it. */
export type Sample = { score: number; positive: boolean };

/** A score that equals the threshold counts as flagged, as in the product. */
export type Confusion = { truePositives: number; falsePositives: number; falseNegatives: number; trueNegatives: number };

/** One point of the curve: what the threshold catches and what it flags wrongly. Infinity flags nothing. */
export type RocPoint = { threshold: number; truePositiveRate: number; falsePositiveRate: number };

/** Shares with their 95 % intervals; null where there was nothing to count. */
export type Quality = { precision: Share | null; recall: Share | null; f1: Share | null };

/** A threshold that was observed as a score, and what it gives. */
export type BestThreshold = { threshold: number; value: number; confusion: Confusion };

export function confusionAt(samples: readonly Sample[], threshold: number): Confusion {
  const confusion: Confusion = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  for (const { score, positive } of samples) {
    if (score >= threshold) confusion[positive ? 'truePositives' : 'falsePositives']++;
    else confusion[positive ? 'falseNegatives' : 'trueNegatives']++;
  }
  return confusion;
}

/**
 * Precision and recall with Wilson's interval. F1 is no share of anything counted, but it rises with one that is: of all that
 * were flagged or should have been, those that are both (J); F1 = 2J / (1 + J). So its interval is that of J, carried over.
 */
export function qualityOf({ truePositives, falsePositives, falseNegatives }: Confusion): Quality {
  const both = wilsonShare(truePositives, truePositives + falsePositives + falseNegatives);
  const carry = (share: number) => (2 * share) / (1 + share);
  return {
    precision: wilsonShare(truePositives, truePositives + falsePositives),
    recall: wilsonShare(truePositives, truePositives + falseNegatives),
    f1: both && {
      value: (2 * truePositives) / (both.n + truePositives),
      low: carry(both.low),
      high: carry(both.high),
      n: both.n,
    },
  };
}

/** From "nothing is flagged" to "everything is", one point for each score that occurred. Empty unless both kinds occurred. */
export function rocOf(samples: readonly Sample[]): RocPoint[] {
  const { positives, negatives } = countOf(samples);
  if (positives === 0 || negatives === 0) return [];
  const points: RocPoint[] = [{ threshold: Number.POSITIVE_INFINITY, truePositiveRate: 0, falsePositiveRate: 0 }];
  for (const { threshold, confusion } of confusions(samples)) {
    points.push({
      threshold,
      truePositiveRate: confusion.truePositives / positives,
      falsePositiveRate: confusion.falsePositives / negatives,
    });
  }
  return points;
}

/**
 * How often a picture that should be flagged scores higher than one that should not; equal scores count half. That is the area
 * under the ROC and the Mann-Whitney statistic. 0.5 is a coin, 1 is perfect. @returns null unless both kinds occurred
 */
export function aucOf(samples: readonly Sample[]): number | null {
  const points = rocOf(samples);
  if (points.length === 0) return null;
  let area = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (!before) continue;
    const width = point.falsePositiveRate - before.falsePositiveRate;
    area += (width * (point.truePositiveRate + before.truePositiveRate)) / 2;
  }
  return area;
}

/** The threshold with the highest F1; of equal ones the highest threshold. Null when nothing should be flagged. */
export function bestByF1(samples: readonly Sample[]): BestThreshold | null {
  return countOf(samples).positives === 0 ? null : best(samples, (confusion) => qualityOf(confusion).f1?.value ?? 0);
}

/**
 * The threshold with the highest Youden index: recall minus the share of
 * wrong flags. Of equal ones the highest; null unless both kinds occurred.
 */
export function bestByYouden(samples: readonly Sample[]): BestThreshold | null {
  const { positives, negatives } = countOf(samples);
  if (positives === 0 || negatives === 0) return null;
  // One division of whole numbers: a difference of two would tell equal ones apart by their rounding.
  return best(
    samples,
    ({ truePositives, falsePositives }) => (truePositives * negatives - falsePositives * positives) / (positives * negatives),
  );
}

function best(samples: readonly Sample[], worth: (confusion: Confusion) => number): BestThreshold | null {
  let found: BestThreshold | null = null;
  for (const { threshold, confusion } of confusions(samples)) {
    const value = worth(confusion);
    if (found === null || value > found.value) found = { threshold, value, confusion };
  }
  return found;
}

export function countOf(samples: readonly Sample[]): { positives: number; negatives: number } {
  const positives = samples.filter(({ positive }) => positive).length;
  return { positives, negatives: samples.length - positives };
}

/** The confusion at each score that occurred, from the highest down, in one pass. */
function* confusions(samples: readonly Sample[]): Generator<{ threshold: number; confusion: Confusion }> {
  const sorted = [...samples].sort((a, b) => b.score - a.score);
  const { positives, negatives } = countOf(samples);
  let truePositives = 0;
  let falsePositives = 0;
  for (const [index, { score, positive }] of sorted.entries()) {
    if (positive) truePositives++;
    else falsePositives++;
    if (sorted[index + 1]?.score === score) continue;
    const confusion = {
      truePositives,
      falsePositives,
      falseNegatives: positives - truePositives,
      trueNegatives: negatives - falsePositives,
    };
    yield { threshold: score, confusion };
  }
}
