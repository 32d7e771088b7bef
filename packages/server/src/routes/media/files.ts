import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Context } from '../../context.ts';
import { keepAnswerPace } from '../../security/answer-pace.ts';
import { ObjectMissing } from '../../storage/storage.ts';
import { readRange } from './read-range.ts';

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

/** A key is written once, ever: its name stands for what it holds. */
const etagOf = (key: string): string => `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;

/** Whether who asks has that file already (RFC 9110, 13.1.2). */
const hasAlready = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;

/** What a request asks for: its whole body in one call of the storage. A part of it, or none, takes the size first. */
async function openAsked(
  { storage }: Pick<Context, 'storage'>,
  key: string,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<{ sizeBytes: number; range: ReturnType<typeof readRange>; body: Readable | null }> {
  if (method !== 'HEAD' && headers.range === undefined) return { ...(await storage.open(key)), range: null };
  const sizeBytes = await storage.size(key);
  const range = readRange(headers.range, sizeBytes);
  if (method === 'HEAD' || range === 'unsatisfiable') return { sizeBytes, range, body: null };
  return { ...(await storage.open(key, range ?? undefined)), range };
}

/**
 * Files, for signed addresses alone (MED-08).
 * @param mayServe asked before each, because what was signed may have been withheld since
 */
export async function fileRoutes(
  app: FastifyInstance,
  { clock, fileUrls, storage }: Pick<Context, 'clock' | 'fileUrls' | 'storage'>,
  mayServe: (key: string) => Promise<boolean>,
): Promise<void> {
  const pace = keepAnswerPace(app);
  const serve: RouteHandlerMethod = async (request, reply) => {
    const { '*': key = '' } = request.params as Record<string, string>;
    const file = fileUrls.read(key, request.query);
    if (!file || !(await mayServe(key))) throw new AppError('signature_invalid');
    const leftS = Math.floor((file.expiresAt.getTime() - clock.now().getTime()) / 1000);
    const kept = { etag: etagOf(key), 'cache-control': `private, max-age=${leftS}, immutable` };
    // Nothing of it is taken out of the storage.
    if (hasAlready(request.headers['if-none-match'], kept.etag)) return reply.code(304).headers(kept).send();
    const { sizeBytes, range, body } = await openAsked({ storage }, key, request).catch((error: unknown) => {
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
