import type { ListedWebhook } from '@clearframe/contract';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { delivery, deliveryAttempt, webhook } from '../db/schema.ts';
import { type WebhookRow, webhookView } from './webhook-row.ts';

/** How many deliveries are looked through: retries overtake one another, and an old one may be sent again. */
const lookedThrough = 100;
/** Of those that were cancelled before anybody sent them, so many are passed over. */
const passedOver = 10_000;

/** So many of the newest deliveries of a hook, by the index of hook and time. */
const newest = (before: SQL): SQL => sql`(
  select told.id, told.attempts, told.last_attempt_at, told.last_status, told.last_error from ${delivery} told
  where told.webhook_id = ${webhook.id} ${before} order by told.created_at desc limit ${sql.raw(String(lookedThrough))})`;

/** Where many wait for their first attempt, those before the next one are the newest that were sent. */
const beforeBacklog = sql`and told.created_at <= (
  select waits.created_at from ${delivery} waits where waits.webhook_id = ${webhook.id} and waits.state = 'waiting'
  order by waits.next_attempt_at, waits.id limit 1)`;

const noneSent = sql`(
  select count(near.last_attempt_at) = 0 from (${newest(sql``)} union all ${newest(beforeBacklog)}) near)`;

/** A hook that was switched off had its backlog cancelled, which nobody sent: those before it. Others read none of this. */
const beforeCancelled = sql`(
  select id, attempts, last_attempt_at, last_status, last_error from (
    select told.* from ${delivery} told
    where told.webhook_id = ${webhook.id} order by told.created_at desc limit ${sql.raw(String(passedOver))}) told
  where told.last_attempt_at is not null and ${noneSent}
  order by told.created_at desc limit ${sql.raw(String(lookedThrough))})`;

const last = sql`lateral (
  select * from (${newest(sql``)} union all ${newest(beforeBacklog)} union all ${beforeCancelled}) found
  where found.last_attempt_at is not null order by found.last_attempt_at desc, found.id desc limit 1) last`;

/** Every hook of an account, oldest first, with its last attempt. Reads a bounded number of deliveries, however many there are. */
export const hooksWithLast = (db: Context['db'], accountId: string) =>
  db
    .select({
      row: webhook,
      deliveryId: sql<string | null>`last.id`,
      at: sql<Date | null>`last.last_attempt_at`.mapWith(delivery.lastAttemptAt),
      status: sql<number | null>`last.last_status`,
      error: sql<string | null>`last.last_error`,
      begunAt: sql<Date | null>`(
        select made.at from ${deliveryAttempt} made where made.delivery_id = last.id and made.number = last.attempts)`.mapWith(
        deliveryAttempt.at,
      ),
    })
    .from(webhook)
    .leftJoin(last, sql`true`)
    .where(eq(webhook.accountId, accountId))
    .orderBy(asc(webhook.createdAt), webhook.id);

/** An attempt that began before a change, say of the address, tells nothing of the hook as it is now. */
const isFailing = ({ isActive, createdAt, updatedAt }: WebhookRow, begunAt: Date, error: string | null): boolean =>
  isActive && error !== null && begunAt >= (updatedAt ?? createdAt);

/**
 * The account's hooks, oldest first.
 * @param isWhole false = the first 20 characters of their secrets
 */
export async function listWebhooks(
  context: Pick<Context, 'clock' | 'db' | 'log' | 'secrets'>,
  accountId: string,
  isWhole: boolean,
): Promise<ListedWebhook[]> {
  const rows = await hooksWithLast(context.db, accountId);
  return rows.map(({ row, deliveryId, at, status, error, begunAt }) => ({
    ...webhookView(context, row, isWhole),
    last_delivery:
      deliveryId === null || at === null ? null : { delivery_id: deliveryId, at: at.toISOString(), http_status: status, error },
    is_failing: at !== null && isFailing(row, begunAt ?? at, error),
  }));
}
