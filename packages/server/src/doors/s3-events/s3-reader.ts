import { lookup as systemLookup } from 'node:dns';
import { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectTaggingCommand,
  S3Client,
  type Tag,
} from '@aws-sdk/client-s3';
import type { Context } from '../../context.ts';
import type { s3Source } from '../../db/schema.ts';
import { writtenTarget } from '../../security/fetcher.ts';
import { guardLookup, isPublicAddress, TargetRefused } from '../../security/guard-connect.ts';
import { isTooSlow, type PaceClock, paceClock } from '../../security/pace-clock.ts';

export type S3SourceRow = typeof s3Source.$inferSelect;
export type S3Place = Pick<S3SourceRow, 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId' | 'pathStyle'>;
/** Which bytes are meant: a version, or those with that ETag. The bucket is that of the event: the source may have moved on since. */
type Named = { bucket: string; key: string; versionId: string | null; etag: string };
/** `etag` null = whatever it holds now. */
type Wanted = Omit<Named, 'etag'> & { etag: string | null };

type Tags = Record<string, string>;

/** What a provider, or the way to it, said no with. */
export type S3Trouble = { status: number | null; code: string; isFinal: boolean };

const CONNECT_MS = 5_000;
const SILENT_MS = 10_000;
/** For one request with its body, and for one whose answer is some lines. */
const REQUEST_MS = 120_000;
const SHORT_MS = 20_000;

/** What the system says of a connection, such as ECONNREFUSED, is called Error like everything else. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return error.name === 'Error' && 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** 4xx stays as it is; too many requests and an answer that did not come do not. */
export function troubleOf(error: unknown): S3Trouble {
  if (error instanceof TargetRefused) return { status: null, code: 'NotPublic', isFinal: true };
  const name = nameOf(error);
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : null;
  const found =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null;
  const status = typeof found === 'number' ? found : null;
  const isFinal = status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  return { status, code: name.slice(0, 80), isFinal };
}

const isAmong = (tags: readonly Tag[], { Key, Value }: Tag) => tags.some((tag) => tag.Key === Key && tag.Value === Value);

const optional = (versionId: string | null) => (versionId === null ? {} : { VersionId: versionId });

/** Ends a body that comes slower than anybody sends a file. Whoever reads it hears of it. */
function endWhenSlow(body: IncomingMessage, { now, repeat }: PaceClock): void {
  const { socket } = body;
  let [since, bytes] = [now(), socket.bytesRead];
  const stop = repeat(() => {
    const at = now();
    if (isTooSlow(socket.bytesRead - bytes, at - since))
      body.destroy(Object.assign(new Error('The object comes too slowly'), { name: 'TooSlow' }));
    [since, bytes] = [at, socket.bytesRead];
  });
  body.once('close', stop);
}

/**
 * A customer's bucket, reached through the guard of uploads: public addresses only, checked where the connection is made, and those that
 * the operator listed. No redirect is followed.
 */
export function openS3(
  config: Pick<Context['config'], 'allowPrivateTargets'>,
  place: S3Place,
  secretAccessKey: string,
  pace = paceClock,
) {
  const { endpoint, region, bucket, prefix, accessKeyId, pathStyle } = place;
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
  const listed = config.allowPrivateTargets.map((target) => target.toLowerCase());
  const isListed = listed.includes(writtenTarget(endpoint) ?? '');
  if (!isListed && isIP(host) !== 0 && !isPublicAddress(host)) throw new TargetRefused(`${host} is not a public address`);
  const agent = isListed ? {} : { lookup: guardLookup(systemLookup) };
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS, httpAgent: agent, httpsAgent: agent },
  });
  const limits = (ms = SHORT_MS, signal?: AbortSignal) => ({
    abortSignal: signal ? AbortSignal.any([AbortSignal.timeout(ms), signal]) : AbortSignal.timeout(ms),
  });
  return {
    /** Asks for one key, to see whether the provider lets us. */
    async tryList(): Promise<void> {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), limits());
    },
    /** The body must be read or destroyed. @param signal nobody waits for it any more @throws what the SDK throws, see {@link troubleOf} */
    async open(
      { bucket: Bucket, key, versionId, etag }: Wanted,
      signal?: AbortSignal,
    ): Promise<{ sizeBytes: number; body: Readable }> {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ...(etag === null ? {} : { IfMatch: `"${etag}"` }),
        ...optional(versionId),
      });
      const { Body, ContentLength } = await client.send(command, limits(REQUEST_MS, signal));
      if (!(Body instanceof IncomingMessage)) throw new Error('The object has no body');
      endWhenSlow(Body, pace);
      return { sizeBytes: ContentLength ?? 0, body: Body };
    },
    /**
     * Writes tags beside those that are there. S3 knows no condition for tags. So where the key has no versions, it looks before and after
     * whether the key holds the same bytes, and takes what it wrote off others.
     * @param withdrawn they were taken off: what the key holds now may be without tags of its own
     * @throws as {@link open}; 412 when the key holds other bytes now
     */
    async tag({ bucket: Bucket, key, versionId, etag }: Named, own: Tags, withdrawn: () => Promise<void>): Promise<void> {
      const at = { Bucket, Key: key, ...optional(versionId) };
      const requireSame = () => client.send(new HeadObjectCommand({ ...at, IfMatch: `"${etag}"` }), limits());
      const read = async () => (await client.send(new GetObjectTaggingCommand(at), limits())).TagSet ?? [];
      const write = (TagSet: Tag[]) => client.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet } }), limits());
      const ours = Object.entries(own).map(([Key, Value]) => ({ Key, Value }));
      let written: Tag[] = ours;
      try {
        await requireSame();
        written = [...(await read()).filter(({ Key }) => Key === undefined || !(Key in own)), ...ours];
        await write(written);
        // A version stays what it is.
        if (versionId === null) await requireSame();
      } catch (error) {
        if (versionId === null && troubleOf(error).status === 412) {
          const tags = await read();
          // Another verdict may have its tags there by now.
          if (ours.every((tag) => isAmong(tags, tag))) {
            await write(tags.filter((tag) => !isAmong(written, tag)));
            await withdrawn();
          }
        }
        throw error;
      }
    },
    close: () => client.destroy(),
  };
}

export type S3Reader = ReturnType<typeof openS3>;
