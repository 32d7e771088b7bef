import type { MediaUpload } from '@clearframe/contract';
import type { delivery } from '../db/schema.ts';

type Row = Pick<typeof delivery.$inferSelect, 'webhookId' | 'state' | 'attempts' | 'lastError'>;
/** What an item shows of one of its deliveries. @typeParam At how its times are written */
export type DeliveryShown<At> = Row & Record<'lastAttemptAt' | 'acceptedAt', At | null>;
type DeliveryRow = DeliveryShown<Date>;
export type WebhookStatus = Pick<MediaUpload, 'webhookSentAt' | 'webhookRetryCount' | 'webhookLastError' | 'webhookStatus'>;

/** What an item shows of the hooks that it is told to, as its deliveries stand, oldest first. */
export function webhookStatus(deliveries: readonly DeliveryRow[]): WebhookStatus {
  const told = deliveries.filter(({ state, acceptedAt }) => state !== 'cancelled' || acceptedAt !== null);
  const accepted = told.flatMap(({ acceptedAt }) => acceptedAt ?? []);
  const sentAt = accepted.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
  const isPending = told.some(({ state }) => state === 'waiting');
  return {
    webhookSentAt: sentAt?.toISOString() ?? null,
    webhookRetryCount: Math.max(0, ...told.map(({ attempts }) => attempts - 1)),
    webhookLastError: lastError(told),
    webhookStatus: told.length === 0 ? null : sentAt ? 'sent' : isPending ? 'pending' : 'failed',
  };
}

/** The latest error that no success of the same hook followed. */
function lastError(deliveries: readonly DeliveryRow[]): string | null {
  const newest = new Map<string | null, DeliveryRow>();
  for (const row of deliveries) {
    const known = newest.get(row.webhookId);
    if (row.lastAttemptAt && (!known?.lastAttemptAt || known.lastAttemptAt <= row.lastAttemptAt)) newest.set(row.webhookId, row);
  }
  const [latest] = [...newest.values()]
    .filter((row) => row.lastError !== null)
    .sort((one, other) => (other.lastAttemptAt?.getTime() ?? 0) - (one.lastAttemptAt?.getTime() ?? 0));
  return latest?.lastError ?? null;
}
