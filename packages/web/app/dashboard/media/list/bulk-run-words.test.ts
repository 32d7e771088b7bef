import type { BulkRun } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { runDetails, runTitle } from './bulk-run-words.ts';

const run: BulkRun = {
  id: '0190a0a0-0000-7000-8000-000000000000',
  action: 'pass',
  state: 'running',
  total: 1_243,
  done: 100,
  left_out: { claimed: 2, decided: 1, failed: 0 },
  undone: 0,
  undo_until: null,
  created_at: '2026-11-27T06:00:00.000Z',
  finished_at: null,
};

describe('TRUST-B3 words of a run over a whole list', () => {
  it.each([
    [run, 'Passing 1,243 items', '103 of 1,243 done. Left out: 2 claimed by others, 1 decided meanwhile.'],
    [
      { ...run, action: 'fail', state: 'complete', total: 103, left_out: { claimed: 0, decided: 0, failed: 3 } } as const,
      'Failed 100 items',
      'Left out: 3 failed.',
    ],
    [
      { ...run, state: 'cancelled', total: 104 } as const,
      'Passed 100 items',
      'Cancelled. Undecided: 1 item. Left out: 2 claimed by others, 1 decided meanwhile.',
    ],
    [
      { ...run, state: 'undoing', undone: 50, done: 50 } as const,
      'Undoing 100 items',
      expect.stringContaining('50 of 100 undone.'),
    ],
    [
      { ...run, state: 'undone', undone: 99, done: 1 } as const,
      'Undid 99 items',
      expect.stringContaining('1 item could not be undone.'),
    ],
  ])('%#: says what it does and how far it is', (of, title, details) => {
    expect(runTitle(of)).toBe(title);
    expect(runDetails(of)).toEqual(details);
  });
});
