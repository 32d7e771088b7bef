import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, type MediaKind, mediaKinds, sniffKind } from '@clearframe/contract';
import type { PendingObjects } from '../../objects/pending-objects.ts';
import type { PrivateCopy, Storage } from '../../storage/storage.ts';
import type { UploadRules } from './upload-rules.ts';

/** A file that was accepted by its content and lies in the storage. */
export type TakenFile = {
  objectKey: string;
  kind: MediaKind;
  sizeBytes: number;
  sha256: string;
  /** Of a video whose storage is elsewhere: the same bytes on this machine, to be removed by whoever took it in. */
  copy: PrivateCopy | null;
};

/** What {@link sniffKind} may look at. */
const HEAD_BYTES = 64;

/** The first bytes of a file, and a stream that still holds all of them. */
async function readHead(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await source.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

/** Passes the bytes on, hashed and counted. @throws AppError once there are more than the rules accept */
async function* measured(head: Buffer, rest: AsyncIterator<Buffer>, hash: Hash, rules: UploadRules): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for (let next: IteratorResult<Buffer> = { value: head }; !next.done; next = await rest.next()) {
    sizeBytes += next.value.length;
    if (sizeBytes > rules.maxBytes) throw new AppError(rules.refusals.tooLarge);
    hash.update(next.value);
    yield next.value;
  }
}

/** What a copy is written into while bytes pass. One that cannot be written, on a full disk, is given up: the object is read instead. */
type Kept = { copy: PrivateCopy | null };

async function* copied(bytes: AsyncIterable<Buffer>, kept: Kept): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    const { copy } = kept;
    await copy?.write(chunk).catch(async () => {
      kept.copy = null;
      await copy.remove();
    });
    yield chunk;
  }
}

/** Refuses by content what this door does not take. */
function requireKind(head: Buffer, rules: UploadRules): MediaKind {
  if (head.length === 0) throw new AppError('file_empty');
  const kind = sniffKind(head);
  if (!kind) throw new AppError(rules.refusals.unsupported);
  if (mediaKinds[kind].medium === 'video' && rules.refusals.video) throw new AppError(rules.refusals.video);
  return kind;
}

/**
 * Stores a file while it arrives, never all of it in memory. Nothing of a refused file is kept. A video is written into a private copy
 * at the same time where the storage is elsewhere, because a program reads it next.
 * @param folder of the item, `<account>/<media>`
 * @throws AppError file_empty or one of the rules' refusals; whatever the source throws
 */
export async function takeIn(
  { pending, storage }: { pending: Pick<PendingObjects, 'put'>; storage: Pick<Storage, 'newCopy'> },
  folder: string,
  source: AsyncIterable<Buffer>,
  rules: UploadRules,
): Promise<TakenFile> {
  const bytes = source[Symbol.asyncIterator]();
  const kept: Kept = { copy: null };
  try {
    const head = await readHead(bytes);
    const kind = requireKind(head, rules);
    if (mediaKinds[kind].medium === 'video') kept.copy = await storage.newCopy().catch(() => null);
    const objectKey = `${folder}/in`;
    const hash = createHash('sha256');
    const arriving = copied(measured(head, bytes, hash, rules), kept);
    const { sizeBytes } = await pending.put(objectKey, Readable.from(arriving, { objectMode: false }));
    return { objectKey, kind, sizeBytes, sha256: hash.digest('hex'), copy: kept.copy };
  } catch (error) {
    await kept.copy?.remove();
    // The source learns that nobody reads on, so that the connection to an address ends. Not waited for: its next byte may never come.
    void bytes.return?.().catch(() => undefined);
    throw error;
  }
}

/**
 * Only reads a file that was taken in before, to tell whether it is the same.
 * @returns SHA-256 as hex
 * @throws AppError when there are more bytes than the rules accept; whatever the source throws
 */
export async function hashOnly(source: AsyncIterable<Buffer>, rules: UploadRules): Promise<string> {
  const hash = createHash('sha256');
  const bytes = measured(Buffer.alloc(0), source[Symbol.asyncIterator](), hash, rules);
  while (!(await bytes.next()).done);
  return hash.digest('hex');
}
