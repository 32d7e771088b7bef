import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { countReveals } from '../../exposure/count-reveals.ts';
import { readExposureSettings, saveExposureSettings } from '../../exposure/exposure-settings.ts';
import { readExposure, teamExposure } from '../../exposure/read-exposure.ts';
import type { Route } from '../http/route.ts';

/** How many flagged items people look at, and when they rest. */
export function exposureRoutes(route: Route, context: Context): void {
  const { db } = context;
  const settings = async (accountId: string) => ({ exposure_settings: await readExposureSettings(db, accountId) });
  route(endpoints.exposureSettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveExposureSettings, async ({ caller, body }) => {
    await saveExposureSettings(context, requirePerson(caller), body);
    return { data: await settings(caller.accountId) };
  });
  route(endpoints.countReveals, async ({ caller, body }) => ({
    data: { exposure: await countReveals(context, requirePerson(caller), body.media_ids) },
  }));
  route(endpoints.ownExposure, async ({ caller }) => ({
    data: { exposure: await readExposure(context, requirePerson(caller)) },
  }));
  route(endpoints.teamExposure, async ({ caller }) => ({ data: { team: await teamExposure(context, caller.accountId) } }));
}
