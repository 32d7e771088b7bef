import { endpoints, pagedItems } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { withhold, withholdOne } from '../../exposure/withhold.ts';
import { reanalyse } from '../../moderation/analyse/reanalyse.ts';
import { decide } from '../../moderation/decide/decide.ts';
import { decideMany, undoMany } from '../../moderation/decide/decide-many.ts';
import { undo } from '../../moderation/decide/undo.ts';
import { deleteMedia } from '../../moderation/item/delete-media.ts';
import { listSeconds } from '../../moderation/item/video-seconds.ts';
import { countByStatus } from '../../moderation/list/count-media.ts';
import { getMedia, listMedia } from '../../moderation/list/find-media.ts';
import { mediaNeighbours } from '../../moderation/list/neighbours.ts';
import { mediaRoll } from '../../moderation/list/roll.ts';
import { askReading } from '../../moderation/read/ask-reading.ts';
import { dashboardRules } from '../../moderation/upload/upload-rules.ts';
import type { Caller, Route } from '../http/route.ts';
import { handleUpload } from '../upload/upload-route.ts';

/** The item as that person may see it now. */
const shown = async (context: Context, caller: Caller, id: string) =>
  withholdOne(context, caller, await getMedia(context, caller, id));

/** The dashboard's items: upload, list, one item. */
export function mediaRoutes(app: FastifyInstance, route: Route, context: Context): void {
  const take = handleUpload(app, context, endpoints.uploadMedia, dashboardRules);
  route(endpoints.uploadMedia, async (call) => {
    await context.rateLimits.take('upload-user', call.caller.accountId, call.reply);
    return await take(call);
  });
  route(endpoints.listMedia, async ({ caller, query }) => {
    const { media_uploads, ...list } = await listMedia(context, caller, query, { pagedItems, refusesFar: true });
    return { data: { media_uploads: await withhold(context, caller, media_uploads), ...list } };
  });
  route(endpoints.getMedia, async ({ caller, params }) => ({
    data: { media_upload: await shown(context, caller, params.id) },
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
  route(endpoints.mediaRoll, async ({ caller, params, query }) => {
    const { before, after } = await mediaRoll(context, caller, params.id, query);
    const shown = await withhold(context, caller, [...before, ...after]);
    return { data: { before: shown.slice(0, before.length), after: shown.slice(before.length) } };
  });
  route(endpoints.deleteMedia, async ({ caller, params }) => {
    await deleteMedia(context, caller, params.id);
    return { data: null };
  });
  route(endpoints.reanalyseMedia, async ({ caller, params, body, reply }) => {
    await context.rateLimits.take('upload-user', caller.accountId, reply);
    await reanalyse(context, caller, params.id, body.overrule);
    return { status: 202, data: { media_upload: await shown(context, caller, params.id) } };
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
      const { hold_ms: undoDelayMs, note, label, override, last_decision: lastDecision } = body;
      const deciding = { verdict, undoDelayMs, note, label, override, lastDecision };
      const made = await decide(context, requirePerson(caller), params.id, deciding);
      return { data: { media_upload: await shown(context, caller, params.id), decision_id: made.id } };
    });
  }
  route(endpoints.undoDecision, async ({ caller, params, body }) => {
    await undo(context, requirePerson(caller), params.id, body.decision_id);
    return { data: { media_upload: await shown(context, caller, params.id) } };
  });
  route(endpoints.decideMany, async ({ caller, body }) => {
    const { ids, hold_ms: undoDelayMs, last_decisions: lastDecisions, ...asked } = body;
    const deciding = { ...asked, note: body.note, undoDelayMs };
    return { data: { results: await decideMany(context, requirePerson(caller), { ids, lastDecisions }, deciding) } };
  });
  route(endpoints.undoMany, async ({ caller, body }) => ({
    data: { results: await undoMany(context, requirePerson(caller), body.decision_ids) },
  }));
}
