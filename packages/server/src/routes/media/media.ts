import { AppError, endpoints, pagedItems } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { reanalyse } from '../../moderation/analyse/reanalyse.ts';
import { decide, type Person } from '../../moderation/decide/decide.ts';
import { decideMany, undoMany } from '../../moderation/decide/decide-many.ts';
import { undo } from '../../moderation/decide/undo.ts';
import { deleteMedia } from '../../moderation/item/delete-media.ts';
import { listSeconds } from '../../moderation/item/video-seconds.ts';
import { countByStatus } from '../../moderation/list/count-media.ts';
import { getMedia, listMedia } from '../../moderation/list/find-media.ts';
import { mediaNeighbours } from '../../moderation/list/neighbours.ts';
import { askReading } from '../../moderation/read/ask-reading.ts';
import { dashboardRules } from '../../moderation/upload/upload-rules.ts';
import type { Caller, Route } from '../http/route.ts';
import { handleUpload } from '../upload/upload-route.ts';

/** Decisions in the dashboard bear a person's name. @throws AppError unauthenticated */
function requireDecider({ accountId, userId }: Caller): Person {
  if (userId === null) throw new AppError('unauthenticated');
  return { accountId, userId };
}

/** The dashboard's items: upload, list, one item. */
export function mediaRoutes(app: FastifyInstance, route: Route, context: Context): void {
  const take = handleUpload(app, context, endpoints.uploadMedia, dashboardRules);
  route(endpoints.uploadMedia, async (call) => {
    await context.rateLimits.take('upload-user', call.caller.accountId, call.reply);
    return await take(call);
  });
  route(endpoints.listMedia, async ({ caller, query }) => ({
    data: await listMedia(context, caller, query, { pagedItems, refusesFar: true }),
  }));
  route(endpoints.getMedia, async ({ caller, params }) => ({
    data: { media_upload: await getMedia(context, caller, params.id) },
  }));
  route(endpoints.mediaFrames, async ({ caller, params, query }) => ({
    data: await listSeconds(context, caller, params.id, query),
  }));
  route(endpoints.mediaCounts, async ({ caller, query }) => ({
    data: await countByStatus(context, caller.accountId, query),
  }));
  route(endpoints.mediaNeighbours, async ({ caller, params, query }) => ({
    data: await mediaNeighbours(context, caller, params.id, query),
  }));
  route(endpoints.deleteMedia, async ({ caller, params }) => {
    await deleteMedia(context, caller, params.id);
    return { data: null };
  });
  route(endpoints.reanalyseMedia, async ({ caller, params, body, reply }) => {
    await context.rateLimits.take('upload-user', caller.accountId, reply);
    await reanalyse(context, caller, params.id, body.overrule);
    return { status: 202, data: { media_upload: await getMedia(context, caller, params.id) } };
  });
  route(endpoints.readWriting, async ({ caller, params, reply }) => {
    await context.rateLimits.take('read-writing', caller.accountId, reply);
    return { data: await askReading(context, caller, params.id) };
  });
  decisionRoutes(route, context);
}

/** Pass, Fail and Undo (MED-05). */
function decisionRoutes(route: Route, context: Context): void {
  for (const verdict of ['pass', 'fail'] as const) {
    route(endpoints[`${verdict}Media`], async ({ caller, params, body }) => {
      const deciding = { verdict, undoDelayMs: body.hold_ms, note: body.note };
      const made = await decide(context, requireDecider(caller), params.id, deciding);
      return { data: { media_upload: await getMedia(context, caller, params.id), decision_id: made.id } };
    });
  }
  route(endpoints.undoDecision, async ({ caller, params, body }) => {
    await undo(context, requireDecider(caller), params.id, body.decision_id);
    return { data: { media_upload: await getMedia(context, caller, params.id) } };
  });
  route(endpoints.decideMany, async ({ caller, body }) => {
    const deciding = { verdict: body.verdict, undoDelayMs: body.hold_ms, note: body.note };
    return { data: { results: await decideMany(context, requireDecider(caller), body.ids, deciding) } };
  });
  route(endpoints.undoMany, async ({ caller, body }) => ({
    data: { results: await undoMany(context, requireDecider(caller), body.decision_ids) },
  }));
}
