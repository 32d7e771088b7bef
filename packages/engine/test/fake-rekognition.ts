import { z } from 'zod';
import { signV4 } from '../src/analysers/rekognition/sign-v4.ts';
import type { Asked, Reply } from './fake-provider.ts';

export const rekognitionSettings = { region: 'eu-west-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-test' };
export const rekognitionFailure = (type: string, status = 400): Reply => ({
  status,
  json: { __type: type, message: 'As documented' },
});

const labels = [
  { Confidence: 91.5, Name: 'Violence', ParentName: '', TaxonomyLevel: 1 },
  { Confidence: 91.5, Name: 'Weapons', ParentName: 'Violence', TaxonomyLevel: 2 },
  { Confidence: 40, Name: 'Alcohol', ParentName: '', TaxonomyLevel: 1 },
];
export const rekognitionAnswer = {
  ModerationLabels: labels,
  ModerationModelVersion: '7.0',
  ContentTypes: [{ Confidence: 93, Name: 'Illustrated' }],
};

export const RekognitionBody = z.strictObject({ Image: z.strictObject({ Bytes: z.base64() }), MinConfidence: z.literal(25) });

/** Amazon's endpoint: it signs what arrived with the key that both know, and refuses what was signed otherwise. */
export function rekognition({ method, path, headers, body }: Asked): Reply {
  if (headers['x-amz-target'] !== 'RekognitionService.DetectModerationLabels')
    return rekognitionFailure('UnknownOperationException');
  if (headers['content-type'] !== 'application/x-amz-json-1.1' || method !== 'POST')
    return rekognitionFailure('SerializationException');
  const stamp = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const own = signV4(
    {
      method,
      body,
      url: new URL(path, `http://${headers.host}`),
      headers: { 'content-type': headers['content-type'], 'x-amz-target': headers['x-amz-target'] },
    },
    { region: 'eu-west-1', service: 'rekognition', keys: rekognitionSettings, nowMs: Date.parse(stamp) },
  );
  if (own.authorization !== headers.authorization) return rekognitionFailure('InvalidSignatureException');
  return RekognitionBody.safeParse(JSON.parse(body)).success
    ? { json: rekognitionAnswer }
    : rekognitionFailure('InvalidParameterException');
}
