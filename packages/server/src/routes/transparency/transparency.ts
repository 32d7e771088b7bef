import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { previewStatements } from '../../transparency/preview-statements.ts';
import { readTransparencySettings, saveTransparencySettings } from '../../transparency/transparency-settings.ts';
import type { Route } from '../http/route.ts';

/** What the account tells the EU's database about what it restricts. */
export function transparencyRoutes(route: Route, context: Context): void {
  const { db } = context;
  const settings = async (accountId: string) => ({ transparency_settings: await readTransparencySettings(db, accountId) });
  route(endpoints.transparencySettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveTransparencySettings, async ({ caller, body }) => {
    await saveTransparencySettings(context, caller.accountId, body);
    return { data: await settings(caller.accountId) };
  });
  route(endpoints.previewTransparency, async ({ caller, query }) => ({
    data: await previewStatements(db, caller.accountId, query),
  }));
}
