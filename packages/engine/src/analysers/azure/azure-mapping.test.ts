import { categoryNames, defaultThresholds, judgeScores } from '@clearframe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapAzure } from './azure-mapping.ts';

/** As Microsoft documents them for pictures. */
const documented = ['Hate', 'SelfHarm', 'Sexual', 'Violence'] as const;
const severities = [0, 2, 4, 6] as const;

describe('the mapping of Azure AI Content Safety', () => {
  it.each(documented.flatMap((category) => severities.map((severity) => ({ category, severity }))))(
    'gives $category at severity $severity a score',
    ({ category, severity }) => {
      const { scores, unmapped } = mapAzure([{ category, severity }]);
      expect(Math.min(...Object.values(scores))).toBeGreaterThan(0);
      expect(unmapped).toEqual([]);
    },
  );

  it('never gives a lower score for a higher severity', () => {
    const severity = fc.integer({ min: 0, max: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...documented), severity, severity, (category, one, other) => {
        const before = mapAzure([{ category, severity: Math.min(one, other) }]).scores;
        const after = mapAzure([{ category, severity: Math.max(one, other) }]).scores;
        for (const name of categoryNames) expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
      }),
    );
  });

  it('sends severity 2 to a person and flags severity 4, in every category but Violence, which a person sees at 4', () => {
    const judged = (category: string, severity: number) =>
      judgeScores(mapAzure([{ category, severity }]).scores, defaultThresholds());
    expect(documented.filter((category) => judged(category, 2).flagged)).toEqual([]);
    expect(documented.filter((category) => judged(category, 2).needs_review)).toEqual(['Hate', 'SelfHarm']);
    expect(documented.filter((category) => judged(category, 4).flagged)).toEqual(['Hate', 'SelfHarm', 'Sexual']);
    expect(judged('Violence', 4).needs_review).toBe(true);
    expect(documented.filter((category) => judged(category, 6).flagged)).toEqual([...documented]);
  });

  it('names a category that it does not know, and scores nothing for it', () => {
    expect(mapAzure([{ category: 'Weapons', severity: 6 }])).toEqual({ scores: {}, coverage: {}, unmapped: ['Weapons: 6'] });
  });

  it('covers only the categories that were answered', () => {
    expect(mapAzure([{ category: 'Hate', severity: 0 }]).coverage).toEqual({ hate: 'assessed' });
  });
});
