import { qualityMinDecided, qualityMinSampled, type RecallFigures, wilson } from '@clearframe/contract';

/** Items with one outcome: all of them, and those that people passed and failed. */
export type Stratum = { items: number; passed: number; failed: number };
/** Sampled items that were decided, by the rate they were drawn at. */
export type SampledAt = { permille: number; passed: number; failed: number };
export type Covered = { flagged: Stratum; review: Stratum; safe: Stratum; sampled: number; sample: readonly SampledAt[] };

/** Three intervals are put together: each at 98.3 %, so that all three hold in 95 of 100 cases (Bonferroni). */
const z983 = 2.393_98;

type Range = { least: number; likely: number; most: number };

/** Bad items among those that a person is asked to decide: what is known, and for the rest the share among the decided. */
function badAmongShown({ items, passed, failed }: Stratum): Range {
  const n = passed + failed;
  if (n === 0) return { least: 0, likely: 0, most: items };
  const { low, high } = wilson(failed, n, z983);
  const rest = items - n;
  return { least: failed + rest * low, likely: failed + (rest * failed) / n, most: failed + rest * high };
}

/**
 * Bad items among the safe ones, from the sample: each decided one stands for 1 / its rate (Horvitz and Thompson 1952), set in
 * proportion to how many safe items there are. Unequal weights tell less than their number: the interval takes Kish's effective one.
 */
function badAmongSafe({ items, passed, failed }: Stratum, sample: readonly SampledAt[]): Range {
  let [weight, squares, bad] = [0, 0, 0];
  for (const at of sample) {
    const each = 1_000 / at.permille;
    const decided = at.passed + at.failed;
    weight += each * decided;
    squares += each ** 2 * decided;
    bad += each * at.failed;
  }
  const effective = weight ** 2 / squares;
  const share = bad / weight;
  const { low, high } = wilson(share * effective, effective, z983);
  // What people found also outside of the sample is known.
  const known = (count: number) => Math.min(items - passed, Math.max(failed, count));
  return { least: known(items * low), likely: known(items * share), most: known(items * high) };
}

const decidedOf = ({ passed, failed }: Pick<Stratum, 'passed' | 'failed'>) => passed + failed;
const isEnough = (stratum: Stratum) => decidedOf(stratum) >= Math.min(stratum.items, qualityMinDecided);
const share = (part: number, other: number) => (part + other === 0 ? 0 : part / (part + other));

/**
 * How many of the bad items were found, which is: flagged or sent to a person. The bounds are the worst and the best that the
 * intervals of the three outcomes allow together, which is wider than it would have to be.
 * @param covered items that were judged while a sample was drawn; the decided ones are taken as typical of their outcome
 */
export function estimateRecall({ flagged, review, safe, sampled, sample }: Covered): RecallFigures {
  const covered = flagged.items + review.items + safe.items;
  const decided = sample.reduce((sum, at) => sum + decidedOf(at), 0);
  const missed = sample.reduce((sum, at) => sum + at.failed, 0);
  const counts = { covered, sampled, decided, missed };
  if (covered === 0) return { state: 'off', ...counts, estimate: null };
  if (decided < qualityMinSampled || !isEnough(flagged) || !isEnough(review))
    return { state: 'too_few', ...counts, estimate: null };
  const shown = [badAmongShown(flagged), badAmongShown(review)];
  const found = (of: keyof Range) => shown.reduce((sum, range) => sum + range[of], 0);
  const unseen = badAmongSafe(safe, sample);
  // Nothing bad was met anywhere: there is no share of it.
  if (found('likely') + unseen.likely === 0) return { state: 'too_few', ...counts, estimate: null };
  return {
    state: 'estimated',
    ...counts,
    estimate: {
      share: share(found('likely'), unseen.likely),
      low: share(found('least'), unseen.most),
      high: share(found('most'), unseen.least),
    },
  };
}
