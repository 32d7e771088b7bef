import { type DeliveriesQuery, type Delivery, limits, type MediaPagination, type OpenDay } from '@clearframe/contract';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { delivery, media } from '../db/schema.ts';
import type { Authorized } from '../security/authorized.ts';
import { deliveryView } from './delivery-view.ts';
import type { WebhookRow } from './webhook-row.ts';

type DeliveryContext = Pick<Context, 'clock' | 'db'>;

/** Written out, so that the database sees that the index of the same words serves it. */
const isOpen = sql`${delivery.state} in ('waiting', 'failed')`;

const byFilter = {
  failed: and(isOpen, sql`(${delivery.state} = 'failed' or ${delivery.attempts} > ${delivery.attemptsBefore})`),
  pending: and(isOpen, eq(delivery.state, 'waiting'), eq(delivery.attempts, delivery.attemptsBefore)),
  sent: eq(delivery.state, 'delivered'),
} as const;

/** Everything of one hook that was written on that day in UTC, `YYYY-MM-DD`. */
export function ofDay(webhookId: string, day: string): SQL | undefined {
  const from = new Date(`${day}T00:00:00Z`);
  const to = new Date(from.getTime() + 24 * 3_600_000);
  return and(eq(delivery.webhookId, webhookId), gte(delivery.createdAt, from), lt(delivery.createdAt, to));
}

export type DeliveryList = { deliveries: Delivery[]; pagination: MediaPagination; open_days: OpenDay[] };

/** One page of what a hook was sent, newest first. Counted up to a bound, so that a busy hook's log opens like a new one's. */
export async function listDeliveries(
  { clock, db }: DeliveryContext,
  hook: Authorized<WebhookRow>,
  { status, day, page }: DeliveriesQuery,
): Promise<DeliveryList> {
  const limit = limits.deliveriesPageSize;
  const ofHook = day === undefined ? eq(delivery.webhookId, hook.id) : ofDay(hook.id, day);
  const wanted = and(ofHook, status === undefined ? undefined : byFilter[status]);
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(delivery)
    .where(wanted)
    .limit(limits.countedItems + 1)
    .as('some');
  const newestFirst = [desc(delivery.createdAt), desc(delivery.id)] as const;
  // Ids first: of what is passed over no item is looked up.
  const shown = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(wanted)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const [rows, [counted], open_days] = await Promise.all([
    db
      .select({ row: delivery, item: { id: media.id, title: media.title, originalFilename: media.originalFilename } })
      .from(shown)
      .innerJoin(delivery, eq(delivery.id, shown.id))
      .leftJoin(media, eq(media.id, delivery.mediaId))
      .orderBy(...newestFirst),
    db.select({ total: sql<number>`count(*)::int` }).from(some),
    listOpenDays({ clock, db }, hook.id),
  ]);
  const total = counted?.total ?? 0;
  return {
    deliveries: rows.map(({ row, item }) => deliveryView(row, item, hook)),
    pagination: { page, limit, total: Math.min(total, limits.countedItems), capped: total > limits.countedItems },
    open_days,
  };
}

/** Days on which something has not arrived, and can still. What was sent is kept for a week; a resend makes that longer. */
async function listOpenDays({ clock, db }: DeliveryContext, webhookId: string): Promise<OpenDay[]> {
  const from = new Date(clock.now().getTime() - 2 * limits.webhookBodyKeptMs);
  const day = sql<string>`to_char(${delivery.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return await db
    .select({
      day,
      gave_up: sql<number>`(count(*) filter (where ${delivery.state} = 'failed'))::int`,
      waiting: sql<number>`(count(*) filter (where ${delivery.state} = 'waiting'))::int`,
    })
    .from(delivery)
    .where(and(eq(delivery.webhookId, webhookId), isOpen, gte(delivery.createdAt, from), sql`${delivery.body} is not null`))
    .groupBy(day)
    .orderBy(desc(day));
}
