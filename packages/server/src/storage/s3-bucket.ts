import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  type LifecycleRule,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../config-storage.ts';
import { connectS3, type S3Limits } from './s3-connection.ts';
import { statusOf } from './s3-fault.ts';

export type BucketFacts = {
  versioning: 'on' | 'off' | 'unknown';
  /** Rules that touch our prefix: whether one deletes files by age, and whether one clears broken uploads. */
  lifecycle: { expires: boolean; abortsUploads: boolean } | 'unknown';
  /** How far the storage's clock is ahead of ours, to a second; null = it does not say. */
  aheadMs: number | null;
};

/** What the maker calls its refusal. */
const nameOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof S3ServiceException ? error.cause : error;
  return cause instanceof S3ServiceException ? cause.name : '';
};
/** Not every maker has what was asked for, and answers so. */
const unknownCall = new Set([400, 405, 501]);

const prefixOf = ({ Filter, Prefix }: LifecycleRule): string => Filter?.Prefix ?? Filter?.And?.Prefix ?? Prefix ?? '';

/** @param prefix of every key of ours, '' = the whole bucket */
export function weighRules(rules: readonly LifecycleRule[], prefix: string): { expires: boolean; abortsUploads: boolean } {
  const on = rules.filter(({ Status }) => Status === 'Enabled');
  const isTagged = ({ Filter }: LifecycleRule) => Filter?.Tag !== undefined || (Filter?.And?.Tags?.length ?? 0) > 0;
  return {
    // Nothing of ours carries a tag. A rule below our prefix takes some of our files, one above it all.
    expires: on.some((rule) => {
      const { Days, Date: date } = rule.Expiration ?? {};
      const at = prefixOf(rule);
      return (Days !== undefined || date !== undefined) && !isTagged(rule) && (at.startsWith(prefix) || prefix.startsWith(at));
    }),
    abortsUploads: on.some((rule) => rule.AbortIncompleteMultipartUpload !== undefined && prefix.startsWith(prefixOf(rule))),
  };
}

const headersOf = (response: unknown): Record<string, string> | null =>
  typeof response === 'object' && response !== null && 'headers' in response
    ? Object.fromEntries(Object.entries(Object(response.headers)).map(([name, value]) => [name.toLowerCase(), String(value)]))
    : null;

/**
 * How a bucket is set up, for its operator. Changes nothing.
 * @throws StorageUnavailable when it does not answer
 */
export async function readBucket(config: S3Config, limits?: S3Limits, now: () => number = Date.now): Promise<BucketFacts> {
  const { client, send } = connectS3(config, limits);
  let aheadMs: number | null = null;
  client.middlewareStack.add(
    (next) => async (args) => {
      const askedAt = now();
      const answer = await next(args);
      const told = Date.parse(headersOf(answer.response)?.date ?? '');
      // Whole seconds: within one of the time that it took there is no difference.
      if (Number.isFinite(told)) aheadMs = Math.max(0, told - now()) + Math.min(0, told + 999 - askedAt);
      return answer;
    },
    { step: 'deserialize', priority: 'low', name: 'clockOfStorage' },
  );
  const asked = { Bucket: config.bucket };
  /** Who may not ask is answered 403. */
  const orElse = async <T>(answer: Promise<T>, missing: string, none: T): Promise<T | 'unknown'> => {
    try {
      return await answer;
    } catch (error) {
      if (nameOf(error) === missing) return none;
      if (nameOf(error) === 'AccessDenied' || unknownCall.has(statusOf(error) ?? 0)) return 'unknown';
      throw error;
    }
  };
  try {
    const versions = await orElse(send(new GetBucketVersioningCommand(asked)), '', { $metadata: {} });
    const rules = await orElse(send(new GetBucketLifecycleConfigurationCommand(asked)), 'NoSuchLifecycleConfiguration', {
      $metadata: {},
    });
    return {
      versioning: versions === 'unknown' ? 'unknown' : versions.Status === undefined ? 'off' : 'on',
      lifecycle: rules === 'unknown' ? 'unknown' : weighRules(rules.Rules ?? [], config.prefix),
      aheadMs,
    };
  } finally {
    client.destroy();
  }
}
