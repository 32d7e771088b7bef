import type { MediaUpload } from '@clearframe/contract';
import { asc, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { delivery } from '../db/schema.ts';

type DeliveryRow = Pick<
  typeof delivery.$inferSelect,
  'webhookId' | 'state' | 'attempts' | 'lastAttemptAt' | 'lastError' | 'acceptedAt'
>;
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

/** The status of each of these items: one query, however many there are. Items that no hook was told of are missing. */
export async function webhookStatuses(db: Db | Tx, mediaIds: string[]): Promise<Map<string, WebhookStatus>> {
  const rows = await db
    .select({
      mediaId: delivery.mediaId,
      webhookId: delivery.webhookId,
      state: delivery.state,
      attempts: delivery.attempts,
      lastAttemptAt: delivery.lastAttemptAt,
      lastError: delivery.lastError,
      acceptedAt: delivery.acceptedAt,
    })
    .from(delivery)
    .where(inArray(delivery.mediaId, mediaIds))
    .orderBy(asc(delivery.createdAt), delivery.id);
  const byItem = Map.groupBy(rows, ({ mediaId }) => mediaId);
  return new Map([...byItem].map(([mediaId, deliveries]) => [mediaId, webhookStatus(deliveries)]));
}
