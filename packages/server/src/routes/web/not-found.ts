import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Known = { method: string; pattern: RegExp };

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Remembers every route registered after this call, so that an address with another method answers 405 with Allow, and an
 * unknown one 404: the envelope under /api, a page elsewhere (API-05).
 * @param page answers GET and HEAD outside /api
 */
export function answerNotFound(app: FastifyInstance, page: PageHandler): void {
  const known: Known[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) known.push({ method: one, pattern: patternOf(url) });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (allowed.size > 0 && !allowed.has(request.method)) {
      reply.header('allow', [...allowed].sort().join(', '));
      throw new AppError('method_not_allowed');
    }
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (isPage && path !== '/api' && !path.startsWith('/api/')) return page(request, reply);
    throw new AppError('not_found');
  });
}
