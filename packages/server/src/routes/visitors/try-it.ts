import { tryItEndpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { dashboardRules } from '../../moderation/upload/upload-rules.ts';
import { takeVisitorPicture } from '../../visitors/take-visitor-picture.ts';
import { watchVisitorCheck } from '../../visitors/watch-visitor-check.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { readUploadForm } from '../upload/upload-form.ts';
import { refuseDeclaredSize, unheardSignal } from '../upload/upload-route.ts';

/** "Try it" of the first page: one picture of somebody without an account. With TRY_IT=off these addresses do not exist. */
export function tryItRoutes(app: FastifyInstance, route: Route, context: Context): void {
  if (!context.config.tryIt) return;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  route(tryItEndpoints.tryPicture, async ({ request, reply }) => {
    await context.rateLimits.take('try-it-address', clientOf(request), reply);
    refuseDeclaredSize(request, dashboardRules);
    const data = await takeVisitorPicture(context, (onFile) => readUploadForm(request, onFile));
    return { status: 202, data };
  });
  route(tryItEndpoints.readTry, async ({ params, query, request, reply }) => {
    await context.rateLimits.take('try-it-read-address', clientOf(request), reply);
    const signal = unheardSignal(reply, closing.signal);
    return { data: await watchVisitorCheck(context, { id: params.id, seen: query.seen, signal }) };
  });
}
