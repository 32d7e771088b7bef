import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import { qualityReport } from '../../quality/report.ts';
import { readQualitySettings, saveQualitySettings } from '../../quality/settings.ts';
import type { Route } from '../http/route.ts';

/** How right the verdicts of the account were, and how many safe items are drawn to find out. */
export function qualityRoutes(route: Route, context: Context): void {
  const { clock, db, rateLimits } = context;

  route(endpoints.qualityReport, async ({ caller, query }) => ({
    data: { quality: await qualityReport(context, caller.accountId, query.period) },
  }));

  route(endpoints.exportQuality, async ({ body, caller, reply }) => {
    const owner = requirePerson(caller);
    const count = () => rateLimits.take('list-export-user', owner.userId, reply);
    return { data: { export: await requestExport(context, { owner, kind: 'quality', parameters: body, count }) } };
  });

  route(endpoints.qualitySettings, async ({ caller }) => ({
    data: { quality_settings: await readQualitySettings(db, caller.accountId) },
  }));

  route(endpoints.saveQualitySettings, async ({ caller, body }) => ({
    data: {
      quality_settings: await saveQualitySettings(db, { accountId: caller.accountId, input: body, now: clock.now() }),
    },
    message: 'Sampling saved.',
  }));
}
