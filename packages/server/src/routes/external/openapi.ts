import { openApiDocument } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** `GET /api/openapi.json`: the reference for programs, made once from the table that the routes are made of. */
export function openApiRoutes(app: FastifyInstance, { config }: Context): void {
  const document = JSON.stringify(openApiDocument(new URL(config.publicUrl).origin));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(document),
  );
}
