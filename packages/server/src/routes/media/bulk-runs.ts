import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { bulkRunView, currentBulkRun, findBulkRun } from '../../moderation/bulk/bulk-run-row.ts';
import { cancelBulkRun, undoBulkRun } from '../../moderation/bulk/end-bulk-run.ts';
import { startBulkRun } from '../../moderation/bulk/start-bulk-run.ts';
import type { Route } from '../http/route.ts';

/** One verdict for everything that a filter lets through (moderation/bulk). */
export function bulkRunRoutes(route: Route, context: Context): void {
  route(endpoints.currentBulkRun, async ({ caller }) => ({
    data: { run: await currentBulkRun(context, requirePerson(caller)) },
  }));
  route(endpoints.startBulkRun, async ({ caller, body }) => ({
    status: 202,
    data: { run: await startBulkRun(context, requirePerson(caller), body) },
  }));
  route(endpoints.getBulkRun, async ({ caller, params }) => ({
    data: { run: bulkRunView(await findBulkRun(context, requirePerson(caller), params.id)) },
  }));
  route(endpoints.cancelBulkRun, async ({ caller, params }) => {
    const run = await findBulkRun(context, requirePerson(caller), params.id);
    return { data: { run: await cancelBulkRun(context, run) } };
  });
  route(endpoints.undoBulkRun, async ({ caller, params }) => {
    const run = await findBulkRun(context, requirePerson(caller), params.id);
    return { status: 202, data: { run: await undoBulkRun(context, run) } };
  });
}
