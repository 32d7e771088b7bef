import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { claimItem, listClaims, releaseClaim, renewClaim } from '../../moderation/claim/claims.ts';
import { nextItem } from '../../moderation/claim/next-item.ts';
import type { Route } from '../http/route.ts';

/** Who looks at which item (moderation/claim). */
export function claimRoutes(route: Route, context: Context): void {
  route(endpoints.listClaims, async ({ caller }) => ({
    data: { claims: await listClaims(context.db, caller.accountId) },
  }));
  route(endpoints.claimItem, async ({ caller, body }) => ({
    data: { claim: await claimItem(context, requirePerson(caller), body.media_id) },
  }));
  route(endpoints.nextItem, async ({ caller, body }) => ({
    data: await nextItem(context, requirePerson(caller), body),
  }));
  route(endpoints.renewClaim, async ({ caller, params }) => ({
    data: { claim: await renewClaim(context, requirePerson(caller), params.id) },
  }));
  route(endpoints.releaseClaim, async ({ caller, params }) => {
    await releaseClaim(context, requirePerson(caller), params.id);
    return { data: null };
  });
}
