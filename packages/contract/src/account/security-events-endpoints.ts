import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { SecurityEvent } from './security-events.ts';

const query = z.object({ page: z.coerce.number().int().min(1).max(limits.pageMax).default(1) });

/** The security log: one's own lines, and for an owner those of the whole account. */
export const securityEventsEndpoints = {
  listSecurityEvents: {
    method: 'GET',
    path: '/users/me/security-events',
    access: 'session',
    action: 'self',
    query,
    data: z.object({ security_events: z.array(SecurityEvent), pagination: Pagination }),
  },
} as const satisfies EndpointTable;
