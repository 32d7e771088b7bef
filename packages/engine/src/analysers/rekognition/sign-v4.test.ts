import { describe, expect, it } from 'vitest';
import { signV4 } from './sign-v4.ts';

/** Keys, time and region that Amazon's published examples share. */
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const scope = { region: 'us-east-1', keys, nowMs: Date.UTC(2015, 7, 30, 12, 36, 0) };

describe('AWS Signature Version 4', () => {
  it('signs the example of the AWS General Reference (IAM ListUsers) as published there', () => {
    const url = new URL('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(signV4({ method: 'GET', url, headers, body: '' }, { ...scope, service: 'iam' })).toEqual({
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    });
  });

  // Signatures of the cases of that name in Amazon's aws-sig-v4-test-suite.
  it.each([
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
  ] as const)('signs %s of the published test suite', (_name, method, path, signature) => {
    const url = new URL(path, 'https://example.amazonaws.com');
    const { authorization } = signV4({ method, url, headers: {}, body: '' }, { ...scope, service: 'service' });
    expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });

  it('signs the token of temporary keys and sends it', () => {
    const url = new URL('https://rekognition.eu-west-1.amazonaws.com/');
    const temporary = { ...keys, sessionToken: 'FwoGZXIvYXdzEXAMPLE' };
    const signed = signV4(
      { method: 'POST', url, headers: {}, body: '{}' },
      { ...scope, keys: temporary, service: 'rekognition' },
    );
    expect(signed['x-amz-security-token']).toBe('FwoGZXIvYXdzEXAMPLE');
    expect(signed.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
  });

  it('changes with the body, so that a picture cannot be exchanged on the way', () => {
    const url = new URL('https://rekognition.eu-west-1.amazonaws.com/');
    const signed = ['{"a":1}', '{"a":2}'].map((body) =>
      signV4({ method: 'POST', url, headers: {}, body }, { ...scope, service: 'rekognition' }),
    );
    expect(signed[0]?.authorization).not.toBe(signed[1]?.authorization);
  });
});
