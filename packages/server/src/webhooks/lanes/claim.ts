import { and, eq, inArray, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { delivery, webhook, webhookLane } from '../../db/schema.ts';
import { announceDeliveries } from '../../live/announce.ts';
import { withdrawJobs } from '../../queue/withdraw-jobs.ts';
import { inOrder } from '../in-order.ts';
import type { WebhookRow } from '../webhook-row.ts';

type DeliveryRow = typeof delivery.$inferSelect;
/** A delivery whose next attempt this process makes now. */
export type Claimed = { row: DeliveryRow; hook: WebhookRow; body: string };
export type ClaimContext = Pick<Context, 'clock' | 'db' | 'live' | 'presence'>;
type CancelContext = Omit<ClaimContext, 'presence'>;

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

type Due = { asked: ReadonlyMap<string, number>; not: readonly string[]; now: Date; owner: string };

/**
 * What has waited longest for each hook, so many at most, as long as its lane is ours: a process that stood still may not know that it is
 * another's by now. Rows that somebody changes at the moment are left for later.
 */
function dueOf({ asked, not, now, owner }: Due): SQL {
  return sql`select due.id from unnest(${uuids([...asked.keys()])}, ${sql.param([...asked.values()])}::int[]) as asked(webhook_id, most)
    join ${webhookLane} lane on lane.webhook_id = asked.webhook_id and lane.owner = ${owner} and lane.lease_until > now()
    cross join lateral (
      select id from ${delivery} where ${delivery.webhookId} = asked.webhook_id and ${delivery.state} = 'waiting'
        and ${delivery.nextAttemptAt} <= ${now.toISOString()}::timestamptz and ${delivery.body} is not null
        and ${delivery.id} <> all(${uuids(not)})
      order by ${delivery.nextAttemptAt}, ${delivery.id} limit asked.most for update skip locked) as due`;
}

/** The key under which a version before this one queued an attempt. */
const jobKey = ({ id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>) => `${id}/${attempts + 1}`;

/**
 * Begins the next attempt at each of these: from now on its receiver may know of it, whatever a clock says, and what it tells of cannot
 * be taken back. An attempt that a process of the version before makes at this moment is left to it.
 * @param ids a query of deliveries that wait and are due
 */
export async function claim({ clock, db }: CancelContext, ids: SQL, hooks: ReadonlyMap<string, WebhookRow>): Promise<Claimed[]> {
  const begunAt = sql`coalesce(${delivery.begunAt}, ${clock.now().toISOString()}::timestamptz)`;
  const rows = await db.transaction(async (tx) => {
    // As an array: the query is then run once, and not again for each row that it is compared with.
    const begun = await tx.update(delivery).set({ begunAt }).where(sql`${delivery.id} = any(array(${ids}))`).returning();
    const running = await withdrawJobs(tx, 'deliver-webhook', begun.map(jobKey));
    return begun.filter((row) => !running.has(jobKey(row)));
  });
  return rows
    .toSorted((one, other) => one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime())
    .flatMap((row) => {
      const hook = hooks.get(row.webhookId ?? '');
      return hook && row.body !== null ? { row, hook, body: row.body } : [];
    });
}

/**
 * Begins attempts at what is due.
 * @param asked hooks, and how many deliveries of each at most
 * @param not those that this process has under way
 */
export async function claimDue(
  context: ClaimContext,
  asked: ReadonlyMap<string, number>,
  not: readonly string[],
): Promise<Claimed[]> {
  const ids = [...asked.keys()];
  const found = await context.db.select().from(webhook).where(inArray(webhook.id, ids));
  const active = found.filter(({ isActive }) => isActive);
  if (active.length < ids.length) await cancelUnsendable(context, inArray(delivery.webhookId, ids));
  if (active.length === 0) return [];
  const hooks = new Map(active.map((hook) => [hook.id, hook]));
  const ofActive = new Map([...asked].filter(([id]) => hooks.has(id)));
  const { clock, presence } = context;
  return await claim(context, dueOf({ asked: ofActive, not, now: clock.now(), owner: presence.id }), hooks);
}

/** Due deliveries that nobody can be told of any more: the hook is off or deleted, or the bytes are gone. @returns how many */
export async function cancelUnsendable({ clock, db, live }: CancelContext, which?: SQL): Promise<number> {
  const now = clock.now();
  const hook = db
    .select({ one: sql`1` })
    .from(webhook)
    .where(and(eq(webhook.id, delivery.webhookId), webhook.isActive));
  return await db.transaction(async (tx) => {
    const cancelled = await tx
      .update(delivery)
      .set({ state: 'cancelled', finishedAt: now })
      .where(
        inOrder(
          tx,
          and(eq(delivery.state, 'waiting'), lte(delivery.nextAttemptAt, now), which, or(isNull(delivery.body), notExists(hook))),
        ),
      )
      .returning();
    await announceDeliveries(live, cancelled, tx);
    return cancelled.length;
  });
}
