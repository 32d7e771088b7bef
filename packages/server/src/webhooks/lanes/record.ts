import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { delivery, deliveryAttempt, webhook, webhookLane } from '../../db/schema.ts';
import { announceDeliveries, announceWebhook } from '../../live/announce.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { cancelWebhookDeliveries } from '../cancel-deliveries.ts';
import { nextDelayMs } from '../retry-schedule.ts';
import type { WebhookRow } from '../webhook-row.ts';
import type { Made } from './attempt.ts';

export type RecordContext = Pick<Context, 'clock' | 'db' | 'live' | 'presence'>;

const isGone = ({ outcome }: Made): boolean => !outcome.ok && outcome.status === 410;

/** What becomes of a delivery by an attempt, as the statement below reads it. */
function endOf(made: Made, now: Date) {
  const { row, number, outcome, at, durationMs } = made;
  const failed = outcome.ok ? null : outcome;
  const isOver = outcome.ok || isGone(made);
  const delayMs = isOver ? null : nextDelayMs(number - row.attemptsBefore, failed?.retryAfterMs ?? null, Math.random());
  return {
    id: row.id,
    number,
    at,
    duration_ms: durationMs,
    status: outcome.status,
    error: failed?.reason ?? null,
    response: outcome.response,
    state: outcome.ok ? 'delivered' : delayMs === null ? 'failed' : 'waiting',
    next_attempt_at: delayMs === null ? null : new Date(now.getTime() + delayMs),
  };
}

/**
 * Writes down what became of attempts, and when the next ones are due. An attempt counts once, as long as it is the next one of its
 * delivery and the lane of its hook is still ours: a late answer changes nothing.
 * @returns the ids of the deliveries that were changed
 */
export async function record(context: RecordContext, made: readonly Made[]): Promise<Set<string>> {
  const { clock, db, live, presence } = context;
  const now = clock.now();
  const ends = JSON.stringify(made.map((one) => endOf(one, now)));
  const at = sql`${now.toISOString()}::timestamptz`;
  const counted = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with made as (select * from jsonb_to_recordset(${ends}::jsonb) as made(id uuid, number int, at timestamptz, duration_ms int,
          status int, error text, response text, state text, next_attempt_at timestamptz)),
        counted as (
          update ${delivery} told set attempts = made.number, last_attempt_at = ${at}, last_status = made.status,
            last_error = made.error, state = made.state,
            accepted_at = case made.state when 'delivered' then coalesce(told.accepted_at, ${at}) else told.accepted_at end,
            next_attempt_at = coalesce(made.next_attempt_at, told.next_attempt_at),
            finished_at = case made.state when 'waiting' then null else ${at} end
          from made where told.id = made.id and told.state = 'waiting' and told.attempts = made.number - 1
            and exists (select 1 from ${webhookLane} lane where lane.webhook_id = told.webhook_id and lane.owner = ${presence.id})
          returning told.id),
        written as (
          insert into ${deliveryAttempt} (delivery_id, number, at, duration_ms, status, error, response)
          select id, number, at, duration_ms, status, error, response from made join counted using (id))
      select id from counted`);
    const ids = new Set(rows.map(({ id }) => id));
    await announceDeliveries(
      live,
      made.flatMap(({ row }) => (ids.has(row.id) ? row : [])),
      tx,
    );
    return ids;
  });
  for (const one of made) if (isGone(one) && counted.has(one.row.id)) await deactivate(context, one.hook);
  return counted;
}

/** 410 Gone: the receiver wants nothing more, ever (Standard Webhooks). */
async function deactivate({ clock, db, live }: RecordContext, hook: WebhookRow): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    // Deliveries first, as everybody who switches a hook off locks them.
    await cancelWebhookDeliveries(tx, hook.id, now);
    await tx.update(webhook).set({ isActive: false, updatedAt: now }).where(sql`${webhook.id} = ${hook.id}`);
    const { accountId } = hook;
    await recordSecurityEvent(tx, { kind: 'webhook.changed', detail: 'switched off after 410 Gone', accountId, at: now });
    await announceWebhook(live, hook, tx);
  });
}
