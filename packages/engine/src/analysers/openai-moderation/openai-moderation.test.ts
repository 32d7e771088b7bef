import { type CategoryScores, categoryNames, defaultThresholds, judgeScores } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeClock, fakeInput, plainSend, startFakeProvider } from '../../../test/fake-provider.ts';
import { randomFrom } from '../../../test/random.ts';
import { categoryOf, createOpenaiModeration } from './openai-moderation.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());

const signal = new AbortController().signal;
const analyser = () =>
  createOpenaiModeration({ key: 'sk-secret', url: provider.origin }, { send: plainSend, clock: fakeClock() });

/** Every label of the reference, https://platform.openai.com/docs/api-reference/moderations, and what it is applied to. */
const documented: Record<string, ('text' | 'image')[]> = {
  harassment: ['text'],
  'harassment/threatening': ['text'],
  hate: ['text'],
  'hate/threatening': ['text'],
  illicit: ['text'],
  'illicit/violent': ['text'],
  'self-harm': ['text', 'image'],
  'self-harm/intent': ['text', 'image'],
  'self-harm/instructions': ['text', 'image'],
  sexual: ['text', 'image'],
  'sexual/minors': ['text'],
  violence: ['text', 'image'],
  'violence/graphic': ['text', 'image'],
};
const labels = Object.keys(documented);

function answer(scores: Record<string, number> = {}, sent: ('text' | 'image')[] = ['image']) {
  const each = (value: (label: string) => unknown) => Object.fromEntries(labels.map((label) => [label, value(label)]));
  return {
    id: 'modr-1',
    model: 'omni-moderation-2024-09-26',
    results: [
      {
        flagged: false,
        categories: each(() => false),
        category_scores: each((label) => scores[label] ?? 0.001),
        category_applied_input_types: each((label) => documented[label]?.filter((type) => sent.includes(type))),
      },
    ],
  };
}

