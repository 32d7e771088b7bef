import { endpoints } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { requireStanding } from '../../accounts/require-standing.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../../routes/http/client-of.ts';
import { type Caller, type Route, signedIn } from '../../routes/http/route.ts';
import { authorize } from '../../security/authorized.ts';
import { type ChatOwner, createChatHook, deleteChatHook, findChatHook, listChatHooks, updateChatHook } from './chat-hooks.ts';
import { testMessage } from './chat-message.ts';
import { postMessage } from './send-messages.ts';

/** Channels of Slack and Discord that hear how many items wait. */
export function chatRoutes(route: Route, context: Context): void {
  const ownerOf = (caller: Caller, request: FastifyRequest): ChatOwner => {
    const member = signedIn(caller);
    return { ...member, client: clientOf(request), requireStanding: (tx) => requireStanding(tx, member) };
  };
  const own = async (id: string, caller: { accountId: string }) =>
    authorize(await findChatHook(context, id), caller, 'chat_hook_not_found');

  route(endpoints.listChatHooks, async ({ caller }) => ({
    data: { chat_hooks: await listChatHooks(context, caller.accountId) },
  }));

  route(endpoints.createChatHook, async ({ caller, body, request }) => ({
    data: { chat_hook: await createChatHook(context, ownerOf(caller, request), body) },
  }));

  route(endpoints.updateChatHook, async ({ caller, params, body, request }) => {
    const owner = ownerOf(caller, request);
    return { data: { chat_hook: await updateChatHook(context, owner, await own(params.id, owner), body) } };
  });

  route(endpoints.deleteChatHook, async ({ caller, params, request }) => {
    const owner = ownerOf(caller, request);
    await deleteChatHook(context, owner, await own(params.id, owner));
    return { data: null };
  });

  route(endpoints.testChatHook, async ({ caller, params, reply }) => {
    const hook = await own(params.id, caller);
    await context.rateLimits.take('webhook-test', caller.accountId, reply);
    const outcome = await postMessage(context, hook, testMessage(hook.kind));
    const message = outcome.ok ? 'The message was sent. Look into the channel.' : outcome.reason;
    return { data: { success: outcome.ok, message }, message };
  });
}
