import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { CreateWebhookInput, ListedWebhook, UpdateWebhookInput, Webhook, WebhookTest } from './webhooks.ts';

const manage = { access: 'session', action: 'webhooks.manage' } as const;
const data = z.object({ webhook: Webhook });

/** Webhooks of the account. */
export const webhooksEndpoints = {
  listWebhooks: { ...manage, method: 'GET', path: '/webhooks', data: z.object({ webhooks: z.array(ListedWebhook) }) },
  createWebhook: { ...manage, method: 'POST', path: '/webhooks', body: CreateWebhookInput, data },
  updateWebhook: { ...manage, method: 'PATCH', path: '/webhooks/:id', params: Id, body: UpdateWebhookInput, data },
  deleteWebhook: { ...manage, method: 'DELETE', path: '/webhooks/:id', params: Id, data: nothing },
  regenerateWebhookToken: { ...manage, method: 'POST', path: '/webhooks/:id/regenerate-token', params: Id, data },
  /** Both secrets whole, for somebody who proved who they are within ten minutes. The owner is mailed. */
  revealWebhook: { ...manage, method: 'POST', path: '/webhooks/:id/reveal', params: Id, data },
  testWebhook: { ...manage, method: 'POST', path: '/webhooks/:id/test', params: Id, data: WebhookTest },
} as const satisfies EndpointTable;
