import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';

const Count = z.int().nonnegative();

/** How many notices wait. Alone, so that the menu loads no schema of a notice. */
export const noticeCountEndpoints = {
  countNotices: {
    method: 'GET',
    path: '/notices/count',
    access: 'session',
    action: 'notices.read',
    data: z.object({ notice_counts: z.object({ open: Count, overdue: Count }) }),
  },
} as const satisfies EndpointTable;