describe('openai-moderation', () => {
  it('sends one picture and its text as documented', async () => {
    provider.reply({ json: answer({}, ['text', 'image']) });
    await analyser().analyse(fakeInput('buy now'), signal);
    const asked = provider.asked.at(-1);
    expect(asked).toMatchObject({ method: 'POST', path: '/v1/moderations' });
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer sk-secret', 'content-type': 'application/json' });
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      model: 'omni-moderation-latest',
      input: [
        { type: 'text', text: 'buy now' },
        { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/' } },
      ],
    });
  });

  it('sends no text where there is none', async () => {
    provider.reply({ json: answer() });
    await analyser().analyse(fakeInput(), signal);
    expect(JSON.parse(provider.asked.at(-1)?.body ?? '').input).toHaveLength(1);
  });

  it('says nothing of what was not looked at: the zeros of a picture without text are no scores', async () => {
    provider.reply({ json: answer({ violence: 0.9, hate: 0, 'self-harm/intent': 0.4 }) });
    const opinion = await analyser().analyse(fakeInput(), signal);
    expect(opinion.scores).toEqual({ sexual_explicit: 0.001, violence: 0.9, gore: 0.001, self_harm: 0.4 });
    expect(opinion.coverage).toEqual({
      sexual_explicit: 'assessed',
      violence: 'assessed',
      gore: 'assessed',
      self_harm: 'assessed',
      nudity: 'within:sexual_explicit',
    });
  });

  it('takes what only text is judged for as such', async () => {
    provider.reply({ json: answer({ 'hate/threatening': 0.8, 'sexual/minors': 0.2 }, ['text', 'image']) });
    const { scores, coverage } = await analyser().analyse(fakeInput('…'), signal);
    expect(scores).toMatchObject({ hate: 0.8, minor_safety: 0.2, harassment: 0.001, illicit: 0.001 });
    expect(coverage).toMatchObject({
      hate: 'text_only',
      harassment: 'text_only',
      illicit: 'text_only',
      minor_safety: 'text_only',
    });
    expect(coverage).toMatchObject({ sexual_explicit: 'assessed' });
  });

  it('has a place for every documented label, and names those that it does not know', async () => {
    expect(Object.keys(categoryOf).sort()).toEqual([...labels].sort());
    const known = answer();
    const [result] = known.results;
    if (result) Object.assign(result.category_scores, { 'new/label': 0.9 });
    provider.reply({ json: known });
    expect((await analyser().analyse(fakeInput(), signal)).unmapped).toEqual(['new/label']);
  });

  it('never gives a lower score, nor a milder judgement, for a worse answer', async () => {
    const random = randomFrom(20260101);
    const pair = () => Object.fromEntries(labels.map((label) => [label, random()]));
    const rank = (scores: CategoryScores) => {
      const { flagged, needs_review } = judgeScores(scores, defaultThresholds());
      return flagged ? 2 : Number(needs_review);
    };
    for (let round = 0; round < 60; round += 1) {
      const better: Record<string, number> = pair();
      const worse = Object.fromEntries(labels.map((label) => [label, Math.min(1, (better[label] ?? 0) + random() * 0.5)]));
      provider.reply({ json: answer(better, ['text', 'image']) }, { json: answer(worse, ['text', 'image']) });
      const mild = (await analyser().analyse(fakeInput('x'), signal)).scores;
      const grave = (await analyser().analyse(fakeInput('x'), signal)).scores;
      for (const name of categoryNames) expect(grave[name] ?? -1, name).toBeGreaterThanOrEqual(mild[name] ?? -1);
      expect(rank(grave)).toBeGreaterThanOrEqual(rank(mild));
    }
  });

  it('keeps the answer as it came, and what it cost', async () => {
    provider.reply({ json: answer() });
    expect(await analyser().analyse(fakeInput(), signal)).toMatchObject({ raw: answer(), costMicros: 0 });
  });

  it.each([
    [400, { code: 'invalid_image_url', type: 'invalid_request_error' }, 'rejected'],
    [400, { code: 'too_many_images', type: 'invalid_request_error' }, 'rejected'],
    [401, { code: 'invalid_api_key', type: 'invalid_request_error' }, 'credentials'],
    [403, { code: 'unsupported_country_region_territory', type: 'request_forbidden' }, 'credentials'],
    [429, { code: 'rate_limit_exceeded', type: 'requests' }, 'throttled'],
    [429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'quota'],
    [500, { code: null, type: 'server_error' }, 'provider'],
    [503, { code: null, type: 'server_error' }, 'provider'],
  ])('takes %i %j for %s', async (status, error, fault) => {
    provider.reply({ status, json: { error: { message: 'about sk-secret', param: null, ...error } } });
    const thrown: unknown = await analyser()
      .analyse(fakeInput(), signal)
      .catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ name: 'AnalyserError', fault });
    expect(String(thrown)).not.toContain('sk-secret');
  });

  const [whole] = answer().results;
  it.each([
    ['no result', { results: [] }],
    ['a result without scores', { results: [{ flagged: false, category_applied_input_types: {} }] }],
    ['a result that does not say what it looked at', { results: [{ flagged: false, category_scores: whole?.category_scores }] }],
    ['a result that looked at nothing', { results: [{ ...whole, category_applied_input_types: {} }] }],
    ['a result that looked at the text alone', answer({}, ['text'])],
    ['a label without its score', { results: [{ ...whole, category_scores: {} }] }],
    ['scores that are none', { results: [{ ...whole, category_scores: { ...whole?.category_scores, sexual: 40 } }] }],
    ['another answer', { flagged: false }],
  ])('never takes %s for an opinion', async (_, json) => {
    provider.reply({ json });
    await expect(analyser().analyse(fakeInput('x'), signal)).rejects.toMatchObject({ fault: 'garbage' });
  });

  it('asks for its key by the name of the setting', () => {
    expect(() => createOpenaiModeration({ url: 'https://x.example' }, { send: plainSend, clock: fakeClock() })).toThrow(
      'The analyser openai-moderation needs other settings: key',
    );
  });
});
