import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../../shared/verdict/testing/moderation-of.ts';
import { cardReasons } from './card-reasons.ts';

const match = {
  list: 'block' as const,
  applied: true,
  distance: 4,
  mirrored: false,
  media_id: null,
  list_name: 'Spring',
  decided_at: '2026-11-24T10:00:00.000Z',
  note: null,
};
const explicit = { scores: { sexual_explicit: 0.912 }, flagged_categories: ['sexual_explicit' as const] };
const judged = (parts: Parameters<typeof moderationOf>[0]) => moderationOf({ flagged: true, ...parts });
const texts = (parts: Parameters<typeof mediaOf>[0]) => cardReasons(mediaOf(parts)).map(({ look, text }) => `${look}: ${text}`);

describe('reasons on a card', () => {
  it('MED-03 names what flagged an item, with its score, and no more than three', () => {
    expect(texts({ moderationFlagged: true, moderation: judged({ ai: explicit, forbidden: ['wine'] }) })).toEqual([
      'flag: Sexually explicit 0.91',
      'flag: Keyword wine',
    ]);
    expect(
      texts({
        moderationFlagged: true,
        moderation: { ...judged({ ai: explicit, forbidden: ['wine', 'beer'] }), match, author_rule: 'blocked' },
      }),
    ).toEqual(['flag: Blocked uploader', 'flag: Known picture', 'flag: Sexually explicit 0.91']);
  });

  it('MED-03 tells a doubt, a missing keyword and the share of a video from a flag', () => {
    const ai = { scores: { weapons: 0.64 }, review_categories: ['weapons' as const], flagged_seconds: [2, 3] };
    expect(texts({ moderationFlagged: false, duration_ms: 37_400, moderation: moderationOf({ ai, missing: ['sale'] }) })).toEqual(
      ['missing: Required keyword missing', 'doubt: Weapons 0.64', 'plain: 2 of 38 s'],
    );
  });

  it('MED-03 says that an analysis failed once none is under way', () => {
    expect(texts({ moderationError: 'unreadable' })).toEqual(['doubt: Analysis failed']);
    expect(texts({ moderationError: 'unreadable', processing: true })).toEqual([]);
    expect(texts({})).toEqual([]);
  });

  it('MED-05 begins with who decided, as long as that holds', () => {
    const decision = {
      id: '3b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e',
      at: '2026-11-24T10:00:00.000Z',
      user: { id: '1b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e', name: 'Ines' },
      token: null,
      from: true,
      to: false,
      note: null,
      label: null,
      state: 'final' as const,
      undone_at: null,
      overruled_at: null,
    };
    const moderation = judged({ forbidden: ['wine'] });
    expect(texts({ moderationFlagged: false, moderation, decisions: [decision] })).toEqual([
      'plain: Passed by Ines',
      'flag: Keyword wine',
    ]);
    const undone = { ...decision, undone_at: '2026-11-24T10:00:04.000Z' };
    expect(texts({ moderationFlagged: true, moderation, decisions: [undone] })).toEqual(['flag: Keyword wine']);
  });

  it('MED-05 keeps to itself what the analysis thought of an item of the sample', () => {
    expect(texts({ moderationFlagged: false, sampled: true, moderation: judged({ ai: explicit }) })).toEqual([]);
  });
});
