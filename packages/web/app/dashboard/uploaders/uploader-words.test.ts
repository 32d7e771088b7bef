import type { Author } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { failWords, standingWords } from './uploader-words.ts';

const author = (parts: Partial<Author> = {}): Author => ({
  id: 'u',
  name: null,
  url: null,
  created_at: null,
  action: 'none',
  first_seen_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  action_reason: null,
  action_until: null,
  action_by: null,
  counts: { total: 0, flagged: 0, safe: 0, not_checked: 0 },
  fail_rate: { hits: 0, n: 0, estimate: null },
  strikes: { active: 0, list: [] },
  ...parts,
});

describe('what holds for an uploader', () => {
  it('TRUST-B1 says nothing while nothing does', () => {
    expect(standingWords(author())).toBeNull();
  });

  it('TRUST-B1 names who set it and why', () => {
    const by = { type: 'person', id: 'a', name: 'Ines' } as const;
    expect(standingWords(author({ action: 'watch', action_by: by, action_reason: 'Third replica' }))).toEqual({
      title: 'Watched: everything waits for a person',
      by: 'Set by Ines. “Third replica”',
    });
  });

  it('TRUST-B1 says of a rule how many strikes did it', () => {
    const by = { type: 'rule', id: null, name: 'Strikes' } as const;
    expect(standingWords(author({ action: 'block', action_by: by, action_reason: '5 strikes' }))?.by).toBe('Set by 5 strikes.');
  });

  it('TRUST-B1 gives no share of nothing', () => {
    expect(failWords(author())).toBe('–');
    expect(failWords(author({ fail_rate: { hits: 6, n: 50, estimate: null } }))).toBe('12% · 6 of 50');
  });
});
