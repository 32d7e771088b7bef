import { createHash } from 'node:crypto';
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { delivery, deliveryAttempt, webhook, webhookLane } from '../../db/schema.ts';
import { announceDeliveries, announceWebhook } from '../../live/announce.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { cancelWebhookDeliveries } from '../cancel-deliveries.ts';
import { nextDelayMs } from '../retry-schedule.ts';
import type { Made } from './attempt.ts';

export type RecordContext = Pick<Context, 'clock' | 'db' | 'live' | 'presence'>;

const isGone = ({ outcome }: Made): boolean => !outcome.ok && outcome.status === 410;

/** Attempts answered by 410 Gone at an address that their hooks still have. */
async function goneOf(tx: Tx, made: readonly Made[]): Promise<Set<Made>> {
  const said = made.filter(isGone);
  if (said.length === 0) return new Set();
  const ids = said.map(({ hook }) => hook.id);
  const hooks = await tx.select({ id: webhook.id, url: webhook.url }).from(webhook).where(inArray(webhook.id, ids));
  const urls = new Map(hooks.map(({ id, url }) => [id, url]));
  return new Set(said.filter(({ hook }) => urls.get(hook.id) === hook.url));
}

/** What becomes of a delivery by an attempt, as the statement below reads it. */
function endOf(made: Made, hasGone: boolean, now: Date) {
  const { row, body, number, outcome, at, durationMs } = made;
  const failed = outcome.ok ? null : outcome;
  const isOver = outcome.ok || hasGone;
  const delayMs = isOver ? null : nextDelayMs(number - row.attemptsBefore, failed?.retryAfterMs ?? null, Math.random());
  return {
    id: row.id,
    number,
    at,
    duration_ms: durationMs,
    status: outcome.status,
    error: failed?.reason ?? null,
    response: outcome.response,
    sent: createHash('sha256').update(body).digest('hex'),
    state: outcome.ok ? 'delivered' : delayMs === null ? 'failed' : 'waiting',
    next_attempt_at: delayMs === null ? null : new Date(now.getTime() + delayMs),
  };
}

/**
 * Writes down what became of attempts, and when the next ones are due. An attempt counts once, as long as it is the next one of its
 * delivery and the lane of its hook is still ours: a late answer changes nothing. Where what was sent is forgotten by now, or who it spoke
 * of, what came back is not kept: it may repeat that.
 * @returns the ids of the deliveries that were changed
 */
export async function record(context: RecordContext, made: readonly Made[]): Promise<Set<string>> {
  const { clock, db, live, presence } = context;
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const counted = await db.transaction(async (tx) => {
    const gone = await goneOf(tx, made);
    const ends = JSON.stringify(made.map((one) => endOf(one, gone.has(one), now)));
    // Locked in the order of `in-order.ts`.
    const { rows } = await tx.execute<{ id: string }>(sql`
      with made as (select * from jsonb_to_recordset(${ends}::jsonb) as made(id uuid, number int, at timestamptz, duration_ms int,
          status int, error text, response text, sent text, state text, next_attempt_at timestamptz)),
        locked as (select told.id from ${delivery} told join made using (id) order by told.id for update of told),
        counted as (
          update ${delivery} told set attempts = made.number, last_attempt_at = ${at}, last_status = made.status,
            last_error = made.error, state = made.state,
            accepted_at = case made.state when 'delivered' then coalesce(told.accepted_at, ${at}) else told.accepted_at end,
            next_attempt_at = coalesce(made.next_attempt_at, told.next_attempt_at),
            finished_at = case made.state when 'waiting' then null else ${at} end
          from made join locked using (id) where told.id = made.id and told.state = 'waiting' and told.attempts = made.number - 1
            and exists (select 1 from ${webhookLane} lane where lane.webhook_id = told.webhook_id and lane.owner = ${presence.id})
          returning told.id, case when made.response is not null and encode(sha256(convert_to(told.body, 'UTF8')), 'hex') = made.sent
            then made.response end as kept),
        written as (
          insert into ${deliveryAttempt} (delivery_id, number, at, duration_ms, status, error, response)
          select id, number, at, duration_ms, status, error, kept from made join counted using (id))
      select id from counted`);
    const ids = new Set(rows.map(({ id }) => id));
    await announceDeliveries(
      live,
      made.flatMap(({ row }) => (ids.has(row.id) ? row : [])),
      tx,
    );
    return ids;
  });
  for (const one of made) if (isGone(one)) await deactivate(context, one);
  return counted;
}

/** Thrown within the transaction, which it undoes: the hook has another address by now, or is off. */
class NotGone extends Error {
  override name = 'NotGone';
}

/**
 * 410 Gone: the receiver wants nothing more, ever (Standard Webhooks). By what is written down of the attempt, and not in its transaction:
 * said again after the database was away it is done all the same, and done once.
 */
async function deactivate({ clock, db, live }: RecordContext, { row, hook, number }: Made): Promise<void> {
  const now = clock.now();
  const work = db.transaction(async (tx) => {
    const isWritten = and(
      eq(delivery.id, row.id),
      eq(delivery.state, 'failed'),
      eq(delivery.lastStatus, 410),
      gte(delivery.attempts, number),
    );
    if ((await tx.$count(delivery, isWritten)) === 0) return;
    // Deliveries first, as everybody who switches a hook off locks them.
    await cancelWebhookDeliveries(tx, hook.id, now);
    const isSame = and(eq(webhook.id, hook.id), eq(webhook.url, hook.url), webhook.isActive);
    const off = await tx.update(webhook).set({ isActive: false, updatedAt: now }).where(isSame).returning({ id: webhook.id });
    if (off.length === 0) throw new NotGone('The hook is another by now');
    const { accountId } = hook;
    await recordSecurityEvent(tx, { kind: 'webhook.changed', detail: 'switched off after 410 Gone', accountId, at: now });
    await announceWebhook(live, hook, tx);
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof NotGone)) throw error;
  });
}
