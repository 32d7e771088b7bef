import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { createView, deleteView, listViews, updateView } from '../../moderation/list/saved-views.ts';
import type { Route } from '../http/route.ts';

/** Filters of Content Review under a name. */
export function viewRoutes(route: Route, context: Context): void {
  route(endpoints.listViews, async ({ caller }) => ({
    data: { views: await listViews(context, requirePerson(caller)) },
  }));
  route(endpoints.createView, async ({ caller, body }) => ({
    data: { view: await createView(context, requirePerson(caller), body) },
  }));
  route(endpoints.updateView, async ({ caller, params, body }) => ({
    data: { view: await updateView(context, requirePerson(caller), params.id, body) },
  }));
  route(endpoints.deleteView, async ({ caller, params }) => {
    await deleteView(context, requirePerson(caller), params.id);
    return { data: null };
  });
}
