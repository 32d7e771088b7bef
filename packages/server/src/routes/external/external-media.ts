import { AppError, endpoints } from '@clearframe/contract';
import { apiUsage } from '../../billing/api-usage.ts';
import type { Context } from '../../context.ts';
import { type Decider, decide } from '../../moderation/decide/decide.ts';
import { deleteMedia } from '../../moderation/item/delete-media.ts';
import { listSeconds } from '../../moderation/item/video-seconds.ts';
import { getMedia, listMedia } from '../../moderation/list/find-media.ts';
import type { Caller, Route } from '../http/route.ts';

/** Decisions by a program bear the name of its token. @throws AppError api_token_invalid */
function tokenDecider({ accountId, accessToken }: Caller): Decider {
  if (accessToken === null) throw new AppError('api_token_invalid');
  return { accountId, tokenName: accessToken.name, tokenId: accessToken.id };
}

/** Items for programs, by the same functions as the dashboard's, and what is left of the account's frames. */
export function externalMediaRoutes(route: Route, context: Context): void {
  route(endpoints.apiListMedia, async ({ caller, query }) => ({
    data: await listMedia(context, caller, query),
    isShared: true,
  }));
  route(endpoints.apiGetMedia, async ({ caller, params }) => ({
    data: { media_upload: await getMedia(context, caller, params.id) },
  }));
  route(endpoints.apiMediaFrames, async ({ caller, params, query }) => ({
    data: await listSeconds(context, caller, params.id, query),
  }));
  route(endpoints.apiDeleteMedia, async ({ caller, params }) => {
    await deleteMedia(context, caller, params.id);
    return { data: null };
  });
  for (const [endpoint, verdict] of [
    [endpoints.apiPassMedia, 'pass'],
    [endpoints.apiFailMedia, 'fail'],
  ] as const) {
    route(endpoint, async ({ caller, params, body }) => {
      const { hold_ms: undoDelayMs, note, label, last_decision: lastDecision } = body;
      const deciding = { verdict, undoDelayMs, note, label, lastDecision };
      const made = await decide(context, tokenDecider(caller), params.id, deciding);
      return { data: { media_upload: await getMedia(context, caller, params.id), decision_id: made.id } };
    });
  }
  route(endpoints.apiUsage, async ({ caller }) => ({
    data: await apiUsage(context.db, caller.accountId, context.clock.now()),
  }));
}
