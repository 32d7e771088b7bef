import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getMedia } from '../moderation/find-media.ts';
import { type Authenticators, route } from './http.ts';

/** `GET /api/v1/media/:id`: how a caller who did not wait comes to the result. */
export function externalMediaRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.apiGetMedia, async ({ caller, params }) => ({
    data: { media_upload: await getMedia(context, caller, params.id) },
  }));
}
