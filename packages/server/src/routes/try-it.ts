import { tryItEndpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { dashboardRules } from '../moderation/upload/upload-rules.ts';
import { takeVisitorPicture } from '../visitors/take-visitor-picture.ts';
import { watchVisitorCheck } from '../visitors/watch-visitor-check.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';
import { readUploadForm } from './upload-form.ts';
import { refuseDeclaredSize, unheardSignal } from './upload-route.ts';

/** "Try it" of the first page: one picture of somebody without an account. With TRY_IT=off these addresses do not exist. */
export function tryItRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  if (!context.config.tryIt) return;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  route(app, authenticators, tryItEndpoints.tryPicture, async ({ request, reply }) => {
    await context.rateLimits.take('try-it-address', clientOf(request), reply);
    refuseDeclaredSize(request, dashboardRules);
    const data = await takeVisitorPicture(context, (onFile) => readUploadForm(request, onFile));
    return { status: 202, data };
  });
  route(app, authenticators, tryItEndpoints.readTry, async ({ params, query, request, reply }) => {
    await context.rateLimits.take('try-it-read-address', clientOf(request), reply);
    const signal = unheardSignal(reply, closing.signal);
    return { data: await watchVisitorCheck(context, { id: params.id, seen: query.seen, signal }) };
  });
}
