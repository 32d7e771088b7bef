import { z } from 'zod';
import * as limits from '../limits.ts';
import { Day } from '../times.ts';

/**
 * How it stands with one event for one hook. `pending`: its first attempt is to come, or one that a person asked for; `failed`: the
 * last attempt failed and another follows; `gave_up`: no more follow; `cancelled`: taken back, or its hook was switched off.
 */
export const DeliveryStatus = z.enum(['pending', 'sent', 'failed', 'gave_up', 'cancelled']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const Time = z.iso.datetime();

/** One POST and what came back. */
export const DeliveryAttempt = z.object({
  /** From 1 on; an attempt that the server's stop cut off is not counted and made again. */
  number: z.int().min(1),
  at: Time,
  duration_ms: z.int().min(0),
  /** null = no answer came. */
  http_status: z.int().nullable(),
  /** Why it failed, for people; null = it did not. */
  error: z.string().nullable(),
  /** What the endpoint answered, at most {@link limits.webhookResponseMaxBytes} of it; null = nothing, or no longer kept. */
  response: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** One event for one hook, as the log lists it. */
export const Delivery = z.object({
  /** The receiver sees it as `webhook-id: msg_<id>`, the same at every attempt and resend. */
  id: z.uuid(),
  event: z.string(),
  /** null = it tells of no item, or of one that is gone. */
  media: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What it tells of: `media`, `notice`, `statement`, `appeal`, `erasure` or `decision`. */
  subject: z.object({ type: z.string(), id: z.uuid() }),
  /** It tells of a Fail by a person, not of the analysis. */
  by_decision: z.boolean(),
  status: DeliveryStatus,
  attempts_made: z.int().min(0),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  created_at: Time,
  /** null = none follows. */
  next_attempt_at: Time.nullable(),
  /** Why it cannot be sent again now; null = it can. */
  not_resendable: z.enum(['waiting', 'cancelled', 'forgotten', 'inactive']).nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryDetail = Delivery.extend({
  webhook: z.object({ id: z.uuid(), webhookUrl: z.string() }).nullable(),
  /** What is sent, as it is sent; null once it is no longer kept. */
  body: z.string().nullable(),
  /** Oldest first. */
  attempts: z.array(DeliveryAttempt),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

/** `failed` = the last attempt failed, whether or not another follows. */
export const DeliveryFilter = z.enum(['failed', 'pending', 'sent']);
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

export const DeliveriesQuery = z.object({
  status: DeliveryFilter.optional(),
  /** Of that day in UTC. */
  day: Day.optional(),
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

/** Events of one day (UTC) that have not arrived, and can be sent again as long as their bytes are kept. */
export const OpenDay = z.object({ day: z.iso.date(), gave_up: z.int().min(0), waiting: z.int().min(0) });
export type OpenDay = z.infer<typeof OpenDay>;

export const ResendFailedInput = z.object({ day: Day });

/** One event of an item, as its history shows it to everybody in the account: of the address only the host. */
export const MediaDelivery = z.object({
  id: z.uuid(),
  /** null = the hook was deleted. */
  webhook_id: z.uuid().nullable(),
  webhook_host: z.string().nullable(),
  status: DeliveryStatus,
  next_attempt_at: Time.nullable(),
  not_resendable: Delivery.shape.not_resendable,
  attempts: z.array(DeliveryAttempt.omit({ response: true })),
});
export type MediaDelivery = z.infer<typeof MediaDelivery>;
