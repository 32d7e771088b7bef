import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { delivery, webhook, webhookLane } from '../../db/schema.ts';

export type LaneSeen = {
  /** Of the webhook. */
  id: string;
  accountId: string;
  isActive: boolean;
  due: number;
  later: number;
  /** Whose attempts were all in vain, and whose bytes are still kept. */
  gaveUp: number;
  isSlow: boolean;
  /** It asked for a pause. */
  isParked: boolean;
  /** A process tells it. */
  isLeased: boolean;
};

const waiting = sql`${delivery.state} = 'waiting'`;
const gaveUp = sql`${delivery.state} = 'failed' and ${delivery.body} is not null`;
const counted = (where: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${where}))::int`;

/** Every webhook whose events wait or were given up, those with most of them first. */
export function listLanes(db: Db): Promise<LaneSeen[]> {
  return db
    .select({
      id: webhook.id,
      accountId: webhook.accountId,
      isActive: webhook.isActive,
      due: counted(sql`${waiting} and ${delivery.nextAttemptAt} <= now()`),
      later: counted(sql`${waiting} and ${delivery.nextAttemptAt} > now()`),
      gaveUp: counted(gaveUp),
      isSlow: sql<boolean>`coalesce(bool_or(${webhookLane.isSlow}), false)`,
      isParked: sql<boolean>`coalesce(bool_or(${webhookLane.parkedUntil} > now()), false)`,
      isLeased: sql<boolean>`coalesce(bool_or(${webhookLane.leaseUntil} > now()), false)`,
    })
    .from(webhook)
    .innerJoin(delivery, eq(delivery.webhookId, webhook.id))
    .leftJoin(webhookLane, eq(webhookLane.webhookId, webhook.id))
    .where(sql`${delivery.state} in ('waiting', 'failed') and (${waiting} or ${gaveUp})`)
    .groupBy(webhook.id)
    .orderBy(desc(sql`count(*)`), webhook.id);
}
