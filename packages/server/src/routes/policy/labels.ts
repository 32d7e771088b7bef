import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { createLabel, deleteLabel, updateLabel } from '../../labels/edit-labels.ts';
import { readLabels } from '../../labels/read-labels.ts';
import { type Route, signedIn } from '../http/route.ts';

/** Reasons for a Fail, for people and for programs. */
export function labelRoutes(route: Route, context: Context): void {
  for (const endpoint of [endpoints.listLabels, endpoints.apiListLabels] as const)
    route(endpoint, async ({ caller }) => ({ data: { labels: await readLabels(context.db, caller.accountId) } }));

  route(endpoints.createLabel, async ({ caller, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    return { data: { label: await createLabel(context, signedIn(caller), body) } };
  });

  route(endpoints.updateLabel, async ({ caller, params, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    return { data: { label: await updateLabel(context, signedIn(caller), params.id, body) } };
  });

  route(endpoints.deleteLabel, async ({ caller, params }) => {
    await deleteLabel(context, signedIn(caller), params.id);
    return { data: null };
  });
}
