import { describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { type Asked, fakeClock, fakeInput, plainSend } from '../../../test/fake-provider.ts';
import { sightengine, sightengineFailure, sightengineFound, sightengineKeys } from '../../../test/fake-sightengine.ts';
import { createSightengine } from './sightengine.ts';

async function read({ headers, bytes }: Asked): Promise<FormData> {
  const body = new Uint8Array(bytes);
  return await new Request('http://a.example', {
    method: 'POST',
    headers: { 'content-type': headers['content-type'] ?? '' },
    body,
  }).formData();
}

const answer = { status: 'success', request: { id: 'req_1', timestamp: 1, operations: 12 }, ...sightengineFound };
const { gore: _gore, ...withoutGore } = answer;

describe('Sightengine', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createSightengine({ ...sightengineKeys, url }, parts),
    behave: sightengine,
    errors: [
      ['credentials_error', sightengineFailure('credentials_error', 401), 'credentials'],
      ['usage_limit', sightengineFailure('usage_limit', 402), 'quota'],
      ['plan_error', sightengineFailure('plan_error'), 'quota'],
      ['argument_error', sightengineFailure('argument_error'), 'rejected'],
      ['callback_error', sightengineFailure('callback_error'), 'rejected'],
      ['media_error', sightengineFailure('media_error'), 'rejected'],
      ['request_error', sightengineFailure('request_error'), 'rejected'],
      ['api_error', sightengineFailure('api_error', 500), 'provider'],
      ['unknown_error', sightengineFailure('unknown_error', 500), 'provider'],
      ['credentials_error with status 200', sightengineFailure('credentials_error', 200), 'credentials'],
      ['usage_limit with status 200', sightengineFailure('usage_limit', 200), 'quota'],
      ['media_error with status 200', sightengineFailure('media_error', 200), 'rejected'],
      ['unknown_error with status 200', sightengineFailure('unknown_error', 200), 'provider'],
      ['a failure of another type with status 200', sightengineFailure('something_new', 200), 'rejected'],
      [
        'a failure beside what a success has',
        { json: { ...answer, status: 'failure', error: { type: 'api_error' } } },
        'provider',
      ],
    ],
    throttled: { status: 429, json: { status: 'failure', error: { type: 'usage_limit', code: 1, message: 'As documented' } } },
    halves: [
      ['lacks a model that was asked', withoutGore],
      ['lacks all of its models', { status: 'success', request: answer.request }],
      ['lacks the count of its operations', { ...answer, request: { id: 'req_1' } }],
      ['has a model with another field', { ...answer, gore: { prob: 0 } }],
      ['has a text instead of a number', { ...answer, violence: { prob: 'low' } }],
    ],
    secrets: [sightengineKeys.apiSecret, sightengineKeys.apiUser],
  });

  it('sends the picture and its keys in a multipart body, and takes the models for its opinion', async () => {
    provider().reply(sightengine);
    const opinion = await ask();
    expect(opinion.scores).toMatchObject({ weapons: 0.88, violence: 0, harassment: 0 });
    expect(opinion.scores.synthetic).toBeUndefined();
    expect(opinion).toMatchObject({ unmapped: [], costMicros: null, raw: { status: 'success' } });
    const asked = provider().asked.at(-1);
    if (!asked) throw new Error('nothing was asked');
    const media = (await read(asked)).get('media');
    expect(media).toBeInstanceOf(File);
    expect(asked.path).not.toContain('api_');
  });

  it('costs the operations that Sightengine counted, and asks only for the models of the setting', async () => {
    provider().reply(sightengine);
    const parts = { send: plainSend, clock: fakeClock() };
    const analyser = createSightengine(
      { ...sightengineKeys, url: provider().origin, models: 'weapon, gore-2.0', costMicros: '2000' },
      parts,
    );
    const opinion = await analyser.analyse(fakeInput(), new AbortController().signal);
    expect(opinion.costMicros).toBe(4_000);
    expect(Object.keys(opinion.coverage).sort()).toEqual(['disturbing', 'gore', 'weapons']);
    expect(Object.keys(opinion.scores).sort()).toEqual(['disturbing', 'gore', 'weapons']);
    expect(analyser.version).toBe('1.0+weapon+gore-2.0+mapping-1');
  });

  it('refuses a model for which it has no table', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(() => createSightengine({ ...sightengineKeys, models: 'weapon,faces' }, parts)).toThrow(
      'sightengine needs other settings: models',
    );
  });
});
