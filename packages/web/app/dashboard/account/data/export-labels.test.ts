import type { DataExport } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { exportWords, isOpen } from './export-labels.ts';

const one: DataExport = {
  id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  kind: 'account',
  state: 'queued',
  done: 0,
  total: 0,
  sizeBytes: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
  expiresAt: null,
};

describe('the line of an export', () => {
  it('OPS-04 says how far it is, how large it became and when it goes', () => {
    expect(exportWords(one)).toBe('Queued');
    expect(exportWords({ ...one, state: 'running' })).toBe('Collecting');
    expect(exportWords({ ...one, state: 'running', done: 1_200, total: 20_000 })).toBe('1,200 of 20,000 items');
    expect(exportWords({ ...one, state: 'running', done: 0, total: 1 })).toBe('0 of 1 item');
    const done = { ...one, state: 'done', sizeBytes: 5_242_880, expiresAt: '2026-11-27T12:00:00.000Z' } as const;
    expect(exportWords(done)).toBe('5.0 MB · removed on 27 November 2026');
    expect(exportWords({ ...one, state: 'failed' })).toContain('Request another export');
  });

  it('OPS-04 knows which ones are still being made', () => {
    expect((['queued', 'running', 'done', 'failed'] as const).filter((state) => isOpen({ state }))).toEqual([
      'queued',
      'running',
    ]);
  });
});
