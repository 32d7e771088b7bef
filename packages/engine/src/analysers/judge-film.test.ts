import { Analysis, categoryNames } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { fakeClock, fakeInput } from '../../test/fake-provider.ts';
import { type Analyser, AnalyserError, type Film, type Judged } from './analyser.ts';
import { createPanel } from './create-panel.ts';
import { createShown } from './shown.ts';

const signal = new AbortController().signal;
const analysis = Analysis.parse({
  kind: 'mp4',
  width: 1,
  height: 1,
  frames_analysed: 5,
  processing_time_ms: 1,
  analysis_version: 'v1',
  description: '',
  text: '',
  scores: { sexual_explicit: 0.01 },
  coverage: Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])),
});

/** A film of seconds that are as bright as said; the memory of a second is used again for the next. */
function filmOf(brightness: number[]) {
  const data = new Uint8Array(3);
  const judged: unknown[] = [];
  const film: Film = {
    async read(onSecond) {
      for (const value of brightness) await onSecond(createShown({ data: data.fill(value), width: 1, height: 1 }));
    },
    judged: (scores) => void judged.push(scores),
  };
  return { film, judged };
}

const judgedAs = (values: readonly number[]): Judged => ({
  each: values.map((value) => ({ scores: { weapons: value / 100 }, coverage: { weapons: 'assessed' }, unmapped: [] })),
  raw: values,
  costMicros: values.length,
});

function analyserOf(judge: (batch: number[], call: number) => Judged): { analyser: Analyser; batches: number[][] } {
  const batches: number[][] = [];
  const analyser: Analyser = {
    name: 'fleet',
    version: '1',
    place: 'remote',
    tryMs: 20_000,
    seconds: {
      most: 2,
      prepare: async (shown) => Uint8Array.from((await shown.pixels()).data),
      async judge(prepared) {
        const batch = prepared.map(([value = 0]) => value);
        batches.push(batch);
        return judge(batch, batches.length);
      },
    },
    analyse: () => Promise.reject(new Error('One picture was shown')),
    close: async () => undefined,
  };
  return { analyser, batches };
}

const consult = (analyser: Analyser, film: Film) =>
  createPanel([analyser], { mode: 'together', clock: fakeClock({ tryMs: 20_000 }) }).consult(
    analysis,
    { ...fakeInput(), film },
    { signal },
  );

describe('an analyser that judges every second', () => {
  it('gets them in batches, and the highest of all counts as assessed', async () => {
    const { analyser, batches } = analyserOf(judgedAs);
    const { film, judged } = filmOf([10, 95, 20, 30, 40]);
    const consulted = await consult(analyser, film);
    expect(batches).toEqual([[10, 95], [20, 30], [40]]);
    expect(consulted).toMatchObject({ scores: { sexual_explicit: 0.01, weapons: 0.95 }, coverage: { weapons: 'assessed' } });
    expect(consulted.analysers).toMatchObject([{ outcome: 'answered', cost_micros: 5, raw: [[10, 95], [20, 30], [40]] }]);
    expect(judged).toEqual([[10, 95, 20, 30, 40].map((value) => ({ weapons: value / 100 }))]);
  });

  it('tries a batch again by itself, not the film', async () => {
    const { analyser, batches } = analyserOf((batch, call) => {
      if (call === 2) throw new AnalyserError('provider', 'answered 503');
      return judgedAs(batch);
    });
    const { analysers } = await consult(analyser, filmOf([1, 2, 3, 4]).film);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
      [3, 4],
    ]);
    expect(analysers).toMatchObject([{ outcome: 'answered' }]);
  });

  it.each<[string, (batch: number[], call: number) => Judged]>([
    [
      'a batch that failed',
      (batch, call) => {
        if (call > 1) throw new AnalyserError('garbage', 'answered nonsense');
        return judgedAs(batch);
      },
    ],
    ['a batch with fewer rows', (batch, call) => judgedAs(call > 1 ? batch.slice(1) : batch)],
    ['a score that is none', (batch, call) => judgedAs(call > 1 ? [Number.NaN, 1] : batch)],
  ])('gives no opinion of the whole after %s', async (_, judge) => {
    const { film, judged } = filmOf([1, 2, 3, 4]);
    const consulted = await consult(analyserOf(judge).analyser, film);
    expect(consulted.analysers).toMatchObject([{ outcome: 'failed', fault: 'garbage', scores: {} }]);
    expect(consulted.scores).toEqual({ sexual_explicit: 0.01 });
    expect(judged).toEqual([]);
  });

  it('throws what ends the reading, instead of a result', async () => {
    const film: Film = { read: () => Promise.reject(new Error('The file is gone')), judged: () => undefined };
    await expect(consult(analyserOf(judgedAs).analyser, film)).rejects.toThrow('The file is gone');
  });
});
