import type { Category, CategoryScores } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { type Answer, evaluate, type Judged } from './evaluate.ts';
import type { Labels } from './list-labelled.ts';
import { pageOf } from './page.ts';
import { scoreOf, truthOf } from './questions.ts';
import { evalExitCode } from './run-eval.ts';
import { tableOf } from './table.ts';

const answer = (scores: CategoryScores, elapsedMs = 10, costMicros: number | null = 0): Answer => ({
  scores,
  version: 'v1',
  elapsedMs,
  costMicros,
});
const picture = (label: string, labels: Labels, answers: Record<string, Answer>): Judged => ({
  label,
  labels,
  answers: new Map(Object.entries(answers)),
});
const set = (...names: Category[]): Labels => new Set(names);

const five: Judged[] = [
  picture('a', 'flagged', {
    local: answer({ sexual_explicit: 0.84 }, 10),
    other: answer({ sexual_explicit: 0.7, gore: 0.1 }, 100, 300),
  }),
  picture('b', set('gore'), {
    local: answer({ sexual_explicit: 0.07 }, 20),
    other: answer({ sexual_explicit: 0, gore: 0.9 }, 200, 300),
  }),
  picture('c', 'safe', { local: answer({ sexual_explicit: 0.7 }, 30), other: { problem: 'It asked for a pause' } }),
  picture('d', 'safe', {
    local: answer({ sexual_explicit: 0 }, 1000),
    other: answer({ sexual_explicit: 0.2, gore: 0.3 }, 300, null),
  }),
  { label: 'e', labels: 'flagged', problem: 'The file is damaged' },
];

describe('what labels and scores say', () => {
  it('of the verdict: a category that flags should be flagged, one that never does leaves it open', () => {
    expect(truthOf('safe', 'flagged')).toBe(false);
    expect(truthOf('flagged', 'flagged')).toBe(true);
    expect(truthOf(set('gore'), 'flagged')).toBe(true);
    expect(truthOf(set('synthetic'), 'flagged')).toBeNull();
  });

  it('of a category: the label "flagged" leaves it open, another category says no', () => {
    expect(['safe', 'flagged', set('gore'), set('gore', 'nudity')].map((labels) => truthOf(labels as Labels, 'nudity'))).toEqual([
      false,
      null,
      false,
      true,
    ]);
  });

  it('the highest score in relation to its flag limit; 1 is where the product flags', () => {
    expect(scoreOf({ sexual_explicit: 0.7 }, 'flagged')).toBe(1);
    expect(scoreOf({ sexual_explicit: 0.35, self_harm: 0.45, synthetic: 1 }, 'flagged')).toBeCloseTo(0.75, 12);
    expect(scoreOf({ synthetic: 1 }, 'flagged')).toBeNull();
    expect(scoreOf({ gore: 0.5 }, 'nudity')).toBeNull();
  });
});

describe('an evaluation', () => {
  const evaluation = evaluate(five, ['local', 'other'], []);
  const [verdict, gore] = evaluation.sections;

  it('answers the verdict, and each category that a label names', () => {
    expect(evaluation.sections.map(({ question, leftOut }) => [question, leftOut])).toEqual([
      ['flagged', 0],
      ['gore', 2],
    ]);
    expect(evaluate(five, ['local'], ['nudity']).sections.map(({ question }) => question)).toEqual(['nudity']);
  });

  it('counts for each analyser what it answered', () => {
    const [local, other] = verdict?.measured ?? [];
    expect(local?.present?.confusion).toEqual({ truePositives: 1, falsePositives: 1, falseNegatives: 1, trueNegatives: 1 });
    expect(local?.auc).toBe(0.75);
    expect(other?.present?.confusion).toEqual({ truePositives: 2, falsePositives: 0, falseNegatives: 0, trueNegatives: 1 });
    expect(gore?.measured.map(({ samples, present, auc }) => [samples.length, present, auc])).toEqual([
      [0, null, null],
      [
        2,
        expect.objectContaining({ confusion: { truePositives: 1, falsePositives: 0, falseNegatives: 0, trueNegatives: 1 } }),
        1,
      ],
    ]);
  });

  it('counts what could not be read or answered on neither side, and lists it', () => {
    expect(evaluation.notCounted).toEqual([
      { label: 'c', analyser: 'other', problem: 'It asked for a pause' },
      { label: 'e', analyser: null, problem: 'The file is damaged' },
    ]);
  });

  it('says time and cost a picture; a cost that is not known once is not known', () => {
    expect(evaluation.analysers).toEqual([
      { name: 'local', version: 'v1', answered: 4, meanMs: 265, p95Ms: 1000, costMicros: 0 },
      { name: 'other', version: 'v1', answered: 3, meanMs: 200, p95Ms: 300, costMicros: null },
    ]);
  });

  it('ends with 0 when all were counted, 1 when some were not, 2 when none was', () => {
    expect(evalExitCode(evaluate(five.slice(0, 2), ['local'], []))).toBe(0);
    expect(evalExitCode(evaluation)).toBe(1);
    expect(evalExitCode(evaluate(five.slice(4), ['local'], []))).toBe(2);
  });
});

describe('the three ways to print it', () => {
  const evaluation = evaluate([...five, { label: '<b>\u001b[2J', labels: 'safe', problem: 'x' }], ['local', 'other'], []);

  it('as a table with a column an analyser', () => {
    const table = tableOf(evaluation);
    expect(table).toMatch(/^Flagged +local +other$/m);
    expect(table).toMatch(/^ {2}Counted +4: 2 yes, 2 no +3: 2 yes, 1 no$/m);
    expect(table).toMatch(/^ {2}Recall +0\.50 \(0\.09–0\.91, n 2\) +1\.00 \(0\.34–1\.00, n 2\)$/m);
    expect(table).toMatch(/^ {2}Counted +not assessed +2: 1 yes, 1 no$/m);
    expect(table).toMatch(/^ {2}Cost a picture +\$0\.000000 +not known$/m);
    expect(table).toContain('  c: other: It asked for a pause\n  e: The file is damaged\n');
    expect(table).not.toContain('\u001b');
  });

  it('as JSON, where the curve begins with the threshold null', () => {
    const { questions, not_counted } = JSON.parse(documentOf(evaluation));
    expect(questions[0].analysers[0]).toMatchObject({
      analyser: 'local',
      n: 4,
      precision: { value: 0.5, n: 2 },
      auc: 0.75,
      best_f1: { confusion: { true_positives: 2, false_positives: 1 } },
      best_youden: { threshold: 0.84 / 0.7, confusion: { true_positives: 1, false_positives: 0 } },
    });
    expect(questions[0].analysers[0].roc[0]).toEqual({ threshold: null, true_positive_rate: 0, false_positive_rate: 0 });
    expect(not_counted).toHaveLength(3);
  });

  it('as a page without script or address, in which a file name is no markup', () => {
    const page = pageOf(evaluation, new Date('2026-11-22T10:11:12Z'));
    expect(page).toContain('<time datetime="2026-11-22T10:11:12.000Z">2026-11-22 10:11 UTC</time>');
    expect(page).toContain('&lt;b&gt;');
    expect(page).not.toMatch(/<b>|<script|https?:|NaN|undefined|Infinity/);
    expect(page.match(/role="img"/g)).toHaveLength(5);
  });
});
