import { type ChatHook, type CreateChatHookInput, chatHooksEndpoints, type UpdateChatHookInput } from '@clearframe/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useChange } from '../parts/use-change.ts';

/** All chats of the account, oldest first. */
export const chatsQuery = queryOptions({
  queryKey: keys.chatHooks,
  queryFn: async ({ signal }) => (await call(chatHooksEndpoints.listChatHooks, { signal })).chat_hooks,
});

export const useCreateChat = () =>
  useChange(keys.chatHooks, (body: CreateChatHookInput) => call(chatHooksEndpoints.createChatHook, { body }));

export const useUpdateChat = () =>
  useChange(keys.chatHooks, ({ id, body }: { id: string; body: UpdateChatHookInput }) =>
    call(chatHooksEndpoints.updateChatHook, { params: { id }, body }),
  );

export const useDeleteChat = () =>
  useChange(keys.chatHooks, ({ id }: ChatHook) => call(chatHooksEndpoints.deleteChatHook, { params: { id } }));

/** Sends one message and gives what became of it. */
export const useTestChat = () =>
  useMutation({ mutationFn: ({ id }: ChatHook) => call(chatHooksEndpoints.testChatHook, { params: { id } }) });
