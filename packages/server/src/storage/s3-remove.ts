import { DeleteObjectsCommand, GetBucketVersioningCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-connection.ts';
import { statusOf } from './s3-fault.ts';

/** As many as one request may name. */
const AT_ONCE = 1_000;
const LISTS_AT_ONCE = 16;
/** Whether a bucket keeps versions is asked again after so long: somebody may switch that on. */
const ASK_AGAIN_MS = 5 * 60_000;

type Version = { Key: string; VersionId?: string };

/** What removes objects of a bucket for good: in one that keeps versions, all of them. */
export function createRemover({ send }: S3Connection, bucket: string): (keys: readonly string[]) => Promise<void> {
  let versioned: { answer: Promise<boolean>; askedAt: number } | null = null;
  const ask = async (): Promise<boolean> => {
    try {
      return (await send(new GetBucketVersioningCommand({ Bucket: bucket }))).Status !== undefined;
    } catch (error) {
      // Not every maker has versions. Whatever else is answered says nothing of them, and a version that is left can be read again.
      const status = statusOf(error);
      if (status === 405 || status === 501) return false;
      throw error;
    }
  };
  const isVersioned = (): Promise<boolean> => {
    if (versioned === null || performance.now() > versioned.askedAt + ASK_AGAIN_MS) {
      versioned = { answer: ask(), askedAt: performance.now() };
      versioned.answer.catch(() => {
        versioned = null;
      });
    }
    return versioned.answer;
  };
  const versionsOf = async (key: string): Promise<Version[]> => {
    const { Versions = [], DeleteMarkers = [] } = await send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }));
    return [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
      Key === key ? [{ Key, ...(VersionId ? { VersionId } : {}) }] : [],
    );
  };
  const allVersions = async (keys: readonly string[]): Promise<Version[]> => {
    const found: Version[] = [];
    for (let start = 0; start < keys.length; start += LISTS_AT_ONCE)
      found.push(...(await Promise.all(keys.slice(start, start + LISTS_AT_ONCE).map(versionsOf))).flat());
    return found;
  };
  return async (keys) => {
    if (keys.length === 0) return;
    const objects = (await isVersioned()) ? await allVersions(keys) : keys.map((Key) => ({ Key }));
    for (let start = 0; start < objects.length; start += AT_ONCE) {
      const some = objects.slice(start, start + AT_ONCE);
      const { Errors = [] } = await send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: some, Quiet: true } }));
      const [first, ...more] = Errors.filter(({ Code }) => Code !== 'NoSuchKey' && Code !== 'NoSuchVersion');
      if (first) throw new Error(`S3: ${1 + more.length} objects cannot be removed: ${first.Message ?? ''} [${first.Code}]`);
    }
  };
}
