import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, type GetObjectCommandInput, S3ServiceException } from '@aws-sdk/client-s3';
import { type S3Connection, TRIES } from './s3-connection.ts';
import { s3Fault } from './s3-fault.ts';
import { type ByteRange, StorageUnavailable } from './storage.ts';

type Target = Pick<GetObjectCommandInput, 'Bucket' | 'Key'>;

/** The chunks of an answer. Only the storage's silence counts: a reader may take its time. */
async function* watched(body: Readable, silentMs: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  const silent = () => body.destroy(new StorageUnavailable('S3: no answer in time, in the middle of an object'));
  try {
    for (;;) {
      const timer = setTimeout(silent, silentMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw s3Fault(error);
  } finally {
    // Also of a reader that left: the rest is not fetched.
    body.destroy();
  }
}

/** @throws ObjectMissing, StorageUnavailable */
export async function openObject(
  { send, limits }: S3Connection,
  target: Target,
  range?: ByteRange,
): Promise<{ sizeBytes: number; body: Readable }> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const { Body, ContentLength, ContentRange } = await send(new GetObjectCommand({ ...target, ...(Range ? { Range } : {}) }));
  if (!(Body instanceof Readable)) throw new Error('S3 answered without a body');
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
  // The client's own limit would count the time of a reader that waits.
  if ('socket' in Body && Body.socket instanceof Socket) Body.socket.setTimeout(0);
  const body = Readable.from(watched(Body, limits.silentMs), { objectMode: false });
  // What nobody began to read has nothing that would end it, and would hold its connection for good.
  body.once('close', () => Body.destroy());
  return { sizeBytes: Number(whole ?? ContentLength), body };
}

/** Whether anybody reads it without a key. @throws StorageUnavailable when that cannot be told now */
export async function isPublic({ anonymous }: S3Connection, target: Target): Promise<boolean> {
  try {
    const { Body } = await anonymous.send(new GetObjectCommand(target));
    if (Body instanceof Readable) Body.destroy();
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
    if (status >= 400 && status < 500 && status !== 429) return false;
    throw s3Fault(error);
  }
}

/** All bytes, within the time of one request; asked for again when they break off. @throws as {@link openObject} */
export async function getObject(connection: S3Connection, target: Target, range?: ByteRange): Promise<Uint8Array> {
  const { requestMs, silentMs } = connection.limits;
  const begun = performance.now();
  const until = begun + requestMs;
  for (let tries = 1; ; tries += 1) {
    const { body } = await openObject(connection, target, range);
    const late = () => body.destroy(new StorageUnavailable('S3: an object took too long to arrive'));
    const timer = setTimeout(late, until - performance.now());
    try {
      return await buffer(body);
    } catch (error) {
      // After a silence it is not asked once more, and opening it again may take as long as a whole request.
      if (tries === TRIES || performance.now() >= begun + silentMs) throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
