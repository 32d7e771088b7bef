import { POLICY_VERSION, type Share, TAXONOMY_VERSION } from '@clearframe/contract';
import type { Evaluation, Measured } from './evaluate.ts';
import type { BestThreshold, Confusion } from './statistics.ts';

/** The evaluation as one JSON document, the points of every curve included. Times in ms, money in millionths of a US dollar. */
export function documentOf({ pictures, analysers, sections, notCounted }: Evaluation): string {
  const content = {
    policy_version: POLICY_VERSION,
    taxonomy_version: TAXONOMY_VERSION,
    pictures,
    analysers: analysers.map(({ name, version, answered, meanMs, p95Ms, costMicros }) => ({
      name,
      version,
      answered,
      time_mean_ms: meanMs,
      time_p95_ms: p95Ms,
      cost_micros: costMicros,
    })),
    questions: sections.map(({ question, limit, leftOut, measured }) => ({
      question,
      limit: limit && { value: limit.value, kind: limit.kind },
      left_out: leftOut,
      analysers: measured.map(measuredOf),
    })),
    not_counted: notCounted.map(({ label, analyser, problem }) => ({ file: label, analyser, problem })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function measuredOf({ analyser, positives, negatives, present, auc, roc, bestF1, bestYouden }: Measured) {
  return {
    analyser,
    n: positives + negatives,
    positives,
    negatives,
    confusion: present && confusionOf(present.confusion),
    precision: shareOf(present?.quality.precision),
    recall: shareOf(present?.quality.recall),
    f1: shareOf(present?.quality.f1),
    auc,
    best_f1: bestOf(bestF1),
    best_youden: bestOf(bestYouden),
    /** The threshold of the first point is null: nothing is flagged. */
    roc: roc.map(({ threshold, truePositiveRate, falsePositiveRate }) => ({
      threshold: Number.isFinite(threshold) ? threshold : null,
      true_positive_rate: truePositiveRate,
      false_positive_rate: falsePositiveRate,
    })),
  };
}

const shareOf = (share: Share | null | undefined) => share ?? null;

const bestOf = (best: BestThreshold | null) =>
  best && { threshold: best.threshold, value: best.value, confusion: confusionOf(best.confusion) };

const confusionOf = ({ truePositives, falsePositives, falseNegatives, trueNegatives }: Confusion) => ({
  true_positives: truePositives,
  false_positives: falsePositives,
  false_negatives: falseNegatives,
  true_negatives: trueNegatives,
});
