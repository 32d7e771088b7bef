import { endpoints, plans } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { cancel } from '../../billing/cancel.ts';
import { cardPage } from '../../billing/card-page.ts';
import { subscribe, upgrade } from '../../billing/subscribe.ts';
import { liveSubscription, subscriptionView } from '../../billing/subscriptions.ts';
import { usageAnswer } from '../../billing/usage-answer.ts';
import { findPeriod, usageHistory } from '../../billing/usage-history.ts';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import { idempotencyKeyOf } from '../../idempotency/idempotency-key.ts';
import type { Route } from '../http/route.ts';
import { paymentsFor } from './payments-for.ts';

/** Plans, the account's subscription and its frames (SUB-01, SUB-03, SUB-08). */
export function subscriptionRoutes(route: Route, context: Context): void {
  const { db, clock, secrets, rateLimits } = context;
  const within = (request: FastifyRequest): Context => ({ ...context, payments: paymentsFor(context, request) });

  route(endpoints.listPlans, async ({ request }) => ({
    data: { plans: [...plans], payment: paymentsFor(context, request)?.client ?? null },
  }));

  route(endpoints.currentSubscription, async ({ caller }) => {
    const row = await liveSubscription(db, caller.accountId, clock.now());
    return { data: { subscription: row ? subscriptionView(row) : null } };
  });

  route(endpoints.usage, async ({ caller }) => ({
    data: await usageAnswer(db, secrets, caller.accountId, clock.now()),
  }));

  route(endpoints.usageHistory, async ({ caller, query }) => ({
    data: await usageHistory(context, caller.accountId, query),
  }));

  route(endpoints.exportUsage, async ({ body, caller, reply }) => {
    const owner = requirePerson(caller);
    if (body.period) await findPeriod(db, caller.accountId, body.period);
    const count = () => rateLimits.take('list-export-user', owner.userId, reply);
    return { data: { export: await requestExport(context, { owner, kind: 'usage', parameters: body, count }) } };
  });

  route(endpoints.subscribe, async ({ caller, body, request }) =>
    subscribe(within(request), { accountId: caller.accountId, input: body, key: idempotencyKeyOf(request) }),
  );

  route(endpoints.upgrade, async ({ caller, body, request }) =>
    upgrade(within(request), { accountId: caller.accountId, input: body, key: idempotencyKeyOf(request) }),
  );

  route(endpoints.cancelSubscription, async ({ caller, request }) =>
    cancel(context, { accountId: caller.accountId, key: idempotencyKeyOf(request) }),
  );

  route(endpoints.cardPage, async ({ caller }) => ({
    data: { url: await cardPage(context, caller.accountId) },
  }));
}
