import type { Delivery, DeliveryStatus } from '@clearframe/contract';
import type { delivery, media, webhook } from '../db/schema.ts';

export type DeliveryRow = typeof delivery.$inferSelect;
/** What of the item and of the hook is shown beside a delivery. There may be no item, and the hook may be deleted. */
type MediaPart = Pick<typeof media.$inferSelect, 'id' | 'title' | 'originalFilename'> | null;
type HookPart = Pick<typeof webhook.$inferSelect, 'isActive'> | null;

const ends = { delivered: 'sent', failed: 'gave_up', cancelled: 'cancelled' } as const;

/** The state in the words of the contract. */
export function deliveryStatus({ state, attempts, attemptsBefore }: DeliveryRow): DeliveryStatus {
  if (state !== 'waiting') return ends[state];
  return attempts > attemptsBefore ? 'failed' : 'pending';
}

/** Why an event cannot be sent again now, or null. Without its bytes it would be another event. */
export function notResendable({ state, body }: DeliveryRow, hook: HookPart): Delivery['not_resendable'] {
  if (state === 'cancelled' || state === 'waiting') return state;
  if (!hook?.isActive) return 'inactive';
  return body === null ? 'forgotten' : null;
}

/** When the next attempt is due, as an ISO time; null = none follows. */
export const nextAttemptAt = ({ state, nextAttemptAt: at }: DeliveryRow): string | null =>
  state === 'waiting' ? at.toISOString() : null;

/** What it tells of. An item stands where nothing else does: such a delivery goes with it. */
const subjectOf = ({ id, subjectType, subjectId, mediaId }: DeliveryRow): Delivery['subject'] =>
  subjectType !== null && subjectId !== null ? { type: subjectType, id: subjectId } : { type: 'media', id: mediaId ?? id };

/** One line of the log. */
export function deliveryView(row: DeliveryRow, item: MediaPart, hook: HookPart): Delivery {
  return {
    id: row.id,
    event: row.event,
    media: item && { id: item.id, name: item.title ?? item.originalFilename },
    subject: subjectOf(row),
    by_decision: row.decisionId !== null,
    status: deliveryStatus(row),
    attempts_made: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: nextAttemptAt(row),
    not_resendable: notResendable(row, hook),
  };
}
