import { AppError } from '@clearframe/contract';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Context } from '../../context.ts';
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

/**
 * Files of a storage that lies on this machine, for signed addresses alone (MED-08).
 * @param mayServe asked before each, because what was signed may have been withheld since
 */
export async function fileRoutes(
  app: FastifyInstance,
  { clock, storage }: Pick<Context, 'clock' | 'storage'>,
  mayServe: (key: string) => Promise<boolean>,
): Promise<void> {
  const { local } = storage;
  if (!local) return;
  const serve: RouteHandlerMethod = async (request, reply) => {
    const { '*': key = '' } = request.params as Record<string, string>;
    const file = await local.open(key, request.query);
    if (!file || !(await mayServe(key))) throw new AppError('signature_invalid');
    const leftS = Math.floor((file.expiresAt.getTime() - clock.now().getTime()) / 1000);
    const disposition = shownTypes.has(file.contentType) ? 'inline' : 'attachment';
    reply.headers({
      ...fileHeaders,
      'content-type': file.contentType,
      'content-disposition': contentDisposition(disposition, file.filename),
      'cache-control': `private, max-age=${leftS}, immutable`,
    });
    const range = readRange(request.headers.range, file.sizeBytes);
    if (range === 'unsatisfiable') {
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${file.sizeBytes}`, 'cache-control': 'no-store' })
        .send();
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
    reply.header('content-length', end - start + 1);
    return request.method === 'HEAD' ? reply.send() : reply.send(file.read(start, end));
  };
  // HEAD by itself: the one that Fastify makes from GET would tell a length of 0, or open the file to throw it away.
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', exposeHeadRoute: false, handler: serve });
}
