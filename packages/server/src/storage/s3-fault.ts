import { S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectMissing, StorageUnavailable } from './storage.ts';

/** What an operator does about it. */
const advice: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket (S3_BUCKET)',
  InvalidAccessKeyId: 'the key is not known there (S3_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'the secret does not belong to the key (S3_SECRET_ACCESS_KEY)',
  AccessDenied: 'the key may not do that',
  RequestTimeTooSkewed: 'the clock of this machine or of the storage is wrong',
  QuotaExceeded: 'the storage is full',
  InsufficientCapacity: 'the storage is full',
  TimeoutError: 'no answer in time',
  AbortError: 'no answer in time',
  CredentialsProviderError: 'this machine has no credentials (S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY)',
};
/** The request itself is at fault: the same one fails again. */
const ofRequest = new Set([400, 405, 409, 411, 412, 413, 416, 501]);
/** A slow body, and a key that has come to its end: others succeed later. */
const laterOn = new Set(['RequestTimeout', 'ExpiredToken', 'InvalidToken', 'RequestTimeTooSkewed', 'OperationAborted']);

/** A sentence for the log and the start, without anything secret. */
function sentenceOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `S3: ${advice[error.name] ?? (error.message || 'no answer')} [${code}]`;
}

/** What the SDK threw, as one of the storage's two errors where it is one. */
export function s3Fault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable || error instanceof TypeError) return error;
  if (!(error instanceof S3ServiceException)) return new StorageUnavailable(sentenceOf(error), { cause: error });
  const status = error.$metadata.httpStatusCode ?? 0;
  const isGone = status === 404 && error.name !== 'NoSuchBucket';
  if (isGone) return new ObjectMissing(`There is no such object [${error.name}]`, { cause: error });
  if (ofRequest.has(status) && !laterOn.has(error.name)) return new Error(sentenceOf(error), { cause: error });
  return new StorageUnavailable(sentenceOf(error), { cause: error });
}
