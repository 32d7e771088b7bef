import { describe, expect, it } from 'vitest';
import { authorOf } from './testing/author-of.ts';
import { checkedWords, failWords, shareWords, standingWords, strikesEnd, waitWords } from './uploader-words.ts';

describe('what holds for an uploader', () => {
  it('TRUST-B1 says nothing while nothing does', () => {
    expect(standingWords(authorOf())).toBeNull();
  });

  it('TRUST-B1 names who set it and why', () => {
    const by = { type: 'person', id: 'a', name: 'Ines' } as const;
    expect(standingWords(authorOf({ action: 'watch', action_by: by, action_reason: 'Third replica' }))).toEqual({
      title: 'Watched: everything waits for a person',
      by: 'Set by Ines. “Third replica”',
    });
  });

  it('TRUST-B1 says of a rule how many strikes did it', () => {
    const by = { type: 'rule', id: null, name: 'Strikes' } as const;
    expect(standingWords(authorOf({ action: 'block', action_by: by, action_reason: '5 strikes' }))?.by).toBe('Set by 5 strikes.');
  });

  it('TRUST-B1 gives no share of nothing', () => {
    expect(failWords(authorOf())).toBe('–');
    expect(failWords(authorOf({ fail_rate: { hits: 6, n: 50, estimate: null } }))).toBe('12% · 6 of 50');
  });

  it('TRUST-B1 says what the share is of', () => {
    const rated = (hits: number, n: number) => authorOf({ fail_rate: { hits, n, estimate: null } });
    expect([rated(0, 0), rated(0, 1), rated(1_200, 5_000)].map(checkedWords)).toEqual([
      'Nothing checked yet',
      '0 of 1 checked item flagged',
      '1,200 of 5,000 checked items flagged',
    ]);
    expect([rated(0, 0), rated(1, 3)].map(shareWords)).toEqual(['–', '33%']);
  });

  it('TRUST-B1 says how much of theirs waits for a decision', () => {
    const waiting = (undecided: number) => authorOf({ counts: { total: 5_000, flagged: 0, safe: 0, not_checked: 0, undecided } });
    expect([0, 1, 1_200].map((count) => waitWords(waiting(count)))).toEqual([
      'Nothing of theirs waits for a decision',
      '1 of their items waits',
      '1,200 of their items wait',
    ]);
  });

  it('TRUST-B1 says when the newest strike ends, of however many are listed', () => {
    const at = '2027-02-18T10:00:00.000Z';
    const strike = { id: 'a', at: '2026-11-20T10:00:00.000Z', expires_at: at, media_id: 'b', label: null };
    const struck = (active: number) => authorOf({ strikes: { active, list: [strike, { ...strike, expires_at: strike.at }] } });
    expect(strikesEnd(authorOf())).toBeNull();
    expect(strikesEnd(struck(1))).toEqual({ words: 'The strike ends', at });
    expect(strikesEnd(struck(40))).toEqual({ words: 'The last strike ends', at });
  });
});
