import { randomUUID } from 'node:crypto';
import { type Category, type Coverage, categoryNames, partially } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import type { Near } from '../../known-pictures/find-near.ts';
import { applyMatch } from './apply-match.ts';
import { checkKeywords } from './check-keywords.ts';
import { reachVerdict } from './reach-verdict.ts';

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'assessed'])) as Record<Category, Coverage>;

function verdict(scores: Partial<Record<Category, number>>, forbidden: string[] = []) {
  const seen = { kind: 'png' as const, width: 1, height: 1, frames_analysed: 1, text: '', processing_time_ms: 1 };
  const analysis = { ...seen, scores, coverage, description: 'A boat.', analysis_version: 'x' };
  return reachVerdict(
    analysis,
    checkKeywords('A boat.', { forbidden: partially(forbidden), required: partially([]), leetspeak: false }),
  );
}

function near(list: 'block' | 'allow', more: Partial<Near> = {}): Near {
  const place = { id: randomUUID(), accountId: randomUUID(), position: 1, pdq: Buffer.alloc(32), quality: 100 };
  const row = { ...place, list, mediaId: randomUUID(), importId: null, note: null, decidedAt: new Date('2026-05-03T23:00:00Z') };
  return { row, listName: null, distance: 3, mirrored: false, ...more };
}

describe('what the account knows of a picture', () => {
  it('flags what looks like an item that was failed, and says when that was', () => {
    const judged = applyMatch(verdict({ nudity: 0.01 }), [near('block')], false);
    expect(judged.reason).toBe('The picture matches an item failed on 3 May 2026.');
    expect(judged).toMatchObject({ passed: false, ai_analysis: { flagged: true, needs_review: false, flagged_categories: [] } });
    expect(judged.match).toMatchObject({ list: 'block', applied: true, distance: 3 });
  });

  it('keeps what else was wrong, and names an imported list', () => {
    const judged = applyMatch(verdict({ nudity: 0.99 }), [near('block', { listName: 'Spring' })], true);
    expect(judged.reason).toMatch(/^The picture matches the block list “Spring”\. The picture was flagged: /);
    expect(judged.ai_analysis.flagged_categories).toEqual(['nudity']);
  });

  it('passes what was passed before only for an account that wants it', () => {
    const flagged = verdict({ nudity: 0.99 });
    expect(applyMatch(flagged, [near('allow')], false)).toEqual({
      ...flagged,
      match: expect.objectContaining({ applied: false }),
    });
    expect(applyMatch(flagged, [near('allow')], true)).toMatchObject({
      passed: true,
      reason: 'The picture matches an item passed on 3 May 2026.',
      ai_analysis: { flagged: false, needs_review: false, flagged_categories: ['nudity'] },
      match: { list: 'allow', applied: true },
    });
  });

  it('never passes over a forbidden keyword, nor what looks like sexual content with minors', () => {
    const forbidden = applyMatch(verdict({ nudity: 0.99 }, ['boat']), [near('allow')], true);
    expect(forbidden).toMatchObject({ passed: false, ai_analysis: { flagged: false } });
    expect(forbidden.reason).toContain('boat');
    for (const score of [0.1, 0.9]) {
      const minors = verdict({ minor_safety: score });
      expect(applyMatch(minors, [near('allow')], true)).toEqual({
        ...minors,
        match: expect.objectContaining({ applied: false }),
      });
    }
  });

  it('lets the block list win, also over a nearer picture of the allow list', () => {
    const both = [near('allow', { distance: 0 }), near('block', { distance: 30 })];
    expect(applyMatch(verdict({}), both, true).match).toMatchObject({ list: 'block', distance: 30 });
  });

  it('keeps passed = !flagged && keywords passed, whatever comes together', () => {
    for (const score of [0.01, 0.5, 0.99])
      for (const forbidden of [[], ['boat']])
        for (const known of [[], [near('block')], [near('allow')], [near('allow'), near('block')]])
          for (const passKnown of [true, false]) {
            const judged = applyMatch(verdict({ nudity: score }, forbidden), known, passKnown);
            expect(judged.passed).toBe(!judged.ai_analysis.flagged && judged.keyword_check.passed);
          }
  });

  it('leaves alone what is not known', () => {
    const seen = verdict({ nudity: 0.99 });
    expect(applyMatch(seen, [], true)).toBe(seen);
  });
});
