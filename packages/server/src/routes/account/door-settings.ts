import { doorsEndpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { listChecks } from '../../moderation/check/check-lines.ts';
import { readDoorSettings, saveDoorSettings } from '../../moderation/check/door-settings.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';

/** How the doors of the account answer, and what was judged through them. */
export function doorSettingsRoutes(route: Route, context: Context): void {
  route(doorsEndpoints.readDoorSettings, async ({ caller }) => ({
    data: { door_settings: await readDoorSettings(context.db, caller.accountId) },
  }));
  route(doorsEndpoints.saveDoorSettings, async ({ caller, body, request }) => {
    const { accountId, userId } = signedIn(caller);
    return { data: { door_settings: await saveDoorSettings(context, accountId, body, { userId, client: clientOf(request) }) } };
  });
  route(doorsEndpoints.listChecks, async ({ caller, query }) => ({ data: await listChecks(context, caller.accountId, query) }));
}
