import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getMedia, listMedia } from '../moderation/find-media.ts';
import { dashboardRules } from '../moderation/upload-rules.ts';
import { type Authenticators, route } from './http.ts';
import { handleUpload } from './upload-route.ts';

/** The dashboard's items: upload, list, one item. */
export function mediaRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const take = handleUpload(app, context, endpoints.uploadMedia, dashboardRules);
  route(app, authenticators, endpoints.uploadMedia, async (call) => {
    await context.rateLimits.take('upload-user', call.caller.accountId, call.reply);
    return await take(call);
  });
  route(app, authenticators, endpoints.listMedia, async ({ caller, query }) => ({
    data: await listMedia(context, caller, query),
  }));
  route(app, authenticators, endpoints.getMedia, async ({ caller, params }) => ({
    data: { media_upload: await getMedia(context, caller, params.id) },
  }));
}
