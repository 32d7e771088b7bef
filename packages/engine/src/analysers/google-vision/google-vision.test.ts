import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { type Asked, fakeClock, plainSend, type Reply } from '../../../test/fake-provider.ts';
import { createGoogleVision } from './google-vision.ts';

const key = 'AIza-a-secret-of-the-test';
const failure = (code: number, status: string, details: object[] = []): Reply => ({
  status: code,
  json: { error: { code, message: 'As documented', status, details } },
});
const wrongKey = failure(400, 'INVALID_ARGUMENT', [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
]);

const safeSearchAnnotation = {
  ...{ adult: 'VERY_UNLIKELY', spoof: 'UNLIKELY', medical: 'POSSIBLE', violence: 'LIKELY', racy: 'VERY_LIKELY' },
};
const found = {
  safeSearchAnnotation,
  fullTextAnnotation: { text: 'NO ENTRY' },
  labelAnnotations: [
    { description: 'Person', score: 0.93 },
    { description: 'Camera', score: 0.61 },
    { description: 'Building', score: 0.31 },
  ],
};
/** The place of every letter, which makes an answer without `fields` longer than any that is read. */
const everything = { ...found, fullTextAnnotation: { text: 'NO ENTRY', pages: [{ blocks: 'x'.repeat(1_100_000) }] } };
const refused = (code: number): Reply => ({ json: { responses: [{ error: { code, message: 'As documented' } }] } });

const Body = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        image: z.strictObject({ content: z.base64().min(1) }),
        features: z.array(
          z.strictObject({
            type: z.enum(['SAFE_SEARCH_DETECTION', 'TEXT_DETECTION', 'LABEL_DETECTION']),
            maxResults: z.number().optional(),
          }),
        ),
      }),
    )
    .max(16),
});

function googleVision({ method, path, headers, body }: Asked): Reply {
  const { pathname, searchParams } = new URL(path, 'http://a.example');
  if (pathname !== '/v1/images:annotate' || method !== 'POST') return failure(404, 'NOT_FOUND');
  if (headers['x-goog-api-key'] !== key) return wrongKey;
  if (!Body.safeParse(JSON.parse(body)).success) return failure(400, 'INVALID_ARGUMENT');
  const isShortened = searchParams.get('fields')?.includes('fullTextAnnotation/text');
  return { json: { responses: [isShortened ? found : everything] } };
}

describe('Google Cloud Vision', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createGoogleVision({ key, url }, parts),
    behave: googleVision,
    errors: [
      ['a key that is not valid', wrongKey, 'credentials'],
      ['PERMISSION_DENIED', failure(403, 'PERMISSION_DENIED'), 'credentials'],
      ['UNAUTHENTICATED', failure(401, 'UNAUTHENTICATED'), 'credentials'],
      ['INVALID_ARGUMENT', failure(400, 'INVALID_ARGUMENT'), 'rejected'],
      ['RESOURCE_EXHAUSTED', failure(429, 'RESOURCE_EXHAUSTED'), 'throttled'],
      ['INTERNAL', failure(500, 'INTERNAL'), 'provider'],
      ['UNAVAILABLE', failure(503, 'UNAVAILABLE'), 'provider'],
      ['a picture’s own error 3 (INVALID_ARGUMENT) with status 200', refused(3), 'rejected'],
      ['a picture’s own error 4 (DEADLINE_EXCEEDED) with status 200', refused(4), 'provider'],
      ['a picture’s own error 7 (PERMISSION_DENIED) with status 200', refused(7), 'credentials'],
      ['a picture’s own error 8 (RESOURCE_EXHAUSTED) with status 200', refused(8), 'throttled'],
      ['a picture’s own error 13 (INTERNAL) with status 200', refused(13), 'provider'],
      ['a picture’s own error 14 (UNAVAILABLE) with status 200', refused(14), 'provider'],
      ['a picture’s own error 16 (UNAUTHENTICATED) with status 200', refused(16), 'credentials'],
      [
        'a picture’s own error beside an annotation',
        { json: { responses: [{ ...found, error: { code: 13, message: 'As documented' } }] } },
        'provider',
      ],
      [
        'an annotation in which everything is UNKNOWN',
        { json: { responses: [{ safeSearchAnnotation: { adult: 'UNKNOWN', violence: 'UNKNOWN' } }] } },
        'rejected',
      ],
      ['an annotation without a field', { json: { responses: [{ safeSearchAnnotation: {} }] } }, 'rejected'],
    ],
    throttled: { status: 429, json: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'As documented' } } },
    halves: [
      ['lacks SafeSearch', { responses: [{ labelAnnotations: found.labelAnnotations }] }],
      ['lacks the one picture', { responses: [] }],
      ['is of two pictures', { responses: [found, found] }],
      ['lacks its responses', {}],
    ],
    secrets: [key],
  });

  it('takes SafeSearch, text and labels for its opinion', async () => {
    provider().reply(googleVision);
    const opinion = await ask();
    expect(opinion).toMatchObject({
      scores: { sexual_explicit: 0.02, sexual_suggestive: 0.95, violence: 0.8, disturbing: 0.25, synthetic: 0.2 },
      text: 'NO ENTRY',
      description: 'It may show: Person, Camera.',
      raw: { responses: [found] },
      costMicros: 3_000,
    });
    expect(opinion.coverage.gore).toBe('within:violence');
    expect(opinion.coverage.weapons).toBeUndefined();
  });

  it('says nothing of text and things where there are none', async () => {
    provider().reply({ json: { responses: [{ safeSearchAnnotation }] } });
    const opinion = await ask();
    expect(opinion.text).toBeUndefined();
    expect(opinion.description).toBeUndefined();
  });

  it('keeps the key out of the address', async () => {
    provider().reply(googleVision);
    await ask();
    expect(provider().asked.at(-1)?.path).toMatch(/^\/v1\/images:annotate\?fields=[^&]*$/);
    expect(provider().asked.at(-1)?.path).not.toContain(key);
  });

  it('names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(() => createGoogleVision({}, parts)).toThrow('The analyser google-vision needs other settings: key');
  });
});
