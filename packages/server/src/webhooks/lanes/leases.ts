import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { delivery, webhook, webhookLane } from '../../db/schema.ts';
import type { LaneState } from './lane.ts';

/** For so long a lane belongs to a process that says nothing more. By the database's clock, like all times of a lease. */
const leaseSeconds = 12;
/** How often a process says that its lanes are still its own: two times may fail. */
export const renewEveryMs = 4_000;

const inSeconds = (seconds: SQL | number) => sql`now() + ${seconds} * interval '1 second'`;
const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** A hook to which something is due. */
export type DueHook = { webhookId: string; isOurs: boolean };

/**
 * Hooks to which something is due and that this process may tell: its own and those that nobody holds. The longest due come first.
 * One step in an index for each hook for which anything waits, however much that is.
 */
export async function findDue(db: Db, owner: string, now: Date): Promise<DueHook[]> {
  const waiting = sql`${delivery} where ${delivery.state} = 'waiting'`;
  const { rows } = await db.execute<{ id: string; is_ours: boolean }>(sql`
    with recursive hook(id) as (
      (select webhook_id from ${waiting} and webhook_id is not null order by webhook_id limit 1)
      union all
      select (select webhook_id from ${waiting} and webhook_id > hook.id order by webhook_id limit 1)
      from hook where hook.id is not null)
    select hook.id, coalesce(lane.owner = ${owner}, false) as is_ours
    from hook
      cross join lateral (select next_attempt_at as at from ${waiting} and webhook_id = hook.id
        order by next_attempt_at limit 1) as first
      left join ${webhookLane} lane on lane.webhook_id = hook.id
    where first.at <= ${now.toISOString()}::timestamptz
      and (lane.parked_until is null or lane.parked_until <= now())
      and (lane.owner is null or lane.owner = ${owner} or lane.lease_until <= now())
    order by first.at`);
  return rows.map(({ id, is_ours }) => ({ webhookId: id, isOurs: is_ours }));
}

export type HeldLane = { webhookId: string } & LaneState;

/** Takes lanes that nobody holds, or whose holder has been silent for too long. @returns those that are ours now */
export async function takeLanes(db: Db, owner: string, webhookIds: readonly string[]): Promise<HeldLane[]> {
  if (webhookIds.length === 0) return [];
  const { rows } = await db.execute<{ webhook_id: string; concurrency: number; is_slow: boolean }>(sql`
    insert into ${webhookLane} as lane (webhook_id, owner, lease_until)
    select id, ${owner}::uuid, ${inSeconds(leaseSeconds)} from unnest(${uuids(webhookIds)}) as id order by id
    on conflict (webhook_id) do update set owner = excluded.owner, lease_until = excluded.lease_until
      where lane.owner is null or lane.owner = excluded.owner or lane.lease_until <= now()
    returning webhook_id, concurrency, is_slow`);
  return rows.map(({ webhook_id, concurrency, is_slow }) => ({ webhookId: webhook_id, concurrency, isSlow: is_slow }));
}

const known = (lanes: readonly HeldLane[]) => sql`unnest(${uuids(lanes.map(({ webhookId }) => webhookId))},
  ${sql.param(lanes.map(({ concurrency }) => concurrency))}::int[],
  ${sql.param(lanes.map(({ isSlow }) => isSlow))}::boolean[]) as known(id, concurrency, is_slow)`;

/** Holds lanes for longer, and says what was found out about them. @returns those that are still ours */
export async function renewLanes(db: Db, owner: string, lanes: readonly HeldLane[]): Promise<Set<string>> {
  if (lanes.length === 0) return new Set();
  const { rows } = await db.execute<{ webhook_id: string }>(sql`
    update ${webhookLane} lane set lease_until = ${inSeconds(leaseSeconds)},
      concurrency = known.concurrency, is_slow = known.is_slow
    from ${known(lanes)} where lane.webhook_id = known.id and lane.owner = ${owner} returning lane.webhook_id`);
  return new Set(rows.map(({ webhook_id }) => webhook_id));
}

/** Gives lanes back, so that any process may take them at once. */
export async function releaseLanes(db: Db, owner: string, lanes: readonly HeldLane[]): Promise<void> {
  if (lanes.length === 0) return;
  await db.execute(sql`
    update ${webhookLane} lane set owner = null, concurrency = known.concurrency, is_slow = known.is_slow
    from ${known(lanes)} where lane.webhook_id = known.id and lane.owner = ${owner}`);
}

/** For the start of the only process that delivers: whoever holds a lane is dead. */
export async function releaseAllLanes(db: Db): Promise<void> {
  await db.update(webhookLane).set({ owner: null });
}

/** The hook wants nothing for so long. */
export async function parkLane(db: Db, webhookId: string, forMs: number): Promise<void> {
  const parkedUntil = inSeconds(forMs / 1_000);
  await db
    .update(webhookLane)
    .set({ parkedUntil: sql`greatest(${webhookLane.parkedUntil}, ${parkedUntil})` })
    .where(sql`${webhookLane.webhookId} = ${webhookId}`);
}

/** A person wants to tell the hook now. */
export async function unparkLane(db: Db | Tx, webhookId: string): Promise<void> {
  await db.update(webhookLane).set({ parkedUntil: null }).where(sql`${webhookLane.webhookId} = ${webhookId}`);
}

/** Lanes of hooks that were deleted. @returns how many */
export async function removeLanes(db: Db): Promise<number> {
  const gone = await db
    .delete(webhookLane)
    .where(
      sql`${webhookLane.leaseUntil} <= now()
        and not exists (select 1 from ${webhook} where ${webhook.id} = ${webhookLane.webhookId})`,
    )
    .returning({ id: webhookLane.webhookId });
  return gone.length;
}
