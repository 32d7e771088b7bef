import { endpoints } from '@clearframe/contract';
import { readAuthorSettings, saveAuthorSettings } from '../../authors/author-settings.ts';
import { getAuthor, listAuthors } from '../../authors/read-authors.ts';
import { setAuthorAction } from '../../authors/set-action.ts';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requireActor } from '../http/require-actor.ts';
import type { Route } from '../http/route.ts';

/** The people whose uploads an account moderates, for its members and for its programs. */
export function authorRoutes(route: Route, context: Context): void {
  const { db } = context;
  for (const endpoint of [endpoints.listAuthors, endpoints.apiListAuthors] as const)
    route(endpoint, async ({ caller, query }) => ({ data: await listAuthors(db, caller.accountId, query) }));

  for (const endpoint of [endpoints.getAuthor, endpoints.apiGetAuthor] as const)
    route(endpoint, async ({ caller, params }) => ({ data: { author: await getAuthor(db, caller.accountId, params.id) } }));

  for (const endpoint of [endpoints.setAuthorAction, endpoints.apiSetAuthorAction] as const)
    route(endpoint, async ({ caller, params, body }) => {
      await setAuthorAction(context, requireActor(caller), params.id, body);
      return { data: { author: await getAuthor(db, caller.accountId, params.id) } };
    });

  const settings = async (accountId: string) => ({ author_settings: await readAuthorSettings(db, accountId) });
  route(endpoints.authorSettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveAuthorSettings, async ({ caller, body }) => {
    await saveAuthorSettings(context, requirePerson(caller), body);
    return { data: await settings(caller.accountId) };
  });
}
