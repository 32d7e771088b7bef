import { type CreateWebhookInput, type UpdateWebhookInput, type Webhook, webhooksEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';

/** All hooks of the account, oldest first. Read again after every change, and when the server switches one off. */
export const webhooksQuery = queryOptions({
  queryKey: keys.webhooks,
  queryFn: async ({ signal }) => (await call(webhooksEndpoints.listWebhooks, { signal })).webhooks,
});

/** A change of the hooks, after a proof of who asks where one is wanted, done when the list was read again (HOOK-02). */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>, onDone?: (result: Result, input: Input) => void) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSuccess: async (result, input) => {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      onDone?.(result, input);
    },
  });
}

/** Reads both secrets of a hook whole; the list then shows all of them, because the person proved who they are. */
export function useRevealWebhook() {
  const queries = useQueryClient();
  return async (id: string): Promise<Webhook> => {
    const { webhook } = await call(webhooksEndpoints.revealWebhook, { params: { id } });
    void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    return webhook;
  };
}

export const useCreateWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(async (body: CreateWebhookInput) => (await call(webhooksEndpoints.createWebhook, { body })).webhook, onDone);

export type WebhookChange = { id: string; body: UpdateWebhookInput };
export const useUpdateWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(
    async ({ id, body }: WebhookChange) => (await call(webhooksEndpoints.updateWebhook, { params: { id }, body })).webhook,
    onDone,
  );

export const useRegenerateToken = (onDone: (webhook: Webhook) => void) =>
  useChange(
    async ({ id }: Webhook) => (await call(webhooksEndpoints.regenerateWebhookToken, { params: { id } })).webhook,
    onDone,
  );

export const useDeleteWebhook = (onDone: (webhook: Webhook) => void) =>
  useChange(
    ({ id }: Webhook) => call(webhooksEndpoints.deleteWebhook, { params: { id } }),
    (_, webhook) => onDone(webhook),
  );

/** Sends one test event and gives what became of it. */
export const useTestWebhook = () =>
  useMutation({ mutationFn: ({ id }: Webhook) => call(webhooksEndpoints.testWebhook, { params: { id } }) });
