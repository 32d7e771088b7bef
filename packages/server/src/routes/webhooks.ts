import { AppError, endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { hasAccess } from '../billing/periods.ts';
import type { Context } from '../context.ts';
import { authorize } from '../security/authorized.ts';
import { testWebhook } from '../webhooks/test-webhook.ts';
import { createWebhook, deleteWebhook, findWebhook, listWebhooks, regenerateToken, updateWebhook } from '../webhooks/webhooks.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route, signedIn } from './http.ts';

/** Webhooks of the account (HOOK-02). */
export function webhookRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const own = async (id: string, caller: { accountId: string }) =>
    authorize(await findWebhook(context, id), caller, 'webhook_not_found');

  route(app, authenticators, endpoints.listWebhooks, async ({ caller }) => ({
    data: { webhooks: await listWebhooks(context, caller.accountId) },
  }));

  route(app, authenticators, endpoints.createWebhook, async ({ caller, body, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const webhook = await createWebhook(context, owner, body.webhookUrl, async (tx, now) => {
      if (!(await hasAccess(tx, owner.accountId, now))) throw new AppError('subscription_required');
    });
    return { data: { webhook } };
  });

  route(app, authenticators, endpoints.updateWebhook, async ({ caller, params, body, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    return { data: { webhook: await updateWebhook(context, owner, await own(params.id, owner), body) } };
  });

  route(app, authenticators, endpoints.deleteWebhook, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    await deleteWebhook(context, owner, await own(params.id, owner));
    return { data: null };
  });

  route(app, authenticators, endpoints.regenerateWebhookToken, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    return { data: { webhook: await regenerateToken(context, owner, await own(params.id, owner)) } };
  });

  route(app, authenticators, endpoints.testWebhook, async ({ caller, params, reply }) => {
    const hook = await own(params.id, caller);
    await context.rateLimits.take('webhook-test', caller.accountId, reply);
    const tested = await testWebhook(context, hook);
    return { data: tested, message: tested.message };
  });
}
