import { type CreateWebhookInput, endpoints, type UpdateWebhookInput, type Webhook } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api.ts';

/** All hooks of the account, oldest first. Read again after every change, and when the server switches one off. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(endpoints.listWebhooks, { signal })).webhooks,
});

/** A change of the hooks, done when the list was read again (HOOK-02). */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>, onDone?: (result: Result, input: Input) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result, input) => {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onDone?.(result, input);
    },
  });
}

export const useCreateWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(async (body: CreateWebhookInput) => (await call(endpoints.createWebhook, { body })).webhook, onDone);

export type WebhookChange = { id: string; body: UpdateWebhookInput };
export const useUpdateWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(
    async ({ id, body }: WebhookChange) => (await call(endpoints.updateWebhook, { params: { id }, body })).webhook,
    onDone,
  );

export const useRegenerateToken = (onDone: (webhook: Webhook) => void) =>
  useChange(async ({ id }: Webhook) => (await call(endpoints.regenerateWebhookToken, { params: { id } })).webhook, onDone);

export const useDeleteWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(
    ({ id }: Webhook) => call(endpoints.deleteWebhook, { params: { id } }),
    (_, webhook) => onDone(webhook),
  );

/** Sends one test event and gives what became of it. */
export const useTestWebhook = () =>
  useMutation({ mutationFn: ({ id }: Webhook) => call(endpoints.testWebhook, { params: { id } }) });
