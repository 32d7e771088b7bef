import { AppError, endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import { isOfWholeAccount } from '../../exports/account/account-export.ts';
import { findExport, listExports, requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import { exportUrl, removeExport } from '../../exports/take-export.ts';
import { requireSortable } from '../../moderation/list/list-order.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';

/**
 * Exports. Asking for one of all data and fetching it each need a recent proof: that file holds everything. The list as CSV holds
 * what Content Review shows.
 */
export function exportRoutes(route: Route, context: Context): void {
  const { clock, db, rateLimits } = context;

  route(endpoints.listExports, async ({ caller }) => ({
    data: { exports: await listExports(context, requirePerson(caller)) },
  }));

  route(endpoints.createExport, async ({ caller, request, reply }) => {
    const owner = requirePerson(caller);
    requireConfirmed(caller, clock.now());
    const event = { kind: 'account.export_requested', ...owner, client: clientOf(request), at: clock.now() } as const;
    const asked = await requestExport(context, {
      owner,
      kind: 'account',
      parameters: { scope: caller.role === 'owner' ? 'account' : 'own' },
      // Counted only when none runs: pressing twice costs nothing.
      count: () => rateLimits.take('export-user', owner.userId, reply),
      also: (tx) => recordSecurityEvent(tx, event),
    });
    return { data: { export: asked } };
  });

  route(endpoints.exportMedia, async ({ body, caller, reply }) => {
    requireSortable(body);
    const owner = requirePerson(caller);
    const count = () => rateLimits.take('list-export-user', owner.userId, reply);
    return { data: { export: await requestExport(context, { owner, kind: 'media_list', parameters: body, count }) } };
  });

  route(endpoints.downloadExport, async ({ caller, params, request }) => {
    const owner = requirePerson(caller);
    const row = await findExport(context, owner, params.id);
    const isOwners = isOfWholeAccount(row) || ['audit', 'transparency', 'author'].includes(row.kind);
    if (isOwners && caller.role !== 'owner') throw new AppError('role_insufficient', { detail: 'no longer the owner' });
    if (row.kind === 'account') requireConfirmed(caller, clock.now());
    const url = exportUrl(context, row);
    const subject = { type: 'export', id: row.id };
    const event = { kind: 'account.export_downloaded', ...owner, subject, client: clientOf(request), at: clock.now() } as const;
    if (row.kind === 'account') await db.transaction((tx) => recordSecurityEvent(tx, event));
    return { data: { url } };
  });

  route(endpoints.deleteExport, async ({ caller, params }) => {
    await removeExport(context, await findExport(context, requirePerson(caller), params.id));
    return { data: null };
  });
}
