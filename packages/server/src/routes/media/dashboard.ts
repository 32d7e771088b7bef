import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { dashboardSummary } from '../../moderation/list/dashboard-summary.ts';
import type { Route } from '../http/route.ts';

/** Figures of the first screen (DASH-02). */
export function dashboardRoutes(route: Route, context: Context): void {
  route(endpoints.dashboardSummary, async ({ caller }) => ({
    data: { summary: await dashboardSummary(context, caller.accountId) },
  }));
}
