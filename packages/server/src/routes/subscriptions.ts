import { endpoints, plans } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { cancel } from '../billing/cancel.ts';
import { subscribe, upgrade } from '../billing/subscribe.ts';
import { liveSubscription, subscriptionView } from '../billing/subscriptions.ts';
import { usageAnswer } from '../billing/usage-answer.ts';
import type { Context } from '../context.ts';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';
import { type Authenticators, route } from './http.ts';

/** Plans, the account's subscription and its frames (SUB-01, SUB-03, SUB-08). */
export function subscriptionRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { db, clock, secrets, payments } = context;

  route(app, authenticators, endpoints.listPlans, async () => ({
    data: { plans: [...plans], payment: payments?.client ?? null },
  }));

  route(app, authenticators, endpoints.currentSubscription, async ({ caller }) => {
    const row = await liveSubscription(db, caller.accountId, clock.now());
    return { data: { subscription: row ? subscriptionView(row) : null } };
  });

  route(app, authenticators, endpoints.usage, async ({ caller }) => ({
    data: await usageAnswer(db, secrets, caller.accountId, clock.now()),
  }));

  route(app, authenticators, endpoints.subscribe, async ({ caller, body, request }) =>
    subscribe(context, { accountId: caller.accountId, input: body, key: idempotencyKeyOf(request) }),
  );

  route(app, authenticators, endpoints.upgrade, async ({ caller, body, request }) =>
    upgrade(context, { accountId: caller.accountId, input: body, key: idempotencyKeyOf(request) }),
  );

  route(app, authenticators, endpoints.cancelSubscription, async ({ caller, request }) =>
    cancel(context, { accountId: caller.accountId, key: idempotencyKeyOf(request) }),
  );
}
