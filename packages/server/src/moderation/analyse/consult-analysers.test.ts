import { type Analysis, defaultPolicy } from '@clearframe/contract';
import { createShown } from '@clearframe/engine';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { createMetrics } from '../../metrics/create-metrics.ts';
import type { MediaRow } from '../item/media-row.ts';
import { consultAnalysers } from './consult-analysers.ts';

const item = { title: null, caption: null, description: null, tags: [] as string[] } as MediaRow;
const seen = {
  analysis: { text: '' } as Analysis,
  shown: createShown({ data: new Uint8Array(3), width: 1, height: 1 }),
  seconds: [],
  readSeconds: null,
};
const { thresholds } = defaultPolicy;
/** No run is told of, so nothing is written. */
const unused = { db: {} as Context['db'], log: pino({ level: 'silent' }) };

describe('waiting for an analyser', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells the supervisor every 5 s that the run gets on, and no longer than it waits', async () => {
    let answer = (_: Analysis) => {};
    const analysers = {
      members: [{ name: 'slow', place: 'remote' as const }],
      consult: () => new Promise<Analysis>((resolve) => (answer = resolve)),
      close: async () => undefined,
    };
    const metrics = createMetrics({ version: '1', revision: 'unknown' });
    let told = 0;
    const signal = new AbortController().signal;
    const alive = () => {
      told += 1;
    };
    const waiting = consultAnalysers({ analysers, metrics, ...unused }, item, seen, {
      signs: { alive, signal, stopping: signal },
      thresholds,
    });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(told).toBe(24);
    answer(seen.analysis);
    expect((await waiting).analysis).toBe(seen.analysis);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(told).toBe(24);
  });
});
