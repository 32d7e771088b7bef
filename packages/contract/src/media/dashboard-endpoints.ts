import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { DashboardSummary } from './dashboard.ts';

/** The first screen. */
export const dashboardEndpoints = {
  dashboardSummary: {
    method: 'GET',
    path: '/dashboard/summary',
    access: 'session',
    action: 'media.read',
    data: z.object({ summary: DashboardSummary }),
  },
} as const satisfies EndpointTable;
