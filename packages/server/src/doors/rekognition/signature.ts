import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from './aws-error.ts';

/** What an Authorization header of Signature Version 4 says. */
export type Signature = {
  accessKeyId: string;
  /** YYYYMMDD */
  day: string;
  region: string;
  service: string;
  signedHeaders: string[];
  /** 64 hexadecimal digits. */
  signature: string;
};

const SERVICE = 'rekognition';
const SKEW_MS = 15 * 60_000;
const algorithm = 'AWS4-HMAC-SHA256';
const credential = /^([A-Z0-9]{16,128})\/(\d{8})\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,40})\/aws4_request$/;

const incomplete = (what: string) => new AwsError('IncompleteSignatureException', `The Authorization header needs ${what}`);
const invalid = (message: string) => new AwsError('InvalidSignatureException', message);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();

/** @returns hexadecimal, as AWS writes hashes */
export const hashOf = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');

/**
 * The signature of a request, whose time and scope are right. Source: AWS's "Create a signed AWS API request".
 * @throws AwsError MissingAuthenticationToken, IncompleteSignature, InvalidSignature, UnrecognizedClient (a session token)
 */
export function readSignature(headers: IncomingHttpHeaders, nowMs: number): Signature {
  const { authorization } = headers;
  if (!authorization) throw new AwsError('MissingAuthenticationTokenException', 'The request is not signed');
  if (headers['x-amz-security-token'] !== undefined)
    throw new AwsError('UnrecognizedClientException', 'There are no session tokens here. Use the keys of an API token.');
  if (!authorization.startsWith(`${algorithm} `)) throw incomplete(algorithm);
  const parts = new Map(
    authorization
      .slice(algorithm.length + 1)
      .split(',')
      .map((part): [string, string] => {
        const [name = '', ...value] = part.trim().split('=');
        return [name, value.join('=')];
      }),
  );
  const [, accessKeyId, day, region, service] = credential.exec(parts.get('Credential') ?? '') ?? [];
  if (!accessKeyId || !day || !region || !service) throw incomplete('a Credential');
  const signedHeaders = (parts.get('SignedHeaders') ?? '').split(';').filter((name) => name !== '');
  const signature = parts.get('Signature') ?? '';
  if (!/^[0-9a-f]{64}$/.test(signature)) throw incomplete('a Signature');
  if (!['host', 'x-amz-date'].every((name) => signedHeaders.includes(name))) throw incomplete('host and x-amz-date signed');
  if (service !== SERVICE) throw invalid(`The request is signed for ${service}, not for ${SERVICE}`);
  requireNow(String(headers['x-amz-date'] ?? ''), day, nowMs);
  return { accessKeyId, day, region, service, signedHeaders, signature };
}

/** `20261124T150000Z` */
const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

function requireNow(date: string, day: string, nowMs: number): void {
  const signedMs = Date.parse(date.replace(stamp, '$1-$2-$3T$4:$5:$6Z'));
  if (!stamp.test(date) || Number.isNaN(signedMs) || !date.startsWith(day))
    throw invalid('x-amz-date does not fit the Credential');
  if (Math.abs(nowMs - signedMs) > SKEW_MS) throw invalid('The clock of the signer is more than 15 minutes off');
}

type Signed = { method: string; path: string; headers: IncomingHttpHeaders; bodyHash: string };

const headerText = (value: string | string[] | undefined): string => [value ?? ''].flat().join(',').trim().replace(/ +/g, ' ');

/** Compares in constant time. @param path as it was sent, without a query @throws AwsError InvalidSignature */
export function requireSignature(
  { method, path, headers, bodyHash }: Signed,
  { day, region, service, signedHeaders, signature }: Signature,
  secret: string,
): void {
  const canonical = [
    ...[method, path, ''],
    ...signedHeaders.map((name) => `${name}:${headerText(headers[name])}`),
    ...['', signedHeaders.join(';'), bodyHash],
  ].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`);
  const text = [algorithm, headerText(headers['x-amz-date']), scope.join('/'), hashOf(canonical)].join('\n');
  if (!timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')))
    throw invalid('The signature does not match. Check the secret key, and that the proxy passes on the Host header.');
}
