import { endpoints } from '@clearframe/contract';
import { listAudit, readAuditHead } from '../../audit/read-audit.ts';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import type { Route } from '../http/route.ts';

/** Who did what in the account, for its owner. */
export function auditRoutes(route: Route, context: Context): void {
  route(endpoints.listAudit, async ({ caller, query }) => ({ data: await listAudit(context, caller.accountId, query) }));

  route(endpoints.readAuditHead, async ({ caller }) => ({ data: { head: await readAuditHead(context, caller.accountId) } }));

  route(endpoints.exportAudit, async ({ caller, reply }) => {
    const owner = requirePerson(caller);
    const count = () => context.rateLimits.take('list-export-user', owner.userId, reply);
    return { status: 202, data: { export: await requestExport(context, { owner, kind: 'audit', parameters: {}, count }) } };
  });
}
