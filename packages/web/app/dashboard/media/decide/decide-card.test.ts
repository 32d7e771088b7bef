import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { decideHint } from './decide-card.tsx';

describe('decideHint', () => {
  it('MED-05 speaks of overriding a flag only where there is one', () => {
    const flagged = mediaOf({ moderationFlagged: true, moderation: moderationOf({ flagged: true }) });
    expect(decideHint(flagged)).toBe('Pass overrides the flag. Fail confirms it and calls your webhook.');
    const safe = mediaOf({ moderationFlagged: false, moderation: moderationOf({}) });
    expect(decideHint(safe)).toBe('Pass confirms the verdict. Fail flags it and calls your webhook.');
  });

  it('MED-05 says what a decision means where the analysis gave no verdict', () => {
    const unchecked = mediaOf({ moderationError: 'The analysis failed three times.' });
    expect(decideHint(unchecked)).toBe('Pass marks it safe. Fail flags it and calls your webhook.');
  });

  it('tells nothing of the verdict of an item of the sample', () => {
    expect(decideHint(mediaOf({ sampled: true, moderationFlagged: false }))).toBe(
      'Pass leaves it as it is. Fail flags it and calls your webhook.',
    );
  });
});
