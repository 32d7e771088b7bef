import { AppError, endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { isConfirmed, requireConfirmed } from '../accounts/confirm.ts';
import { hasAccess } from '../billing/periods.ts';
import type { Context } from '../context.ts';
import { authorize } from '../security/authorized.ts';
import { testWebhook } from '../webhooks/test-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  regenerateToken,
  revealWebhook,
  updateWebhook,
} from '../webhooks/webhooks.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, type Caller, route, signedIn } from './http.ts';

/** Webhooks of the account (HOOK-02). */
export function webhookRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { clock } = context;
  const proved = (caller: Caller) => isConfirmed(caller, clock.now());
  const own = async (id: string, caller: { accountId: string }) =>
    authorize(await findWebhook(context, id), caller, 'webhook_not_found');

  route(app, authenticators, endpoints.listWebhooks, async ({ caller }) => ({
    data: { webhooks: await listWebhooks(context, caller.accountId, proved(caller)) },
  }));

  route(app, authenticators, endpoints.createWebhook, async ({ caller, body, request }) => {
    requireConfirmed(caller, clock.now());
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const webhook = await createWebhook(context, owner, body.webhookUrl, async (tx, now) => {
      if (!(await hasAccess(tx, owner.accountId, now))) throw new AppError('subscription_required');
    });
    return { data: { webhook } };
  });

  route(app, authenticators, endpoints.updateWebhook, async ({ caller, params, body, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = await own(params.id, owner);
    if (body.webhookUrl !== undefined) requireConfirmed(caller, clock.now());
    return { data: { webhook: await updateWebhook(context, owner, row, body, proved(caller)) } };
  });

  route(app, authenticators, endpoints.deleteWebhook, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    await deleteWebhook(context, owner, await own(params.id, owner));
    return { data: null };
  });

  route(app, authenticators, endpoints.regenerateWebhookToken, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = await own(params.id, owner);
    requireConfirmed(caller, clock.now());
    return { data: { webhook: await regenerateToken(context, owner, row) } };
  });

  route(app, authenticators, endpoints.revealWebhook, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = await own(params.id, owner);
    requireConfirmed(caller, clock.now());
    return { data: { webhook: await revealWebhook(context, owner, row) } };
  });

  route(app, authenticators, endpoints.testWebhook, async ({ caller, params, reply }) => {
    const hook = await own(params.id, caller);
    await context.rateLimits.take('webhook-test', caller.accountId, reply);
    const tested = await testWebhook(context, hook);
    return { data: tested, message: tested.message };
  });
}
