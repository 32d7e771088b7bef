import type { Author } from '@clearframe/contract';

/** A whole `Author` for tests: somebody of whom nothing is known yet, changed where a test says so. */
export function authorOf(parts: Partial<Author> = {}): Author {
  return {
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
    counts: { total: 0, flagged: 0, safe: 0, not_checked: 0, undecided: 0 },
    fail_rate: { hits: 0, n: 0, estimate: null },
    strikes: { active: 0, list: [] },
    ...parts,
  };
}
