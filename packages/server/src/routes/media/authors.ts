import { endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import { readAuthorSettings, saveAuthorSettings } from '../../authors/author-settings.ts';
import { countStrikes } from '../../authors/count-strikes.ts';
import { getErasure } from '../../authors/erasure-row.ts';
import { getAuthor, listAuthors } from '../../authors/read-authors.ts';
import { setAuthorAction } from '../../authors/set-action.ts';
import type { Context } from '../../context.ts';
import { requestErasure } from '../../erasures/request-erasure.ts';
import { requestAuthorExport } from '../../exports/author/request-author-export.ts';
import { exportView, findExport, requirePerson } from '../../exports/export-row.ts';
import { exportUrl } from '../../exports/take-export.ts';
import { requireActor } from '../http/require-actor.ts';
import type { Route } from '../http/route.ts';

/** The people whose uploads an account moderates, for its members and for its programs. */
export function authorRoutes(route: Route, context: Context): void {
  const { db, rateLimits } = context;
  for (const endpoint of [endpoints.listAuthors, endpoints.apiListAuthors] as const)
    route(endpoint, async ({ caller, query }) => ({ data: await listAuthors(db, caller.accountId, query) }));

  for (const endpoint of [endpoints.getAuthor, endpoints.apiGetAuthor] as const)
    route(endpoint, async ({ caller, params }) => ({ data: { author: await getAuthor(db, caller.accountId, params.id) } }));

  route(endpoints.authorStrikes, async ({ caller, body }) => ({
    data: { strikes: await countStrikes(db, caller.accountId, body.ids) },
  }));

  for (const endpoint of [endpoints.setAuthorAction, endpoints.apiSetAuthorAction] as const)
    route(endpoint, async ({ caller, params, body }) => {
      await setAuthorAction(context, requireActor(caller), params.id, body);
      return { data: { author: await getAuthor(db, caller.accountId, params.id) } };
    });

  for (const endpoint of [endpoints.exportAuthor, endpoints.apiExportAuthor] as const)
    route(endpoint, async ({ caller, params, reply }) => {
      const actor = requireActor(caller);
      const count = () => rateLimits.take('list-export-user', 'userId' in actor ? actor.userId : caller.accountId, reply);
      return { status: 202, data: { export: await requestAuthorExport(context, actor, params.id, count) } };
    });
  route(endpoints.apiGetExport, async ({ caller, params }) => {
    const row = await findExport(context, { accountId: caller.accountId, userId: null }, params.id);
    return { data: { export: exportView(row), url: row.state === 'done' ? exportUrl(context, row) : null } };
  });

  // What is erased is gone for good.
  route(endpoints.eraseAuthor, async ({ caller, params, body }) => {
    requireConfirmed(caller, context.clock.now());
    return { status: 202, data: { erasure: await requestErasure(context, requireActor(caller), params.id, body) } };
  });
  route(endpoints.apiEraseAuthor, async ({ caller, params, body }) => ({
    status: 202,
    data: { erasure: await requestErasure(context, requireActor(caller), params.id, body) },
  }));
  for (const endpoint of [endpoints.getAuthorErasure, endpoints.apiGetAuthorErasure] as const)
    route(endpoint, async ({ caller, params }) => ({
      data: { erasure: await getErasure(db, caller.accountId, params.id) },
    }));

  const settings = async (accountId: string) => ({ author_settings: await readAuthorSettings(db, accountId) });
  route(endpoints.authorSettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveAuthorSettings, async ({ caller, body }) => {
    await saveAuthorSettings(context, requirePerson(caller), body);
    return { data: await settings(caller.accountId) };
  });
}
