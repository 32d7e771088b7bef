import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { ChatHook, ChatHookTest, CreateChatHookInput, UpdateChatHookInput } from './chat-hooks.ts';

const manage = { access: 'session', action: 'doors.manage' } as const;
const data = z.object({ chat_hook: ChatHook });

/** Channels of Slack and Discord. */
export const chatHooksEndpoints = {
  listChatHooks: { ...manage, method: 'GET', path: '/chat-hooks', data: z.object({ chat_hooks: z.array(ChatHook) }) },
  createChatHook: { ...manage, method: 'POST', path: '/chat-hooks', body: CreateChatHookInput, data },
  updateChatHook: { ...manage, method: 'PATCH', path: '/chat-hooks/:id', params: Id, body: UpdateChatHookInput, data },
  deleteChatHook: { ...manage, method: 'DELETE', path: '/chat-hooks/:id', params: Id, data: nothing },
  /** One message now, also to a hook that is switched off. */
  testChatHook: { ...manage, method: 'POST', path: '/chat-hooks/:id/test', params: Id, data: ChatHookTest },
} as const satisfies EndpointTable;
