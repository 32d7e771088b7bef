import type { Decision } from '@clearframe/contract';

/** A whole `Decision` for tests: Ada failed an item, changed where a test says so. */
export function decisionOf(parts: Partial<Decision> = {}): Decision {
  return {
    id: 'd',
    at: '2026-11-20T10:00:00.000Z',
    user: { id: 'ada', name: 'Ada' },
    token: null,
    from: null,
    to: true,
    note: null,
    label: null,
    state: 'final',
    undone_at: null,
    overruled_at: null,
    ...parts,
  };
}
