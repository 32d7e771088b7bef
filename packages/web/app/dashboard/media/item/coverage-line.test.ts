import type { AnalyserRun } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { nothingAssessed } from '../../../shared/verdict/testing/moderation-of.ts';
import { coverageLine } from './coverage-line.ts';

const coverage = { ...nothingAssessed, sexual_explicit: 'assessed', nudity: 'within:sexual_explicit' } as const;

const runOf = (...outcomes: AnalyserRun['outcome'][]) => ({
  processing_time_ms: 120,
  analysis_version: 'v',
  frames_analysed: 1,
  analysers: outcomes.map((outcome) => ({
    name: 'openai-moderation',
    version: '1',
    place: 'remote' as const,
    outcome,
    fault: null,
    elapsed_ms: 800,
    cost_micros: 0,
    scores: {},
    unmapped: [],
  })),
});

it('MED-07 counts a category as checked only where all of it was looked at', () => {
  expect(coverageLine(nothingAssessed, null)).toBe('0 of 18 categories were checked');
  expect(coverageLine(coverage, null)).toBe('2 of 18 categories were checked');
  const partly = { ...coverage, hate: 'text_only', gore: 'one_picture' } as const;
  expect(coverageLine(partly, null)).toBe('2 of 18 categories were checked, 2 in part');
});

it('says how many analysers gave no result, and nothing of those that were not asked', () => {
  expect(coverageLine(coverage, runOf('answered', 'not_asked'))).toBe('2 of 18 categories were checked');
  expect(coverageLine(coverage, runOf('failed'))).toBe('2 of 18 categories were checked. 1 analyser gave no result.');
  expect(coverageLine(coverage, runOf('failed', 'failed'))).toMatch(/2 analysers gave no result\.$/);
});
