import type { TransparencyRun } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { daysOf, hoursWord, runWords, shareNote } from './transparency-words.ts';

const run = (values: Partial<TransparencyRun>): TransparencyRun => ({
  id: 'a',
  dry_run: false,
  state: 'done',
  total: 10,
  valid: 9,
  sent: 8,
  refused: 1,
  calls: 2,
  error: null,
  created_at: '2026-11-27T10:00:00Z',
  finished_at: '2026-11-27T10:00:01Z',
  ...values,
});

describe('TRUST-B6 words of the page Transparency', () => {
  it('name the days of a period, today included', () => {
    const now = Date.parse('2026-11-27T23:59:59Z');
    expect(daysOf('30', now)).toEqual({ from: '2026-10-29', to: '2026-11-27' });
    expect(daysOf('365', now)).toEqual({ from: '2025-11-28', to: '2026-11-27' });
  });

  it('say how a run stands', () => {
    expect(runWords(run({}))).toBe('Sent 8 statements, 1 refused, 1 to fix');
    expect(runWords(run({ sent: 1, total: 1, refused: 0 }))).toBe('Sent 1 statement');
    expect(runWords(run({ state: 'running' }))).toBe('Sending: 8 of 10');
    expect(runWords(run({ state: 'failed' }))).toBe('Stopped after 8 statements');
    const dry = { dry_run: true, sent: 0, refused: 0 } as const;
    expect(runWords(run({ ...dry, state: 'queued' }))).toBe('Checking 10 statements');
    expect(runWords(run(dry))).toBe('9 ready, 1 to fix');
    expect(runWords(run({ ...dry, valid: 10 }))).toBe('10 statements ready to send');
    expect(runWords(run({ ...dry, state: 'failed' }))).toBe('The check failed');
  });

  it('give a share its range, and none where it says nothing', () => {
    expect(shareNote({ hits: 0, n: 0, estimate: null })).toBe('None yet');
    expect(shareNote({ hits: 1, n: 2, estimate: null })).toBe('1 of 2, too few to say');
    expect(shareNote({ hits: 9, n: 12, estimate: { share: 0.75, low: 0.4677, high: 0.9111 } })).toBe(
      '9 of 12, likely 47% to 91%',
    );
  });

  it('write times as people do', () => {
    expect([null, 0.5, 3.2, 48, 100].map(hoursWord)).toEqual(['–', '30 min', '3.2 h', '2 days', '4 days']);
  });
});
