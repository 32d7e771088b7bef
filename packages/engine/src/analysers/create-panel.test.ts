import { type Analysis, type CategoryScores, categoryNames } from '@clearframe/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fakeClock, fakeInput } from '../../test/fake-provider.ts';
import { type Analyser, AnalyserError, type AnalyserFault, type Opinion } from './analyser.ts';
import { createPanel, type PanelMode } from './create-panel.ts';
import { createShown } from './shown.ts';
import { textMaxLength, toInput } from './to-input.ts';

const signal = new AbortController().signal;

function analysis(scores: CategoryScores, over: Partial<Analysis> = {}): Analysis {
  const coverage = Object.fromEntries(
    categoryNames.map((name) => [name, scores[name] === undefined ? 'not_assessed' : 'assessed']),
  ) as Analysis['coverage'];
  return {
    kind: 'jpeg',
    width: 800,
    height: 600,
    frames_analysed: 1,
    processing_time_ms: 90,
    analysis_version: 'v1',
    scores,
    coverage,
    description: 'A picture.',
    text: 'SALE',
    ...over,
  };
}

const opinion = (over: Partial<Opinion> = {}): Opinion => ({
  scores: {},
  coverage: {},
  raw: { a: 1 },
  unmapped: [],
  costMicros: 5,
  ...over,
});

function member(name: string, say: () => Promise<Opinion>, over: Partial<Analyser> = {}) {
  let calls = 0;
  const analyser: Analyser = {
    name,
    version: '7',
    place: 'remote',
    close: async () => undefined,
    analyse: async () => {
      calls += 1;
      return await say();
    },
    ...over,
  };
  return { analyser, calls: () => calls };
}
const says = (over: Partial<Opinion>) => async () => opinion(over);
const faults = (fault: AnalyserFault) => async (): Promise<Opinion> => {
  throw new AnalyserError(fault, 'no');
};
const consult = (members: { analyser: Analyser }[], of: Analysis, mode: PanelMode = 'together') =>
  createPanel(
    members.map(({ analyser }) => analyser),
    { mode, clock: fakeClock({ tryMs: 20_000 }) },
  ).consult(of, fakeInput(), { signal });

