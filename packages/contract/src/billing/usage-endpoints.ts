import type { EndpointTable } from '../endpoint.ts';
import { UsageAnswer } from './billing.ts';

/** Plan and frames of this period. A table of its own, because every screen shows them. */
export const usageEndpoints = {
  usage: { method: 'GET', path: '/subscriptions/usage', access: 'session', action: 'subscription.read', data: UsageAnswer },
} as const satisfies EndpointTable;
