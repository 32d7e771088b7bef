import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isLoopbackHost } from '../../security/cross-site.ts';
import { readLegalTexts, withLegalTexts } from './legal-pages.ts';
import type { PageHandler } from './not-found.ts';
import { createWebFile, type WebFile } from './web-file.ts';

const builtPages = fileURLToPath(new URL('../../../../web/build/client', import.meta.url));
/** The page that runs everything under /dashboard, and the operator console, in the browser. */
const appPage = '__spa-fallback.html';
const notFoundPages = ['404.html', '404/index.html'];

/**
 * Pages that a mailed link opens with a secret in its address, which no request may carry on as its referrer. `/login` is among them: its
 * `next` holds the address of such a page.
 */
const secretAddresses: readonly string[] = ['/register', '/reset-password', '/confirm-email', '/invite', '/login'];

/** Pages that moved: old address → new one. */
const moved: Readonly<Record<string, string>> = { '/docs/guides/accuracy': '/docs/accuracy' };

/** Pages that are no address by themselves: a route sends them once it knows that there is something to show. */
const guarded = { notice: 'notice/index.html' } as const;

export type WebRoutes = {
  register(app: FastifyInstance): void;
  notFound: PageHandler;
  /** A page that no address leads to by itself. */
  guarded(name: keyof typeof guarded, request: FastifyRequest, reply: FastifyReply): unknown;
};

async function readFiles(folder: string, { config }: Pick<Context, 'config'>): Promise<Map<string, WebFile>> {
  const files = new Map<string, WebFile>();
  const legal = readLegalTexts(config);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).split(sep).join('/');
    files.set(path, createWebFile(path, withLegalTexts(path, await readFile(full), legal), config));
  }
  return files;
}

/**
 * Where a page of a local server really lives when it was opened by another name of the machine (127.0.0.1 for localhost):
 * cookies and picture addresses belong to one name only. Null when it was opened by the right one.
 */
function properAddress({ config }: Pick<Context, 'config'>, { headers, url }: FastifyRequest): string | null {
  const { host, port } = new URL(config.publicUrl);
  const asked = headers.host ?? '';
  if (!config.localMode || asked === host || !isLoopbackHost(asked) || !asked.endsWith(`:${port}`)) return null;
  return `${config.publicUrl}${url}`;
}

async function send(request: FastifyRequest, reply: FastifyReply, file: WebFile, status = 200): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, vary: 'accept-encoding' });
  if (file.policy) reply.header('content-security-policy', file.policy);
  if (status === 200 && request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const { bytes, encoding } = await file.body(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(status).type(file.type).send(bytes);
}

/** Addresses of a built file: `login/index.html` is /login, anything that is no page is itself. */
function addressOf(path: string): string | null {
  if (path === appPage || notFoundPages.includes(path) || Object.values<string>(guarded).includes(path)) return null;
  if (path === 'index.html') return '/';
  return `/${path.replace(/\/index\.html$/, '')}`;
}

/**
 * The built pages and their files, read once at the start: only what the build made is served, so no address can lead anywhere
 * else. Everything under /dashboard is one page that runs in the browser.
 */
export async function webRoutes(context: Pick<Context, 'config'>, folder: string = builtPages): Promise<WebRoutes> {
  const files = await readFiles(folder, context);
  const notFoundPage = notFoundPages.map((path) => files.get(path)).find((file) => file !== undefined);
  const sendAt = (request: FastifyRequest, reply: FastifyReply, file: WebFile) => {
    const elsewhere = file.policy ? properAddress(context, request) : null;
    return elsewhere ? reply.redirect(elsewhere, 307) : send(request, reply, file);
  };
  const notFound: PageHandler = (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    if (notFoundPage) return send(request, reply, notFoundPage, 404);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
  };
  return {
    register(app) {
      for (const [path, file] of files) {
        const address = addressOf(path);
        if (!address) continue;
        const own = secretAddresses.includes(address) ? { 'referrer-policy': 'no-referrer' } : {};
        app.get(address, (request, reply) => sendAt(request, reply.headers(own), file));
      }
      for (const [from, to] of Object.entries(moved)) app.get(from, (_request, reply) => reply.redirect(to, 308));
      if (!files.has('index.html'))
        app.get('/', async (_request, reply) =>
          reply.code(503).type('text/plain; charset=utf-8').send('The web pages are not built. Run: npm run build\n'),
        );
      const appFile = files.get(appPage);
      if (!appFile) return;
      for (const address of ['/dashboard', '/dashboard/*', '/operator'])
        app.get(address, (request, reply) => sendAt(request, reply.header('x-robots-tag', 'noindex'), appFile));
    },
    notFound,
    guarded(name, request, reply) {
      const file = files.get(guarded[name]);
      return file ? sendAt(request, reply.header('x-robots-tag', 'noindex'), file) : notFound(request, reply);
    },
  };
}
