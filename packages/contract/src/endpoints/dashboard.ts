import { z } from 'zod';
import { DashboardSummary } from '../dashboard.ts';
import type { EndpointTable } from './endpoint.ts';

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
