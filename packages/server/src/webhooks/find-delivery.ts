import type { DeliveryAttempt, DeliveryDetail, MediaDelivery } from '@clearframe/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { delivery, deliveryAttempt, media, webhook } from '../db/schema.ts';
import { type Authorized, authorize } from '../security/authorized.ts';
import { type DeliveryRow, deliveryStatus, deliveryView, nextAttemptAt, notResendable } from './delivery-view.ts';

type DeliveryContext = Pick<Context, 'db'>;
type AttemptRow = typeof deliveryAttempt.$inferSelect;

/** The row of that id, whoever owns it; to be passed through `authorize`. */
export async function findDelivery({ db }: DeliveryContext, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(delivery).where(eq(delivery.id, id));
  return row;
}

const attemptView = ({ number, at, durationMs, status, error }: AttemptRow): Omit<DeliveryAttempt, 'response'> => ({
  number,
  at: at.toISOString(),
  duration_ms: durationMs,
  http_status: status,
  error,
});

/** One delivery with its bytes and every attempt. @throws AppError delivery_not_found when its item was deleted meanwhile */
export async function getDelivery({ db }: DeliveryContext, { id, accountId }: Authorized<DeliveryRow>): Promise<DeliveryDetail> {
  const [[found], attempts] = await Promise.all([
    db
      .select({ row: delivery, item: media, hook: webhook, accountId: delivery.accountId })
      .from(delivery)
      .leftJoin(media, eq(media.id, delivery.mediaId))
      .leftJoin(webhook, eq(webhook.id, delivery.webhookId))
      .where(eq(delivery.id, id)),
    db.select().from(deliveryAttempt).where(eq(deliveryAttempt.deliveryId, id)).orderBy(asc(deliveryAttempt.number)),
  ]);
  const { row, item, hook } = authorize(found, { accountId }, 'delivery_not_found');
  return {
    ...deliveryView(row, item, hook),
    webhook: hook && { id: hook.id, webhookUrl: hook.url },
    body: row.body,
    attempts: attempts.map((attempt) => ({ ...attemptView(attempt), response: attempt.response })),
  };
}

/** What hooks were told of the verdicts of one item, oldest first, without what only an owner may see. @throws AppError media_not_found */
export async function listMediaDeliveries(
  { db }: DeliveryContext,
  caller: { accountId: string },
  id: string,
): Promise<MediaDelivery[]> {
  const [found] = await db
    .select({ id: media.id, accountId: media.accountId })
    .from(media)
    .where(and(eq(media.id, id), media.kept));
  const { id: mediaId } = authorize(found, caller, 'media_not_found');
  const rows = await db
    .select({ row: delivery, hook: webhook, attempt: deliveryAttempt })
    .from(delivery)
    .leftJoin(webhook, eq(webhook.id, delivery.webhookId))
    .leftJoin(deliveryAttempt, eq(deliveryAttempt.deliveryId, delivery.id))
    .where(and(eq(delivery.mediaId, mediaId), isNull(delivery.subjectType)))
    .orderBy(asc(delivery.createdAt), delivery.id, asc(deliveryAttempt.number));
  return [...Map.groupBy(rows, ({ row }) => row.id).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { row, hook } = first;
    return {
      id: row.id,
      webhook_id: hook?.id ?? null,
      webhook_host: hook && new URL(hook.url).host,
      status: deliveryStatus(row),
      next_attempt_at: nextAttemptAt(row),
      not_resendable: notResendable(row, hook),
      attempts: lines.flatMap(({ attempt }) => (attempt ? [attemptView(attempt)] : [])),
    };
  });
}
