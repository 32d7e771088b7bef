import { openApiDocument } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/**
 * `GET /api/openapi.json`: the reference for programs, made from the table that the routes are made of. Once, and not before somebody asks:
 * a start would compute 0.2 s longer.
 */
export function openApiRoutes(app: FastifyInstance, { config }: Context): void {
  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(new URL(config.publicUrl).origin));
    return reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(document);
  });
}
