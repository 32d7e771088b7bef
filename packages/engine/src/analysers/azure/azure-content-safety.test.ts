import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { AzureBody, azure, azureAnswer, azureFailure, azureKey } from '../../../test/fake-azure.ts';
import { fakeClock, plainSend } from '../../../test/fake-provider.ts';
import { createAzureContentSafety } from './azure-content-safety.ts';

describe('Azure AI Content Safety', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createAzureContentSafety({ key: azureKey, url }, parts),
    behave: azure,
    errors: [
      ['InvalidRequestBody', azureFailure(400, 'InvalidRequestBody'), 'rejected'],
      ['a wrong key', azureFailure(401, '401'), 'credentials'],
      ['a key without the right', azureFailure(403, '403'), 'credentials'],
      ['a resource that does not exist', azureFailure(404, '404'), 'credentials'],
      ['TooManyRequests', azureFailure(429, 'TooManyRequests'), 'throttled'],
      ['InternalError', azureFailure(500, 'InternalError'), 'provider'],
      ['ServerBusy', azureFailure(503, 'ServerBusy'), 'provider'],
    ],
    throttled: { status: 429, json: { error: { code: 'TooManyRequests', message: 'As documented' } } },
    halves: [
      ['lacks its categories', {}],
      ['lacks one of four categories', { categoriesAnalysis: azureAnswer.categoriesAnalysis.slice(1) }],
      ['has none of its categories', { categoriesAnalysis: [] }],
      [
        'has a category without a severity',
        { categoriesAnalysis: [{ category: 'Hate' }, ...azureAnswer.categoriesAnalysis.slice(1)] },
      ],
      [
        'has a severity that is none',
        { categoriesAnalysis: [{ category: 'Hate', severity: 100 }, ...azureAnswer.categoriesAnalysis.slice(1)] },
      ],
    ],
    secrets: [azureKey],
  });

  it('takes the severities for its opinion', async () => {
    provider().reply(azure);
    const opinion = await ask();
    expect(opinion).toMatchObject({
      scores: { hate: 0.02, self_harm: 0.4, sexual_explicit: 0.75, sexual_suggestive: 0.6, violence: 0.97 },
      raw: azureAnswer,
      unmapped: [],
      costMicros: null,
    });
    expect(opinion.coverage).toMatchObject({ nudity: 'within:sexual_explicit', weapons: 'within:violence' });
    expect(opinion.coverage.drugs).toBeUndefined();
  });

  it('gives small pictures the border without which Azure refuses them', async () => {
    provider().reply(azure);
    await ask();
    const { image } = AzureBody.parse(JSON.parse(provider().asked.at(-1)?.body ?? ''));
    expect(await sharp(Buffer.from(image.content, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 50 });
  });

  it('keeps what it does not know in the opinion, by name', async () => {
    const more = { categoriesAnalysis: [...azureAnswer.categoriesAnalysis, { category: 'Gambling', severity: 6 }] };
    provider().reply({ json: more });
    expect((await ask()).unmapped).toEqual(['Gambling: 6']);
  });

  it('takes the price that is set, and names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(() => createAzureContentSafety({ key: azureKey, url: 'resource' }, parts)).toThrow(
      'azure-content-safety needs other settings: url',
    );
    expect(() => createAzureContentSafety({ key: azureKey, url: 'https://a.example', costMicros: '-1' }, parts)).toThrow(
      'costMicros',
    );
  });
});
