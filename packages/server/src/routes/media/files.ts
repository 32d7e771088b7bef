import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Context } from '../../context.ts';
import { type FilePlace, isLargeAddress } from '../../moderation/item/item-files.ts';
import { keepAnswerPace } from '../../security/answer-pace.ts';
import { ObjectMissing } from '../../storage/storage.ts';
import { createFileMemory, type FileMemory, keptFileBytes } from './file-memory.ts';
import { type ByteRange, readRange } from './read-range.ts';

/** Characters that RFC 8187 leaves plain; encodeURIComponent leaves some more. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The Content-Disposition of a file (RFC 6266): the name for every client, and in plain letters for old ones. */
export function contentDisposition(disposition: 'inline' | 'attachment', filename: string): string {
  const name = filename.toWellFormed();
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encode(name)}`;
}

/** Kinds that browsers show by themselves; the others are offered for saving. */
const shownTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** A file must not become a page: no script, no frame, no other host, whatever a browser makes of it (SEC-02). */
const fileHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
};

/** What is served: an object, or a part of it. A key is written once, ever, so this stands for the bytes. */
const nameOf = (key: string, part: ByteRange | undefined): string => (part ? `${key} ${part.start}-${part.end}` : key);

const etagOf = (name: string): string => `"${createHash('sha256').update(name).digest('base64url').slice(0, 22)}"`;

/** Whether who asks has that file already (RFC 9110, 13.1.2). */
const hasAlready = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;

type Asked = {
  key: string;
  part: ByteRange | undefined;
  isPicture: boolean;
  isHead: boolean;
  /** A Range header that counts. */
  header: string | undefined;
};
type Answer = { sizeBytes: number; range: ReturnType<typeof readRange>; body: Readable | Uint8Array | null };

/** The Range header, unless it is meant for another version of the file alone: then the whole is sent (RFC 9110, 13.1.5). */
const rangeAsked = (etag: string, { range, 'if-range': version = etag }: FastifyRequest['headers']): string | undefined =>
  version === etag ? range : undefined;

/** The answer out of bytes that are in memory. */
function answerOf(bytes: Uint8Array, { isHead, header }: Pick<Asked, 'isHead' | 'header'>): Answer {
  const range = readRange(header, bytes.length);
  const { start, end } = range === null || range === 'unsatisfiable' ? { start: 0, end: bytes.length - 1 } : range;
  const isLeftOut = isHead || range === 'unsatisfiable';
  return { sizeBytes: bytes.length, range, body: isLeftOut ? null : bytes.subarray(start, end + 1) };
}

/**
 * What a request asks for. A whole object is one call of the storage, and a part of one too: its size is known. Small pictures come
 * from memory the second time.
 */
async function openAsked(
  { storage, memory }: Pick<Context, 'storage'> & { memory: FileMemory },
  { key, part, isPicture, isHead, header }: Asked,
): Promise<Answer> {
  const name = nameOf(key, part);
  const kept = memory.find(name);
  if (kept) return answerOf(kept, { isHead, header });
  const isWhole = !isHead && header === undefined;
  const partBytes = part && part.end - part.start + 1;
  if (isWhole) {
    const opened = await storage.open(key, part);
    const sizeBytes = partBytes ?? opened.sizeBytes;
    if (!isPicture || sizeBytes > keptFileBytes) return { sizeBytes, range: null, body: opened.body };
    const bytes = await buffer(opened.body);
    memory.keep(name, bytes);
    return { sizeBytes, range: null, body: bytes };
  }
  // HEAD opens nothing, and is to say of what is gone that it is.
  const objectBytes = partBytes === undefined || isHead ? await storage.size(key) : 0;
  const sizeBytes = partBytes ?? objectBytes;
  const range = readRange(header, sizeBytes);
  if (isHead || range === 'unsatisfiable') return { sizeBytes, range, body: null };
  const first = part?.start ?? 0;
  const wanted = range ? { start: first + range.start, end: first + range.end } : part;
  return { sizeBytes, range, body: (await storage.open(key, wanted)).body };
}

/**
 * Files, for signed addresses alone (MED-08).
 * @param mayServe asked before each, because what was signed may have been withheld since
 * @param findDisplay finds large copies, which lie elsewhere than their addresses say
 */
export async function fileRoutes(
  app: FastifyInstance,
  { clock, fileUrls, storage }: Pick<Context, 'clock' | 'fileUrls' | 'storage'>,
  mayServe: (key: string) => Promise<boolean>,
  findDisplay: (key: string) => Promise<FilePlace | null>,
): Promise<void> {
  const pace = keepAnswerPace(app);
  const memory = createFileMemory();
  const serve: RouteHandlerMethod = async (request, reply) => {
    const { '*': key = '' } = request.params as Record<string, string>;
    const file = fileUrls.read(key, request.query);
    if (!file || !(await mayServe(key))) throw new AppError('signature_invalid');
    const place: FilePlace | null = isLargeAddress(key)
      ? await findDisplay(key)
      : { key, ...(file.range && { range: file.range }) };
    if (!place) throw new AppError('signature_invalid');
    const leftS = Math.floor((file.expiresAt.getTime() - clock.now().getTime()) / 1000);
    const etag = etagOf(nameOf(place.key, place.range));
    const kept = { etag, 'cache-control': `private, max-age=${leftS}, immutable` };
    // Nothing of it is taken out of the storage.
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).headers(kept).send();
    const asked = {
      key: place.key,
      part: place.range,
      isPicture: file.contentType.startsWith('image/'),
      isHead: request.method === 'HEAD',
      header: rangeAsked(etag, request.headers),
    };
    const { sizeBytes, range, body } = await openAsked({ storage, memory }, asked).catch((error: unknown) => {
      // Gone answers like a wrong address.
      throw error instanceof ObjectMissing ? new AppError('signature_invalid') : error;
    });
    const disposition = shownTypes.has(file.contentType) ? 'inline' : 'attachment';
    reply.headers({
      ...fileHeaders,
      ...kept,
      'content-type': file.contentType,
      'content-disposition': contentDisposition(disposition, file.filename),
    });
    if (range === 'unsatisfiable') {
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${sizeBytes}`, 'cache-control': 'no-store' })
        .send();
    }
    const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
    reply.header('content-length', end - start + 1);
    if (body) pace.watch(reply.raw);
    return reply.send(body ?? undefined);
  };
  // HEAD by itself: the one that Fastify makes from GET would tell a length of 0, or open the object to throw it away.
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', exposeHeadRoute: false, handler: serve });
}
