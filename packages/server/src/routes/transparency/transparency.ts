import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import { transparencyFigures } from '../../transparency/figures.ts';
import { previewStatements } from '../../transparency/preview-statements.ts';
import { getRun, listRuns } from '../../transparency/run-row.ts';
import { startRun } from '../../transparency/start-run.ts';
import { readTransparencySettings, saveTransparencySettings } from '../../transparency/transparency-settings.ts';
import type { Route } from '../http/route.ts';

/** What the account tells the EU's database, and the public, about what it restricts. */
export function transparencyRoutes(route: Route, context: Context): void {
  const { db, rateLimits } = context;
  const settings = async (accountId: string) => ({ transparency_settings: await readTransparencySettings(db, accountId) });
  route(endpoints.transparencySettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveTransparencySettings, async ({ caller, body }) => {
    await saveTransparencySettings(context, requirePerson(caller), body);
    return { data: await settings(caller.accountId) };
  });
  route(endpoints.previewTransparency, async ({ caller, query }) => ({
    data: await previewStatements(db, caller.accountId, query),
  }));
  route(endpoints.sendTransparency, async ({ caller, body, reply }) => {
    await rateLimits.take('what-if', caller.accountId, reply);
    return { status: 202, data: { run: await startRun(context, requirePerson(caller), body) } };
  });
  route(endpoints.listTransparencyRuns, async ({ caller }) => ({ data: { runs: await listRuns(context, caller.accountId) } }));
  route(endpoints.getTransparencyRun, async ({ caller, params }) => ({
    data: { run: await getRun(context, caller.accountId, params.id) },
  }));
  route(endpoints.transparencyFigures, async ({ caller, query }) => ({
    data: { transparency: await transparencyFigures(context, caller.accountId, query) },
  }));
  route(endpoints.reportTransparency, async ({ body, caller, reply }) => {
    const owner = requirePerson(caller);
    const count = () => rateLimits.take('list-export-user', owner.userId, reply);
    const asked = { owner, kind: 'transparency', parameters: body, count } as const;
    return { status: 202, data: { export: await requestExport(context, asked) } };
  });
}
