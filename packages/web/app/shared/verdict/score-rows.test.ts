import { describe, expect, it } from 'vitest';
import { scoreRows } from './score-rows.ts';
import { moderationOf } from './testing/moderation-of.ts';

describe('scoreRows', () => {
  const { ai_analysis } = moderationOf({
    ai: {
      scores: { sexual_explicit: 0.12, sexual_suggestive: 0.91, synthetic: 0.3, nudity: 0.85 },
      thresholds: {
        sexual_explicit: { review: 0.4, flag: 0.66 },
        nudity: { review: 0.5, flag: 0.8 },
        sexual_suggestive: { review: 0.8, flag: null },
      },
      flagged_categories: ['nudity'],
      review_categories: ['sexual_suggestive'],
    },
  });

  it('UP-05 lists the assessed categories alone, highest first', () => {
    expect(scoreRows(ai_analysis).map((row) => [row.label, row.score])).toEqual([
      ['Sexually suggestive', 0.91],
      ['Nudity', 0.85],
      ['Drawn or generated', 0.3],
      ['Sexually explicit', 0.12],
    ]);
  });

  it('UP-05 takes the tick from the thresholds that the server sent and draws none where there is none', () => {
    expect(Object.fromEntries(scoreRows(ai_analysis).map((row) => [row.category, row.flagAt]))).toEqual({
      sexual_explicit: 0.66,
      nudity: 0.8,
      sexual_suggestive: null,
      synthetic: null,
    });
  });

  it('MED-03 marks what was flagged and what wants a look', () => {
    expect(scoreRows(ai_analysis).map((row) => row.mark)).toEqual(['review', 'flagged', null, null]);
  });
});
