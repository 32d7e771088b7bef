import { type AnalyserRun, type CategoryScores, defaultThresholds } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { flaggedBy } from './record-verdict.ts';

const judged = { ai_analysis: { thresholds: defaultThresholds(), flagged_categories: ['nudity' as const, 'gore' as const] } };
const run = (name: string, scores: CategoryScores, outcome: AnalyserRun['outcome'] = 'answered') => ({
  name,
  version: '1',
  scores,
  outcome,
});

it('alone the built-in analyser gave every flag', () => {
  expect(flaggedBy({ scores: { nudity: 0.9, gore: 0.8 } }, judged)).toEqual(['built-in']);
});

it('names whoever reaches the limit by itself, and the built-in one where nobody came as high', () => {
  const scores = { nudity: 0.9, gore: 0.75 };
  // Limits: nudity 0.8, gore 0.7.
  const low = run('low', { nudity: 0.79 });
  const high = run('high', { nudity: 0.9, gore: 0.75 });
  const failed = run('gone', { nudity: 0.9 }, 'failed');
  expect(flaggedBy({ scores, analysers: [low, high, failed] }, judged)).toEqual(['high 1']);
  expect(flaggedBy({ scores, analysers: [low, run('other', { gore: 0.75 })] }, judged)).toEqual(['built-in', 'other 1']);
});

it('a known picture that nobody saw anything in was flagged by no analyser', () => {
  const known = { ai_analysis: { ...judged.ai_analysis, flagged_categories: [] } };
  expect(flaggedBy({ scores: { nudity: 0.1 } }, known)).toEqual([]);
});
