import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import { fakeClock, fakeInput, plainSend } from '../../../test/fake-provider.ts';
import {
  RekognitionBody,
  rekognition,
  rekognitionAnswer,
  rekognitionFailure,
  rekognitionSettings,
} from '../../../test/fake-rekognition.ts';
import { createRekognition } from './rekognition.ts';

describe('Amazon Rekognition', () => {
  const { ask, provider } = itNeverPassesByFailure({
    create: (url, parts) => createRekognition({ ...rekognitionSettings, url }, parts),
    behave: rekognition,
    errors: [
      ['AccessDeniedException', rekognitionFailure('com.amazonaws.rekognition#AccessDeniedException'), 'credentials'],
      ['UnrecognizedClientException', rekognitionFailure('UnrecognizedClientException'), 'credentials'],
      ['InvalidSignatureException', rekognitionFailure('InvalidSignatureException', 403), 'credentials'],
      ['ExpiredTokenException', rekognitionFailure('ExpiredTokenException'), 'credentials'],
      ['InvalidImageFormatException', rekognitionFailure('InvalidImageFormatException'), 'rejected'],
      ['ImageTooLargeException', rekognitionFailure('ImageTooLargeException'), 'rejected'],
      ['InvalidParameterException', rekognitionFailure('InvalidParameterException'), 'rejected'],
      ['ProvisionedThroughputExceededException', rekognitionFailure('ProvisionedThroughputExceededException'), 'throttled'],
      ['ThrottlingException with status 400', rekognitionFailure('ThrottlingException'), 'throttled'],
      ['ThrottlingException with status 500', rekognitionFailure('ThrottlingException', 500), 'throttled'],
      ['InternalServerError', rekognitionFailure('InternalServerError', 500), 'provider'],
      ['ServiceUnavailable', rekognitionFailure('ServiceUnavailable', 503), 'provider'],
      ['an error of another name', rekognitionFailure('SomethingNewException'), 'rejected'],
    ],
    throttled: { status: 400, json: { __type: 'ThrottlingException' } },
    halves: [
      ['lacks its labels', { ModerationModelVersion: '7.0' }],
      ['has a label without a confidence', { ModerationLabels: [{ Name: 'Violence', ParentName: '' }] }],
      ['has a label without a name', { ModerationLabels: [{ Confidence: 90, ParentName: '' }] }],
      ['has a confidence that is none', { ModerationLabels: [{ Name: 'Violence', ParentName: '', Confidence: 900 }] }],
    ],
    secrets: [rekognitionSettings.secretAccessKey, rekognitionSettings.accessKeyId],
  });

  it('asks with a signed request, and takes the labels for its opinion', async () => {
    provider().reply(rekognition);
    const opinion = await ask();
    expect(opinion.scores).toMatchObject({ weapons: 0.915, violence: 0, alcohol: 0.4, sexual_explicit: 0 });
    expect(opinion).toMatchObject({ raw: rekognitionAnswer, unmapped: [], costMicros: 1_000 });
    expect(opinion.scores.harassment).toBeUndefined();
  });

  it('gives small pictures the border without which Amazon refuses them', async () => {
    provider().reply(rekognition);
    await ask();
    const { Image } = RekognitionBody.parse(JSON.parse(provider().asked.at(-1)?.body ?? ''));
    expect(await sharp(Buffer.from(Image.Bytes, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 80, height: 80 });
  });

  it('is refused with another key', async () => {
    provider().reply(rekognition);
    const wrong = { ...rekognitionSettings, secretAccessKey: 'another', url: provider().origin };
    const analyser = createRekognition(wrong, { send: plainSend, clock: fakeClock() });
    const input = fakeInput();
    await expect(analyser.analyse(input, new AbortController().signal)).rejects.toMatchObject({ fault: 'credentials' });
  });

  it('asks the address of its region, and names what is missing of its settings', () => {
    const parts = { send: plainSend, clock: fakeClock() };
    expect(createRekognition(rekognitionSettings, parts)).toMatchObject({
      name: 'rekognition',
      place: 'remote',
      version: 'moderation-7+mapping-1',
    });
    expect(() => createRekognition({ ...rekognitionSettings, region: 'europe', secretAccessKey: undefined }, parts)).toThrow(
      'The analyser rekognition needs other settings: region, secretAccessKey',
    );
  });
});
