import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { dashboardSummary } from '../moderation/list/dashboard-summary.ts';
import { type Authenticators, route } from './http.ts';

/** Figures of the first screen (DASH-02). */
export function dashboardRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.dashboardSummary, async ({ caller }) => ({
    data: { summary: await dashboardSummary(context, caller.accountId) },
  }));
}
