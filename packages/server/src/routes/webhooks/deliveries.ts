import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { findDelivery, getDelivery, listMediaDeliveries } from '../../webhooks/find-delivery.ts';
import { listDeliveries } from '../../webhooks/list-deliveries.ts';
import { requestResend, resendDelivery } from '../../webhooks/resend.ts';
import { findWebhook } from '../../webhooks/webhooks.ts';
import type { Route } from '../http/route.ts';

/** What webhooks were sent, and sending it again. */
export function deliveryRoutes(route: Route, context: Context): void {
  type Own = { accountId: string };
  const ownHook = async (id: string, caller: Own) => authorize(await findWebhook(context, id), caller, 'webhook_not_found');
  const own = async (id: string, caller: Own) => authorize(await findDelivery(context, id), caller, 'delivery_not_found');

  route(endpoints.listDeliveries, async ({ caller, params, query }) => ({
    data: await listDeliveries(context, await ownHook(params.id, caller), query),
  }));

  route(endpoints.getDelivery, async ({ caller, params }) => ({
    data: { delivery: await getDelivery(context, await own(params.id, caller)) },
  }));

  route(endpoints.resendDelivery, async ({ caller, params, reply }) => {
    const row = await own(params.id, caller);
    await context.rateLimits.take('webhook-resend', caller.accountId, reply);
    await resendDelivery(context, row);
    return { status: 202, data: { delivery: await getDelivery(context, row) } };
  });

  route(endpoints.resendFailed, async ({ caller, params, body, reply }) => {
    const hook = await ownHook(params.id, caller);
    await context.rateLimits.take('webhook-resend', caller.accountId, reply);
    return { status: 202, data: { events: await requestResend(context, hook, body.day) } };
  });

  route(endpoints.listMediaDeliveries, async ({ caller, params }) => ({
    data: { deliveries: await listMediaDeliveries(context, caller, params.id) },
  }));
}
