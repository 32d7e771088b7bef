import { AppError, endpoints } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { isConfirmed, requireConfirmed } from '../../accounts/confirm.ts';
import { requireStanding } from '../../accounts/require-standing.ts';
import { hasAccess } from '../../billing/periods.ts';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import { testWebhook } from '../../webhooks/test-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  regenerateToken,
  revealWebhook,
  updateWebhook,
  type WebhookOwner,
} from '../../webhooks/webhooks.ts';
import { clientOf } from '../http/client-of.ts';
import { type Caller, type Route, signedIn } from '../http/route.ts';

/** Webhooks of the account (HOOK-02). */
export function webhookRoutes(route: Route, context: Context): void {
  const { clock } = context;
  const proved = (caller: Caller) => isConfirmed(caller, clock.now());
  const ownerOf = (caller: Caller, request: FastifyRequest): WebhookOwner => {
    const member = signedIn(caller);
    return { ...member, client: clientOf(request), requireStanding: (tx) => requireStanding(tx, member) };
  };
  const own = async (id: string, caller: { accountId: string }) =>
    authorize(await findWebhook(context, id), caller, 'webhook_not_found');

  route(endpoints.listWebhooks, async ({ caller }) => ({
    data: { webhooks: await listWebhooks(context, caller.accountId, proved(caller)) },
  }));

  route(endpoints.createWebhook, async ({ caller, body, request }) => {
    requireConfirmed(caller, clock.now());
    const owner = ownerOf(caller, request);
    const webhook = await createWebhook(context, owner, body, async (tx, now) => {
      if (!(await hasAccess(tx, owner.accountId, now))) throw new AppError('subscription_required');
    });
    return { data: { webhook } };
  });

  route(endpoints.updateWebhook, async ({ caller, params, body, request }) => {
    const owner = ownerOf(caller, request);
    const row = await own(params.id, owner);
    if (body.webhookUrl !== undefined) requireConfirmed(caller, clock.now());
    return { data: { webhook: await updateWebhook(context, owner, row, body, proved(caller)) } };
  });

  route(endpoints.deleteWebhook, async ({ caller, params, request }) => {
    const owner = ownerOf(caller, request);
    await deleteWebhook(context, owner, await own(params.id, owner));
    return { data: null };
  });

  route(endpoints.regenerateWebhookToken, async ({ caller, params, request }) => {
    const owner = ownerOf(caller, request);
    const row = await own(params.id, owner);
    requireConfirmed(caller, clock.now());
    return { data: { webhook: await regenerateToken(context, owner, row) } };
  });

  route(endpoints.revealWebhook, async ({ caller, params, request }) => {
    const owner = ownerOf(caller, request);
    const row = await own(params.id, owner);
    requireConfirmed(caller, clock.now());
    return { data: { webhook: await revealWebhook(context, owner, row) } };
  });

  route(endpoints.testWebhook, async ({ caller, params, reply }) => {
    const hook = await own(params.id, caller);
    await context.rateLimits.take('webhook-test', caller.accountId, reply);
    const tested = await testWebhook(context, hook);
    return { data: tested, message: tested.message };
  });
}
