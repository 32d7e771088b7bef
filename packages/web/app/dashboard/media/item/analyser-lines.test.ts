import type { AnalyserRun } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { analyserLines } from './analyser-lines.ts';

const run: AnalyserRun = {
  name: 'openai-moderation',
  version: '1',
  place: 'remote',
  outcome: 'answered',
  fault: null,
  elapsed_ms: 800,
  cost_micros: 0,
  scores: {},
  unmapped: [],
};
const words = (over: Partial<AnalyserRun>) =>
  analyserLines({
    processing_time_ms: 120,
    analysis_version: 'v',
    frames_analysed: 1,
    analysers: [{ ...run, ...over }],
  }).at(1)?.words;

describe('analyserLines', () => {
  it('says nothing where only the built-in analyser looked', () => {
    expect(analyserLines({ processing_time_ms: 120, analysis_version: 'v', frames_analysed: 1 })).toEqual([]);
  });

  it('says who looked, how long, for how much, and whether the picture was sent away', () => {
    const lines = analyserLines({
      processing_time_ms: 120,
      analysis_version: 'v',
      frames_analysed: 1,
      analysers: [run, { ...run, name: 'transformers', place: 'local' }],
    });
    expect(lines).toEqual([
      { name: 'Built-in', words: '0.12 s · on this machine' },
      { name: 'openai-moderation', words: '0.80 s · $0.00 · picture sent' },
      { name: 'transformers', words: '0.80 s · $0.00 · on this machine' },
    ]);
  });

  it.each([
    [0, '$0.00'],
    [400, '$0.0004'],
    [1_500, '$0.0015'],
    [10_000, '$0.01'],
    [1_250_000, '$1.25'],
    [12_000_000, '$12.00'],
  ])('shows %i millionths as %s', (cost_micros, shown) => {
    expect(words({ cost_micros })).toContain(` · ${shown} · `);
  });

  it('never calls an unknown cost none', () => {
    expect(words({ cost_micros: null })).toContain('cost not known');
  });

  it('says of one that failed or was not asked that it has no opinion', () => {
    expect(words({ outcome: 'failed', fault: 'credentials', cost_micros: null })).toBe(
      '0.80 s · no result: its key was refused · picture sent',
    );
    expect(words({ outcome: 'not_asked' })).toBe('not asked');
  });

  it('does not claim that a picture was sent to one that could not be reached', () => {
    expect(words({ outcome: 'failed', fault: 'unreachable', cost_micros: null })).toBe(
      '0.80 s · no result: it could not be reached · picture may not have arrived',
    );
  });
});
