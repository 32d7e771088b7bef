import { defaultPolicy } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { applyAuthor, blockedVerdict } from './apply-author.ts';

const blocked = blockedVerdict(defaultPolicy.version, 'other');
/** A verdict that passed, to be reviewed for these categories. */
const passed = (review: (typeof blocked)['ai_analysis']['review_categories'] = []) => ({
  ...blocked,
  passed: true,
  reason: 'Nothing flagged.',
  ai_analysis: { ...blocked.ai_analysis, flagged: false, needs_review: review.length > 0, review_categories: review },
});

describe('applyAuthor', () => {
  it('TRUST-B1 sends everything of a watched author to a person', () => {
    const judged = applyAuthor(passed(), 'watch');
    expect(judged).toMatchObject({ passed: true, ai_analysis: { needs_review: true }, author_rule: 'watched' });
    expect(judged.reason).toBe('Nothing flagged. The author is watched.');
  });

  it('TRUST-B1 sends nothing of a trusted author to a person for a review limit, but what may show minors', () => {
    expect(applyAuthor(passed(['nudity']), 'trust')).toMatchObject({
      ai_analysis: { needs_review: false },
      author_rule: 'trusted',
    });
    const minors = passed(['nudity', 'minor_safety']);
    expect(applyAuthor(minors, 'trust')).toBe(minors);
  });

  it('TRUST-B1 leaves a flag, and the verdict on everybody else, as it is', () => {
    for (const action of ['none', 'trust', 'watch', 'block'] as const) expect(applyAuthor(blocked, action)).toBe(blocked);
    const safe = passed();
    for (const action of ['none', 'trust', 'block'] as const) expect(applyAuthor(safe, action)).toBe(safe);
  });
});
