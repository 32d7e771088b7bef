import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { type Asked, fakeClock, plainSend, type Reply } from '../../../test/fake-provider.ts';
import { createAzureContentSafety } from './azure-content-safety.ts';

const key = 'a-secret-of-the-test';
const failure = (status: number, code: string): Reply => ({ status, json: { error: { code, message: 'As documented' } } });
const answer = {
  categoriesAnalysis: [
    { category: 'Hate', severity: 0 },
    { category: 'SelfHarm', severity: 2 },
    { category: 'Sexual', severity: 4 },
    { category: 'Violence', severity: 6 },
  ],
};

const Body = z.strictObject({
  image: z.strictObject({ content: z.base64().min(1) }),
  categories: z.tuple([z.literal('Hate'), z.literal('SelfHarm'), z.literal('Sexual'), z.literal('Violence')]),
  outputType: z.literal('FourSeverityLevels'),
});

function azure({ method, path, headers, body }: Asked): Reply {
  if (headers['ocp-apim-subscription-key'] !== key) return failure(401, '401');
  if (method !== 'POST' || path !== '/contentsafety/image:analyze?api-version=2024-09-01') return failure(404, '404');
  return Body.safeParse(JSON.parse(body)).success ? { json: answer } : failure(400, 'InvalidRequestBody');
}

describe('Azure AI Content Safety', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createAzureContentSafety({ key, url }, parts),
    behave: azure,
    errors: [
      ['InvalidRequestBody', failure(400, 'InvalidRequestBody'), 'rejected'],
      ['a wrong key', failure(401, '401'), 'credentials'],
      ['a key without the right', failure(403, '403'), 'credentials'],
      ['a resource that does not exist', failure(404, '404'), 'credentials'],
      ['TooManyRequests', failure(429, 'TooManyRequests'), 'throttled'],
      ['InternalError', failure(500, 'InternalError'), 'provider'],
      ['ServerBusy', failure(503, 'ServerBusy'), 'provider'],
    ],
    throttled: { status: 429, json: { error: { code: 'TooManyRequests', message: 'As documented' } } },
    halves: [
      ['lacks its categories', {}],
      ['lacks one of four categories', { categoriesAnalysis: answer.categoriesAnalysis.slice(1) }],
      ['has none of its categories', { categoriesAnalysis: [] }],
      [
        'has a category without a severity',
        { categoriesAnalysis: [{ category: 'Hate' }, ...answer.categoriesAnalysis.slice(1)] },
      ],
      [
        'has a severity that is none',
        { categoriesAnalysis: [{ category: 'Hate', severity: 100 }, ...answer.categoriesAnalysis.slice(1)] },
      ],
    ],
    secrets: [key],
  });

  it('takes the severities for its opinion', async () => {
    provider().reply(azure);
    const opinion = await ask();
    expect(opinion).toMatchObject({
      scores: { hate: 0.02, self_harm: 0.4, sexual_explicit: 0.75, sexual_suggestive: 0.6, violence: 0.97 },
      raw: answer,
      unmapped: [],
      costMicros: null,
    });
    expect(opinion.coverage).toMatchObject({ nudity: 'within:sexual_explicit', weapons: 'within:violence' });
    expect(opinion.coverage.drugs).toBeUndefined();
  });

  it('gives small pictures the border without which Azure refuses them', async () => {
    provider().reply(azure);
    await ask();
    const { image } = Body.parse(JSON.parse(provider().asked.at(-1)?.body ?? ''));
    expect(await sharp(Buffer.from(image.content, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 50 });
  });

  it('keeps what it does not know in the opinion, by name', async () => {
    const more = { categoriesAnalysis: [...answer.categoriesAnalysis, { category: 'Gambling', severity: 6 }] };
    provider().reply({ json: more });
    expect((await ask()).unmapped).toEqual(['Gambling: 6']);
  });

  it('takes the price that is set, and names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(() => createAzureContentSafety({ key, url: 'resource' }, parts)).toThrow(
      'azure-content-safety needs other settings: url',
    );
    expect(() => createAzureContentSafety({ key, url: 'https://a.example', costMicros: '-1' }, parts)).toThrow('costMicros');
  });
});
