import type { CategoryScores } from '@clearframe/contract';
import type { Labels } from './list-labelled.ts';
import { type Limit, labelOf, limitOf, type Question, questionsOf, scoreOf, truthOf } from './questions.ts';
import {
  aucOf,
  type BestThreshold,
  bestByF1,
  bestByYouden,
  type Confusion,
  confusionAt,
  countOf,
  type Quality,
  qualityOf,
  type RocPoint,
  rocOf,
  type Sample,
} from './statistics.ts';

/** What one analyser said of one picture, or why it said nothing. Cost in millionths of a US dollar; null = not known. */
export type Answer =
  | { scores: CategoryScores; version: string; costMicros: number | null; elapsedMs: number }
  | { problem: string };

/** A picture with its labels. Without answers when its file could not be read. */
export type Judged = { label: string; labels: Labels } & ({ answers: ReadonlyMap<string, Answer> } | { problem: string });

/** One analyser over all pictures, whatever the question. Nulls when it answered nothing, or its cost is not known. */
export type AnalyserSummary = {
  name: string;
  /** Of its model and its mapping; null when it answered nothing. */
  version: string | null;
  answered: number;
  meanMs: number | null;
  p95Ms: number | null;
  costMicros: number | null;
};

/** One analyser's answers to one question. */
export type Measured = {
  analyser: string;
  samples: Sample[];
  positives: number;
  negatives: number;
  /** At the limit in force; null without one, or without samples. */
  present: { confusion: Confusion; quality: Quality } | null;
  auc: number | null;
  roc: RocPoint[];
  bestF1: BestThreshold | null;
  bestYouden: BestThreshold | null;
};

/** `leftOut` = pictures whose labels do not answer the question. */
export type Section = { question: Question; label: string; limit: Limit; leftOut: number; measured: Measured[] };

/** `analyser` null = nobody saw the picture, because its file could not be read. */
export type NotCounted = { label: string; analyser: string | null; problem: string };

export type Evaluation = { pictures: number; analysers: AnalyserSummary[]; sections: Section[]; notCounted: NotCounted[] };

/**
 * Compares what analysers said with what people said. What has no answer is listed and counts for neither side.
 * @param questions which to answer; empty = the verdict and each category that a label names
 */
export function evaluate(judged: readonly Judged[], analysers: readonly string[], questions: readonly Question[]): Evaluation {
  const asked = questions.length > 0 ? questions : questionsOf(judged.map(({ labels }) => labels));
  return {
    pictures: judged.length,
    analysers: analysers.map((name) => summarise(judged, name)),
    sections: asked.map((question) => ({
      question,
      label: labelOf(question),
      limit: limitOf(question),
      leftOut: judged.filter(({ labels }) => truthOf(labels, question) === null).length,
      measured: analysers.map((name) => measure(judged, name, question)),
    })),
    notCounted: judged.flatMap((one) => problemsOf(one)),
  };
}

function measure(judged: readonly Judged[], analyser: string, question: Question): Measured {
  const samples = judged.flatMap((one): Sample[] => {
    const answer = answerOf(one, analyser);
    const positive = truthOf(one.labels, question);
    if (answer === null || positive === null) return [];
    const score = scoreOf(answer.scores, question);
    return score === null ? [] : [{ score, positive }];
  });
  const limit = limitOf(question);
  const confusion = limit && samples.length > 0 ? confusionAt(samples, limit.value) : null;
  return {
    analyser,
    samples,
    ...countOf(samples),
    present: confusion && { confusion, quality: qualityOf(confusion) },
    auc: aucOf(samples),
    roc: rocOf(samples),
    bestF1: bestByF1(samples),
    bestYouden: bestByYouden(samples),
  };
}

function summarise(judged: readonly Judged[], name: string): AnalyserSummary {
  const answers = judged.flatMap((one) => answerOf(one, name) ?? []);
  const times = answers.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  const costs = answers.flatMap(({ costMicros }) => costMicros ?? []);
  return {
    name,
    version: answers[0]?.version ?? null,
    answered: answers.length,
    meanMs: mean(times),
    // Nearest rank: the least time that 95 % of the pictures kept.
    p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? null,
    costMicros: costs.length === answers.length ? mean(costs) : null,
  };
}

function answerOf(one: Judged, analyser: string) {
  if ('problem' in one) return null;
  const answer = one.answers.get(analyser);
  return answer === undefined || 'problem' in answer ? null : answer;
}

function problemsOf(one: Judged): NotCounted[] {
  if ('problem' in one) return [{ label: one.label, analyser: null, problem: one.problem }];
  return [...one.answers].flatMap(([analyser, answer]) =>
    'problem' in answer ? [{ label: one.label, analyser, problem: answer.problem }] : [],
  );
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