describe('a panel of analysers', () => {
  it('leaves the analysis as it is where nobody is to be asked', async () => {
    const local = analysis({ sexual_explicit: 0.2 });
    expect(await consult([], local)).toBe(local);
  });

  it('takes of each category the highest score and the most that was looked at', async () => {
    const one = member(
      'one',
      says({ scores: { violence: 0.6, sexual_explicit: 0.1 }, coverage: { violence: 'assessed', hate: 'text_only' } }),
    );
    const two = member(
      'two',
      says({ scores: { violence: 0.3, gore: 0.4 }, coverage: { gore: 'assessed', hate: 'assessed', nudity: 'within:gore' } }),
    );
    const merged = await consult([one, two], analysis({ sexual_explicit: 0.5 }));
    expect(merged.scores).toEqual({ sexual_explicit: 0.5, violence: 0.6, gore: 0.4 });
    expect(merged.coverage).toMatchObject({
      sexual_explicit: 'assessed',
      violence: 'assessed',
      gore: 'assessed',
      hate: 'assessed',
      nudity: 'within:gore',
      weapons: 'not_assessed',
    });
    expect(merged.analysis_version).toBe('v1+one@7+two@7');
  });

  it('claims of a video or an animation no more than the one picture that was shown', async () => {
    const one = member(
      'one',
      says({ scores: { violence: 0.6 }, coverage: { violence: 'assessed', gore: 'within:violence', hate: 'text_only' } }),
    );
    const merged = await consult([one], analysis({ sexual_explicit: 0.5 }, { frames_analysed: 12 }));
    expect(merged.scores.violence).toBe(0.6);
    expect(merged.coverage).toMatchObject({
      sexual_explicit: 'assessed',
      violence: 'one_picture',
      gore: 'not_assessed',
      hate: 'text_only',
    });
  });

  it('puts descriptions and texts together in the order of the setting, each once', async () => {
    const slow = member('slow', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return opinion({ description: 'A shop.', text: 'SALE' });
    });
    const quick = member('quick', says({ description: 'A window.', text: '50 % off' }));
    expect(await consult([slow, quick], analysis({}))).toMatchObject({
      description: 'A picture. A shop. A window.',
      text: 'SALE\n50 % off',
    });
  });

  it('writes down who was asked, what it said and cost, and the answer as it came', async () => {
    const clock = fakeClock({ tryMs: 20_000 });
    const slow = member('slow', async () => {
      clock.pass(800);
      return opinion({ scores: { gore: 0.4 }, unmapped: ['odd'] });
    });
    const merged = await createPanel([slow.analyser], { mode: 'together', clock }).consult(analysis({}), fakeInput(), { signal });
    expect(merged.analysers).toEqual([
      {
        name: 'slow',
        version: '7',
        place: 'remote',
        outcome: 'answered',
        fault: null,
        elapsed_ms: 800,
        cost_micros: 5,
        scores: { gore: 0.4 },
        unmapped: ['odd'],
        raw: { a: 1 },
      },
    ]);
  });

  it.each(['timeout', 'unreachable', 'throttled', 'provider'] as const)(
    'has one that is %s tried three times, then failed',
    async (fault) => {
      const away = member('away', faults(fault));
      const here = member('here', says({ scores: { violence: 0.9 } }));
      const merged = await consult([away, here], analysis({ sexual_explicit: 0.1 }));
      expect(away.calls()).toBe(3);
      expect(merged.analysers).toMatchObject([
        { name: 'away', outcome: 'failed', fault, scores: {} },
        { name: 'here', outcome: 'answered' },
      ]);
      expect(merged.scores).toEqual({ sexual_explicit: 0.1, violence: 0.9 });
      expect(merged.analysis_version).toBe('v1+here@7');
    },
  );

  it('does not ask one that is away again and again', async () => {
    const away = member('away', faults('provider'));
    const panel = createPanel([away.analyser], { mode: 'together', clock: fakeClock({ tryMs: 20_000 }) });
    for (let item = 0; item < 9; item += 1) {
      expect((await panel.consult(analysis({}), fakeInput(), { signal })).analysers).toMatchObject([{ outcome: 'failed' }]);
    }
    expect(away.calls()).toBe(15);
  });

  it('finds out with one try whether one that was away is back', async () => {
    const away = member('away', faults('provider'));
    const clock = fakeClock({ tryMs: 20_000 });
    const panel = createPanel([away.analyser], { mode: 'together', clock });
    for (let item = 0; item < 5; item += 1) await panel.consult(analysis({}), fakeInput(), { signal });
    clock.pass(30_000);
    await panel.consult(analysis({}), fakeInput(), { signal });
    expect(away.calls()).toBe(16);
  });

  it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])('never believes a score of %d', async (score) => {
    const odd = member('odd', says({ scores: { violence: score } }));
    const merged = await consult([odd], analysis({ sexual_explicit: 0.1 }));
    expect(merged.analysers).toMatchObject([{ outcome: 'failed', fault: 'garbage' }]);
    expect(merged.scores).toEqual({ sexual_explicit: 0.1 });
  });

  it('throws what is a fault of ours, instead of a result without the analyser', async () => {
    const broken = member('broken', async () => {
      throw new TypeError('x is undefined');
    });
    await expect(consult([broken], analysis({}))).rejects.toThrow('x is undefined');
  });

  it('keeps no answer that a database would refuse, and none that is very long', async () => {
    const odd = member('odd', says({ raw: { 'a\0': 'b\0c', list: ['\ud800'] }, description: 'A\0 cup.', unmapped: ['\0'] }));
    const long = member('long', says({ raw: 'x'.repeat(30_001) }));
    const { analysers, description } = await consult([odd, long], analysis({}));
    expect(analysers?.map(({ raw }) => raw)).toEqual([{ a: 'bc', list: ['\ufffd'] }, null]);
    expect(description).toBe('A picture. A cup.');
  });

  describe('asked only in the uncertain band', () => {
    const mode = { uncertain: { from: 0.2, to: 0.9 } };
    it.each([
      [{ sexual_explicit: 0.1999 }, 0],
      [{ sexual_explicit: 0.2 }, 1],
      [{ sexual_explicit: 0.8999 }, 1],
      [{ sexual_explicit: 0.9 }, 0],
      [{ sexual_explicit: 0.01, synthetic: 0.5 }, 0],
      [{}, 0],
    ])('with %j: %i calls', async (scores, calls) => {
      const service = member('service', says({}));
      const { analysers } = await consult([service], analysis(scores), mode);
      expect(service.calls()).toBe(calls);
      expect(analysers).toMatchObject([{ outcome: calls === 1 ? 'answered' : 'not_asked', raw: calls === 1 ? { a: 1 } : null }]);
    });

    it('asks no service where the picture is to stay on this machine', async () => {
      const near = member('near', says({}), { place: 'local' });
      const service = member('service', says({}));
      const panel = createPanel([service.analyser, near.analyser], { mode: 'together', clock: fakeClock({ tryMs: 20_000 }) });
      const { analysers } = await panel.consult(analysis({ sexual_explicit: 0.5 }), fakeInput(), { signal, onlyHere: true });
      expect([near.calls(), service.calls()]).toEqual([1, 0]);
      expect(analysers).toMatchObject([
        { name: 'service', outcome: 'not_asked' },
        { name: 'near', outcome: 'answered' },
      ]);
    });

    it('asks those of this machine every time, and services by what these found', async () => {
      const near = member('near', says({ scores: { violence: 0.5 } }), { place: 'local' });
      const service = member('service', says({}));
      await consult([service, near], analysis({ sexual_explicit: 0 }), mode);
      expect([near.calls(), service.calls()]).toEqual([1, 1]);
    });
  });
});

describe('what analysers are shown', () => {
  it('is one JPEG without metadata, made once', async () => {
    const pixels = { data: new Uint8Array(40 * 30 * 3).fill(200), width: 40, height: 30 };
    const input = toInput(createShown(pixels), ['a caption', null, ' ', 'READ']);
    const jpeg = await input.jpeg();
    expect(await input.jpeg()).toBe(jpeg);
    const { format, width, height, exif } = await sharp(jpeg).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 40, height: 30, exif: undefined });
    expect(input.text).toBe('a caption\nREAD');
  });

  it('keeps below 4 MB even where the picture is noise', async () => {
    const data = new Uint8Array(1600 * 1600 * 3);
    let state = 1;
    for (let at = 0; at < data.length; at += 1) {
      state = (state * 48_271) % 2_147_483_647;
      data[at] = state & 255;
    }
    expect((await toInput(createShown({ data, width: 1600, height: 1600 }), []).jpeg()).length).toBeLessThanOrEqual(4_000_000);
  });

  it('is at most 10,000 characters of text', () => {
    const pixels = { data: new Uint8Array(3), width: 1, height: 1 };
    expect(toInput(createShown(pixels), ['x'.repeat(20_000)]).text).toHaveLength(textMaxLength);
  });
});
