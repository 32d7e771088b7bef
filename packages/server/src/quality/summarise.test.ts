import { expect, it } from 'vitest';
import { countedShare, type Group, summarise } from './summarise.ts';

const group = (over: Partial<Group>): Group => ({
  outcome: 'safe',
  categories: [],
  byKeywords: false,
  byMatch: false,
  flaggedBy: [],
  analysisVersion: 'a1',
  policyVersion: 'p1',
  samplePermille: 0,
  sampled: false,
  fails: null,
  byProgram: false,
  items: 1,
  ...over,
});

it('counts what people overturned, confirmed and found, each by its reason and version', () => {
  const report = summarise([
    group({ outcome: 'flagged', categories: ['nudity', 'gore'], flaggedBy: ['built-in', 'x 1'], fails: true, items: 9 }),
    group({ outcome: 'flagged', categories: ['nudity'], flaggedBy: ['built-in'], byMatch: true, fails: false, items: 3 }),
    group({ outcome: 'flagged', byKeywords: true, fails: false, items: 2, analysisVersion: 'a2' }),
    group({ outcome: 'flagged', categories: ['gore'], items: 5 }),
    group({ outcome: 'review', fails: true, items: 2 }),
    group({ fails: true, items: 1 }),
    group({ fails: true, items: 4, sampled: true, samplePermille: 50, policyVersion: 'p2' }),
    group({ fails: false, items: 6 }),
    group({ items: 100 }),
    group({ fails: true, byProgram: true, items: 7 }),
  ]);
  expect(report).toMatchObject({ judged: 139, decided: 27, by_programs: 7 });
  // 3 + 2 flagged ones were passed, 2 + 1 + 4 others failed.
  expect(report.override).toMatchObject({ hits: 12, n: 27 });
  expect(report.precision).toMatchObject({ hits: 9, n: 14 });
  expect(report.misses).toEqual({ in_review: 2, in_sample: 4, elsewhere: 1 });
  expect(report.by_reason.map(({ reason, flagged, precision: { hits, n } }) => [reason, flagged, hits, n])).toEqual([
    ['gore', 14, 9, 9],
    ['nudity', 12, 9, 12],
    ['known', 3, 0, 3],
    ['keywords', 2, 0, 2],
  ]);
  expect(report.by_analyser.map(({ analyser, flagged, precision: { hits, n } }) => [analyser, flagged, hits, n])).toEqual([
    ['built-in', 12, 9, 12],
    ['x 1', 9, 9, 9],
  ]);
  expect(report.by_analysis_version.map(({ version, judged, override: { hits, n } }) => [version, judged, hits, n])).toEqual([
    ['a1', 137, 10, 25],
    ['a2', 2, 2, 2],
  ]);
  expect(report.by_policy_version.map(({ version, judged }) => [version, judged])).toEqual([
    ['p1', 135],
    ['p2', 4],
  ]);
  // Only what was judged while a sample was drawn is covered.
  expect(report.recall).toMatchObject({ state: 'too_few', covered: 4, sampled: 4, decided: 4, missed: 4 });
});

it('of nothing says nothing', () => {
  const nothing = { hits: 0, n: 0, estimate: null };
  expect(summarise([])).toEqual({
    judged: 0,
    decided: 0,
    by_programs: 0,
    override: nothing,
    precision: nothing,
    by_reason: [],
    by_analyser: [],
    by_analysis_version: [],
    by_policy_version: [],
    misses: { in_review: 0, in_sample: 0, elsewhere: 0 },
    recall: { state: 'off', covered: 0, sampled: 0, decided: 0, missed: 0, estimate: null },
  });
});

it('a share of fewer than ten has no estimate', () => {
  expect(countedShare(0, 0)).toEqual({ hits: 0, n: 0, estimate: null });
  expect(countedShare(9, 9).estimate).toBeNull();
  expect(countedShare(5, 10).estimate).toMatchObject({ share: 0.5 });
});
