import { HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectMissing, StorageUnavailable } from './storage.ts';

/** What an operator does about it. */
const advice: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist (S3_BUCKET)',
  PermanentRedirect: 'the bucket is in another region (S3_REGION)',
  AuthorizationHeaderMalformed: 'the bucket is in another region (S3_REGION)',
  InvalidAccessKeyId: 'the storage does not know the key (S3_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'the secret does not belong to the key (S3_SECRET_ACCESS_KEY)',
  AccessDenied: 'the key may not do that',
  RequestTimeTooSkewed: 'the clock of this machine or of the storage is wrong',
  QuotaExceeded: 'the storage is full',
  InsufficientCapacity: 'the storage is full',
  StorageSilent: 'no answer in time',
  TimeoutError: 'no answer in time',
  AbortError: 'no answer in time',
  CredentialsProviderError: 'this machine has no credentials (S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY)',
};
/**
 * The object is at fault: the same request fails again, and others do not. Whatever else is refused, with status 400 too, comes of a
 * setting or of the storage: another region, an encryption that it does not have, a header that a proxy changed.
 */
const ofObject = new Set([
  'EntityTooLarge',
  'EntityTooSmall',
  'InvalidPart',
  'InvalidPartOrder',
  'InvalidRange',
  'KeyTooLongError',
  'MetadataTooLarge',
]);
/** The same where the answer has no body that could say so. */
const ofObjectStatus = new Set([412, 413, 416]);
/** What is said of a key, or of a put in parts, that is not there. Any other 404 may come of a bucket that is gone or of a proxy. */
const gone = new Set(['NoSuchKey', 'NoSuchVersion', 'NoSuchUpload']);
/** A sentence for the log and the start, without anything secret. */
function sentenceOf(error: Error, request: string): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // What the SDK says when the storage gave no sentence.
  const said = error.message === 'UnknownError' ? 'it was refused' : error.message;
  return `S3${request}: ${advice[error.name] ?? (said || 'no answer')} [${code}]`;
}

/** What the storage answered; null = nothing. */
export function statusOf(error: unknown): number | null {
  const cause = error instanceof Error && error.cause instanceof S3ServiceException ? error.cause : error;
  return cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? null) : null;
}

/** What the SDK threw, as one of the storage's two errors where it is one. @param command what was asked, for the sentence */
export function s3Fault(error: unknown, command?: object): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable || error instanceof TypeError) return error;
  const request = command ? ` ${command.constructor.name.replace(/Command$/, '')}` : '';
  if (!(error instanceof S3ServiceException)) return new StorageUnavailable(sentenceOf(error, request), { cause: error });
  const status = error.$metadata.httpStatusCode ?? 0;
  // An answer to HEAD has no body that could say more.
  if (status === 404 && (gone.has(error.name) || command instanceof HeadObjectCommand))
    return new ObjectMissing(`There is no such object [${error.name}]`, { cause: error });
  if (ofObject.has(error.name) || ofObjectStatus.has(status)) return new Error(sentenceOf(error, request), { cause: error });
  return new StorageUnavailable(sentenceOf(error, request), { cause: error });
}
