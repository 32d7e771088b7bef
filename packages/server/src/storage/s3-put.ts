import { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { inBlocks } from './in-blocks.ts';
import type { S3Connection } from './s3-connection.ts';
import { ObjectMissing, type StorageSigns, StorageUnavailable } from './storage.ts';
import { isStorageFault } from './storage-fault.ts';

/** What is held of each put: less is one request, more goes in parts of this size. 10,000 parts are the most: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Where the bytes come from: counted, and with the error that it threw itself, which is none of the storage. */
function sourceOf(body: Uint8Array | Readable) {
  const source: { sizeBytes: number; failed: { error: unknown } | null } = { sizeBytes: 0, failed: null };
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body instanceof Uint8Array ? [body] : body) {
        source.sizeBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      source.failed = { error };
      throw error;
    }
  }
  return { source, chunks: body instanceof Uint8Array ? read() : inBlocks(read()) };
}

/**
 * The first chunks: a little more than one part, or all there are.
 * @param hold called before more is held
 */
async function readAhead(
  chunks: AsyncGenerator<Uint8Array>,
  hold: (bytes: number) => void,
): Promise<{ head: Uint8Array[]; isAll: boolean }> {
  const head: Uint8Array[] = [];
  for (let bytes = 0; bytes <= PART_BYTES; ) {
    const next = await chunks.next();
    if (next.done) return { head, isAll: true };
    hold(next.value.length);
    head.push(next.value);
    bytes += next.value.length;
  }
  return { head, isAll: false };
}

async function* joined(head: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  yield* rest;
}

/**
 * Stores all bytes or nothing: what fits into one part in one request, with its MD5; anything longer in parts, which go when it fails.
 * @param target bucket, key and encryption
 * @throws what the source throws, else what the storage does
 */
export async function putWhole(
  { client, send, held, limits }: S3Connection,
  target: Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ServerSideEncryption' | 'SSEKMSKeyId'>,
  body: Uint8Array | Readable,
  { alive }: StorageSigns = {},
): Promise<{ sizeBytes: number }> {
  const { source, chunks } = sourceOf(body);
  let heldBytes = 0;
  const hold = (bytes: number): void => {
    if (held.bytes + bytes > limits.heldBytes)
      throw new StorageUnavailable('S3: too many uploads at once. The memory for them is full');
    held.bytes += bytes;
    heldBytes += bytes;
  };
  try {
    const { head, isAll } = await readAhead(chunks, hold);
    if (isAll) {
      await send(new PutObjectCommand({ ...target, Body: Buffer.concat(head) }));
    } else {
      const parts = Readable.from(joined(head, chunks), { objectMode: false });
      const params = { ...target, Body: parts };
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 1, leavePartsOnError: true });
      upload.on('httpUploadProgress', () => alive?.());
      await upload.done().catch(async (error: unknown) => {
        // Of a storage that is away nothing is asked: what was sent stays there until it is looked through.
        const { uploadId: UploadId } = upload;
        if (UploadId && (source.failed || !isStorageFault(error)))
          await send(new AbortMultipartUploadCommand({ Bucket: target.Bucket, Key: target.Key, UploadId })).catch(
            () => undefined,
          );
        throw error;
      });
    }
    return { sizeBytes: source.sizeBytes };
  } catch (error) {
    if (source.failed) throw source.failed.error;
    // What is not there is what we had begun: it says nothing of any object.
    if (error instanceof ObjectMissing) throw new StorageUnavailable('S3: a put in parts was ended there', { cause: error });
    throw error;
  } finally {
    held.bytes -= heldBytes;
    // Of what was not read to its end: nobody else knows that nobody reads on.
    if (!(body instanceof Uint8Array)) body.destroy();
  }
}
