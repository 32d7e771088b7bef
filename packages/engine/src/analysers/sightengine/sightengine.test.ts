import { describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { type Asked, fakeClock, fakeInput, plainSend, type Reply } from '../../../test/fake-provider.ts';
import { harmlessAnswer, withField } from '../../../test/sightengine-answer.ts';
import { createSightengine } from './sightengine.ts';
import { sightengineModels } from './sightengine-mapping.ts';

const keys = { apiUser: '1234567890', apiSecret: 'a-secret-of-the-test' };
const failure = (type: string, status = 400): Reply => ({
  status,
  json: {
    status: 'failure',
    request: { id: 'req_1', timestamp: 1, operations: 0 },
    error: { type, code: 1, message: 'As documented' },
  },
});

const found = withField(harmlessAnswer, 'weapon.classes.knife', 0.88);

/** Reads the multipart body, knows the keys, and answers for the models that were asked: one operation each. */
async function read({ headers, bytes }: Asked): Promise<FormData> {
  const body = new Uint8Array(bytes);
  return await new Request('http://a.example', {
    method: 'POST',
    headers: { 'content-type': headers['content-type'] ?? '' },
    body,
  }).formData();
}

const field = (body: string, name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)\r\n`).exec(body)?.[1];

function sightengine({ method, path, headers, body }: Asked): Reply {
  if (method !== 'POST' || path !== '/1.0/check.json') return failure('request_error', 404);
  if (!headers['content-type']?.startsWith('multipart/form-data; boundary=')) return failure('request_error');
  if (field(body, 'api_user') !== keys.apiUser || field(body, 'api_secret') !== keys.apiSecret)
    return failure('credentials_error', 401);
  const models = field(body, 'models')?.split(',') ?? [];
  const sections = models.map((model) => sightengineModels[model]?.section ?? '');
  if (sections.includes('')) return failure('argument_error');
  if (!body.includes('name="media"; filename="picture.jpg"\r\nContent-Type: image/jpeg')) return failure('media_error');
  return {
    json: {
      status: 'success',
      request: { id: 'req_1', timestamp: 1_491_402_308.4, operations: models.length },
      ...Object.fromEntries(Object.entries(found).filter(([name]) => sections.includes(name))),
      media: { id: 'med_1', uri: 'picture.jpg' },
    },
  };
}

const answer = { status: 'success', request: { id: 'req_1', timestamp: 1, operations: 12 }, ...found };
const { gore: _gore, ...withoutGore } = answer;

describe('Sightengine', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createSightengine({ ...keys, url }, parts),
    behave: sightengine,
    errors: [
      ['credentials_error', failure('credentials_error', 401), 'credentials'],
      ['usage_limit', failure('usage_limit', 402), 'quota'],
      ['plan_error', failure('plan_error'), 'quota'],
      ['argument_error', failure('argument_error'), 'rejected'],
      ['callback_error', failure('callback_error'), 'rejected'],
      ['media_error', failure('media_error'), 'rejected'],
      ['request_error', failure('request_error'), 'rejected'],
      ['api_error', failure('api_error', 500), 'provider'],
      ['unknown_error', failure('unknown_error', 500), 'provider'],
      ['credentials_error with status 200', failure('credentials_error', 200), 'credentials'],
      ['usage_limit with status 200', failure('usage_limit', 200), 'quota'],
      ['media_error with status 200', failure('media_error', 200), 'rejected'],
      ['unknown_error with status 200', failure('unknown_error', 200), 'provider'],
      ['a failure of another type with status 200', failure('something_new', 200), 'rejected'],
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
    secrets: [keys.apiSecret, keys.apiUser],
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
      { ...keys, url: provider().origin, models: 'weapon, gore-2.0', costMicros: '2000' },
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
    expect(() => createSightengine({ ...keys, models: 'weapon,faces' }, parts)).toThrow(
      'sightengine needs other settings: models',
    );
  });
});
