import { z } from 'zod';
import { SubscribeInput, SubscribeResult, Subscription, UsageAnswer } from '../billing.ts';
import { Plan } from '../plans.ts';
import type { EndpointTable } from './endpoint.ts';

/** Plans and allowance. */
export const subscriptionsEndpoints = {
  listPlans: { method: 'GET', path: '/subscriptions/plans', access: 'public', data: z.object({ plans: z.array(Plan) }) },
  currentSubscription: {
    method: 'GET',
    path: '/subscriptions/current',
    access: 'session',
    action: 'subscription.read',
    data: z.object({ subscription: Subscription.nullable() }),
  },
  usage: { method: 'GET', path: '/subscriptions/usage', access: 'session', action: 'subscription.read', data: UsageAnswer },
  subscribe: {
    method: 'POST',
    path: '/subscriptions/subscribe',
    access: 'session',
    action: 'subscription.manage',
    body: SubscribeInput,
    data: SubscribeResult,
  },
} as const satisfies EndpointTable;
