import { describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import {
  googleFailure,
  googleFound,
  googleKey,
  googleVision,
  googleWrongKey,
  safeSearchAnnotation,
} from '../../../test/fake-google-vision.ts';
import { fakeClock, plainSend, type Reply } from '../../../test/fake-provider.ts';
import { createGoogleVision } from './google-vision.ts';

const refused = (code: number): Reply => ({ json: { responses: [{ error: { code, message: 'As documented' } }] } });

describe('Google Cloud Vision', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createGoogleVision({ key: googleKey, url }, parts),
    behave: googleVision,
    errors: [
      ['a key that is not valid', googleWrongKey, 'credentials'],
      ['PERMISSION_DENIED', googleFailure(403, 'PERMISSION_DENIED'), 'credentials'],
      ['UNAUTHENTICATED', googleFailure(401, 'UNAUTHENTICATED'), 'credentials'],
      ['INVALID_ARGUMENT', googleFailure(400, 'INVALID_ARGUMENT'), 'rejected'],
      ['RESOURCE_EXHAUSTED', googleFailure(429, 'RESOURCE_EXHAUSTED'), 'throttled'],
      ['INTERNAL', googleFailure(500, 'INTERNAL'), 'provider'],
      ['UNAVAILABLE', googleFailure(503, 'UNAVAILABLE'), 'provider'],
      ['a picture’s own error 3 (INVALID_ARGUMENT) with status 200', refused(3), 'rejected'],
      ['a picture’s own error 4 (DEADLINE_EXCEEDED) with status 200', refused(4), 'provider'],
      ['a picture’s own error 7 (PERMISSION_DENIED) with status 200', refused(7), 'credentials'],
      ['a picture’s own error 8 (RESOURCE_EXHAUSTED) with status 200', refused(8), 'throttled'],
      ['a picture’s own error 13 (INTERNAL) with status 200', refused(13), 'provider'],
      ['a picture’s own error 14 (UNAVAILABLE) with status 200', refused(14), 'provider'],
      ['a picture’s own error 16 (UNAUTHENTICATED) with status 200', refused(16), 'credentials'],
      [
        'a picture’s own error beside an annotation',
        { json: { responses: [{ ...googleFound, error: { code: 13, message: 'As documented' } }] } },
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
      ['lacks SafeSearch', { responses: [{ labelAnnotations: googleFound.labelAnnotations }] }],
      ['lacks the one picture', { responses: [] }],
      ['is of two pictures', { responses: [googleFound, googleFound] }],
      ['lacks its responses', {}],
    ],
    secrets: [googleKey],
  });

  it('takes SafeSearch, text and labels for its opinion', async () => {
    provider().reply(googleVision);
    const opinion = await ask();
    expect(opinion).toMatchObject({
      scores: { sexual_explicit: 0.02, sexual_suggestive: 0.95, violence: 0.8, disturbing: 0.25, synthetic: 0.2 },
      text: 'NO ENTRY',
      description: 'It may show: Person, Camera.',
      raw: { responses: [googleFound] },
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
    expect(provider().asked.at(-1)?.path).not.toContain(googleKey);
  });

  it('names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(() => createGoogleVision({}, parts)).toThrow('The analyser google-vision needs other settings: key');
  });
});
