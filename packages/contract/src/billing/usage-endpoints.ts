import type { EndpointTable } from '../endpoint.ts';
import { UsageAnswer } from './billing.ts';

/** Apart from the other calls of billing: the dashboard's first screen needs this one alone, without their schemas. */
export const usageEndpoints = {
  /** Plan and frames of this period. */
  usage: { method: 'GET', path: '/subscriptions/usage', access: 'session', action: 'subscription.read', data: UsageAnswer },
} as const satisfies EndpointTable;
