import { describe, expect, it } from 'vitest';
import { defaultThresholds } from './categories.ts';
import { judgeScores } from './judge.ts';

const thresholds = defaultThresholds();

describe('judgeScores', () => {
  it('flags from the flag threshold on, the threshold itself included', () => {
    expect(judgeScores({ sexual_explicit: 0.7 }, thresholds)).toEqual({
      flagged: true,
      needs_review: false,
      flagged_categories: ['sexual_explicit'],
      review_categories: [],
    });
    expect(judgeScores({ sexual_explicit: 0.6999 }, thresholds).flagged).toBe(false);
  });

  it('asks for review between both thresholds', () => {
    expect(judgeScores({ sexual_explicit: 0.4 }, thresholds)).toMatchObject({
      flagged: false,
      needs_review: true,
      review_categories: ['sexual_explicit'],
    });
    expect(judgeScores({ sexual_explicit: 0.3999 }, thresholds).needs_review).toBe(false);
  });

  it('never flags a category that has a review threshold only', () => {
    expect(judgeScores({ sexual_suggestive: 1 }, thresholds)).toMatchObject({
      flagged: false,
      needs_review: true,
      review_categories: ['sexual_suggestive'],
    });
  });

  it('lists what else is doubtful beside what is flagged, without asking for review', () => {
    expect(judgeScores({ sexual_explicit: 0.9, sexual_suggestive: 0.85 }, thresholds)).toEqual({
      flagged: true,
      needs_review: false,
      flagged_categories: ['sexual_explicit'],
      review_categories: ['sexual_suggestive'],
    });
  });

  it('decides nothing from informational categories, missing scores or missing thresholds', () => {
    const nothing = { flagged: false, needs_review: false, flagged_categories: [], review_categories: [] };
    expect(judgeScores({ synthetic: 1, alcohol: 1 }, thresholds)).toEqual(nothing);
    expect(judgeScores({ sexual_explicit: undefined }, thresholds)).toEqual(nothing);
    expect(judgeScores({ sexual_explicit: 1 }, {})).toEqual(nothing);
  });
});
