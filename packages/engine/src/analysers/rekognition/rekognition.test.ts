import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { type Asked, fakeClock, plainSend, type Reply } from '../../../test/fake-provider.ts';
import { createRekognition } from './rekognition.ts';
import { signV4 } from './sign-v4.ts';

const settings = { region: 'eu-west-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-test' };
const failure = (type: string, status = 400): Reply => ({ status, json: { __type: type, message: 'As documented' } });

const labels = [
  { Confidence: 91.5, Name: 'Violence', ParentName: '', TaxonomyLevel: 1 },
  { Confidence: 91.5, Name: 'Weapons', ParentName: 'Violence', TaxonomyLevel: 2 },
  { Confidence: 40, Name: 'Alcohol', ParentName: '', TaxonomyLevel: 1 },
];
const answer = {
  ModerationLabels: labels,
  ModerationModelVersion: '7.0',
  ContentTypes: [{ Confidence: 93, Name: 'Illustrated' }],
};

const Body = z.strictObject({ Image: z.strictObject({ Bytes: z.base64() }), MinConfidence: z.literal(25) });

/** Amazon's endpoint: it signs what arrived with the key that both know, and refuses what was signed otherwise. */
function rekognition({ method, path, headers, body }: Asked): Reply {
  if (headers['x-amz-target'] !== 'RekognitionService.DetectModerationLabels') return failure('UnknownOperationException');
  if (headers['content-type'] !== 'application/x-amz-json-1.1' || method !== 'POST') return failure('SerializationException');
  const stamp = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const own = signV4(
    {
      ...{ method, body, url: new URL(path, `http://${headers.host}`) },
      headers: { 'content-type': headers['content-type'], 'x-amz-target': headers['x-amz-target'] },
    },
    { region: 'eu-west-1', service: 'rekognition', keys: settings, nowMs: Date.parse(stamp) },
  );
  if (own.authorization !== headers.authorization) return failure('InvalidSignatureException');
  return Body.safeParse(JSON.parse(body)).success ? { json: answer } : failure('InvalidParameterException');
}

describe('Amazon Rekognition', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createRekognition({ ...settings, url }, parts),
    behave: rekognition,
    errors: [
      ['AccessDeniedException', failure('com.amazonaws.rekognition#AccessDeniedException'), 'credentials'],
      ['UnrecognizedClientException', failure('UnrecognizedClientException'), 'credentials'],
      ['InvalidSignatureException', failure('InvalidSignatureException', 403), 'credentials'],
      ['ExpiredTokenException', failure('ExpiredTokenException'), 'credentials'],
      ['InvalidImageFormatException', failure('InvalidImageFormatException'), 'rejected'],
      ['ImageTooLargeException', failure('ImageTooLargeException'), 'rejected'],
      ['InvalidParameterException', failure('InvalidParameterException'), 'rejected'],
      ['ProvisionedThroughputExceededException', failure('ProvisionedThroughputExceededException'), 'throttled'],
      ['ThrottlingException with status 400', failure('ThrottlingException'), 'throttled'],
      ['ThrottlingException with status 500', failure('ThrottlingException', 500), 'throttled'],
      ['InternalServerError', failure('InternalServerError', 500), 'provider'],
      ['ServiceUnavailable', failure('ServiceUnavailable', 503), 'provider'],
      ['an error of another name', failure('SomethingNewException'), 'rejected'],
    ],
    throttled: { status: 400, json: { __type: 'ThrottlingException' } },
    halves: [
      ['lacks its labels', { ModerationModelVersion: '7.0' }],
      ['has a label without a confidence', { ModerationLabels: [{ Name: 'Violence', ParentName: '' }] }],
      ['has a label without a name', { ModerationLabels: [{ Confidence: 90, ParentName: '' }] }],
      ['has a confidence that is none', { ModerationLabels: [{ Name: 'Violence', ParentName: '', Confidence: 900 }] }],
    ],
    secrets: [settings.secretAccessKey, settings.accessKeyId],
  });

  it('asks with a signed request, and takes the labels for its opinion', async () => {
    provider().reply(rekognition);
    const opinion = await ask();
    expect(opinion.scores).toMatchObject({ weapons: 0.915, violence: 0, alcohol: 0.4, sexual_explicit: 0 });
    expect(opinion).toMatchObject({ raw: answer, unmapped: [], costMicros: 1_000 });
    expect(opinion.scores.harassment).toBeUndefined();
  });

  it('gives small pictures the border without which Amazon refuses them', async () => {
    provider().reply(rekognition);
    await ask();
    const { Image } = Body.parse(JSON.parse(provider().asked.at(-1)?.body ?? ''));
    expect(await sharp(Buffer.from(Image.Bytes, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 80, height: 80 });
  });

  it('is refused with another key', async () => {
    provider().reply(rekognition);
    const wrong = { ...settings, secretAccessKey: 'another', url: provider().origin };
    const analyser = createRekognition(wrong, { send: plainSend, clock: fakeClock() });
    const input = { pixels: { data: new Uint8Array(3), width: 1, height: 1 }, jpeg: async () => new Uint8Array(), text: '' };
    await expect(analyser.analyse(input, new AbortController().signal)).rejects.toMatchObject({ fault: 'credentials' });
  });

  it('asks the address of its region, and names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(createRekognition(settings, parts)).toMatchObject({
      name: 'rekognition',
      place: 'remote',
      version: 'moderation-7+mapping-1',
    });
    expect(() => createRekognition({ ...settings, region: 'europe', secretAccessKey: undefined }, parts)).toThrow(
      'The analyser rekognition needs other settings: region, secretAccessKey',
    );
  });
});
