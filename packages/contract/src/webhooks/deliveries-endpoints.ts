import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import { MediaPagination } from '../media/media.ts';
import { DeliveriesQuery, Delivery, DeliveryDetail, MediaDelivery, OpenDay, ResendFailedInput } from './deliveries.ts';

const manage = { access: 'session', action: 'webhooks.manage' } as const;

/** What was sent to webhooks, and what became of it. */
export const deliveriesEndpoints = {
  /** Newest first; `open_days` newest first too, and of the whole hook whatever the filter. */
  listDeliveries: {
    ...manage,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    params: Id,
    query: DeliveriesQuery,
    data: z.object({ deliveries: z.array(Delivery), pagination: MediaPagination, open_days: z.array(OpenDay) }),
  },
  getDelivery: {
    ...manage,
    method: 'GET',
    path: '/webhook-deliveries/:id',
    params: Id,
    data: z.object({ delivery: DeliveryDetail }),
  },
  /** The same bytes under the same `webhook-id`, at once, with the usual retries. */
  resendDelivery: {
    ...manage,
    method: 'POST',
    path: '/webhook-deliveries/:id/resend',
    later: true,
    params: Id,
    data: z.object({ delivery: DeliveryDetail }),
  },
  /** Everything of that day that was given up. Answers how much that is; a job sends it. */
  resendFailed: {
    ...manage,
    method: 'POST',
    path: '/webhooks/:id/resend-failed',
    later: true,
    params: Id,
    body: ResendFailedInput,
    data: z.object({ events: z.int().min(0) }),
  },
  /** The attempts at telling hooks of one item, oldest first. */
  listMediaDeliveries: {
    method: 'GET',
    path: '/media/:id/deliveries',
    access: 'session',
    action: 'media.read',
    params: Id,
    data: z.object({ deliveries: z.array(MediaDelivery) }),
  },
} as const satisfies EndpointTable;
