import { describe, expect, it } from 'vitest';
import { kindWord } from '../media/kind-word.ts';
import { moderationOf } from './testing/moderation-of.ts';
import { stateWord, titleOf, verdictOf, wantsReview } from './verdict.ts';
import { checksSentence } from './verdict-sentences.ts';

describe('verdictOf', () => {
  it('MED-03 says Flagged, Safe or Not checked', () => {
    expect([true, false, null].map((moderationFlagged) => verdictOf({ moderationFlagged }))).toEqual([
      'flagged',
      'safe',
      'not_checked',
    ]);
  });

  it('MED-03 adds Review to a Safe item only', () => {
    expect([true, false, null].map((moderationFlagged) => wantsReview({ moderationFlagged, needs_review: true }))).toEqual([
      false,
      true,
      false,
    ]);
    expect(wantsReview({ moderationFlagged: false, needs_review: false })).toBe(false);
  });
});

describe('words about an item', () => {
  it('MED-03 says of a safe item that a person should look at it, and of a sample nothing of what the analysis thought', () => {
    const item = { moderationFlagged: false, needs_review: false, sampled: false };
    const states = [
      {},
      { needs_review: true },
      { moderationFlagged: true, needs_review: true },
      { sampled: true, needs_review: true },
    ];
    expect(states.map((state) => stateWord({ ...item, ...state }))).toEqual(['Safe', 'Needs a person', 'Flagged', 'Sample']);
  });

  it('calls it by its title, else by its file', () => {
    expect(titleOf({ title: 'Pears', originalFilename: 'a.jpg', filename: 'x.jpg' })).toBe('Pears');
    expect(titleOf({ title: '', originalFilename: 'a.jpg', filename: 'x.jpg' })).toBe('a.jpg');
    expect(titleOf({ title: null, originalFilename: '', filename: 'x.jpg' })).toBe('x.jpg');
  });

  it('names the kind of file', () => {
    expect(['image/jpeg', 'image/webp', 'image/heic', 'video/quicktime', 'image/x-odd'].map(kindWord)).toEqual([
      'JPEG',
      'WebP',
      'HEIC',
      'MOV',
      'IMAGE/X-ODD',
    ]);
  });

  it('UP-05 says which check decided', () => {
    const sentences = [
      [false, true],
      [true, false],
      [false, false],
      [true, true],
    ].map(([flagged = false, keywordsPassed = false]) => checksSentence(moderationOf({ flagged, keywordsPassed })));
    expect(sentences).toEqual([
      'Both checks passed.',
      'Both checks failed.',
      'The AI analysis passed, the keyword check failed.',
      'The AI analysis flagged it, the keyword check passed.',
    ]);
  });

  it('claims no check of an item that was flagged for its uploader alone', () => {
    const blocked = { ...moderationOf({ flagged: true }), author_rule: 'blocked' as const };
    expect(checksSentence(blocked)).toBe('No check ran: its uploader is blocked.');
  });
});
