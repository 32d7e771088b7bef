import { limits } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, deliveryAttempt, webhook } from '../db/schema.ts';
import { announceDelivery, announceWebhook } from '../live/announce.ts';
import type { webhookOutcomes } from '../metrics/create-metrics.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { noteWork } from '../work-context.ts';
import { cancelWebhookDeliveries } from './cancel-deliveries.ts';
import { messageId } from './envelope.ts';
import type { Outcome } from './outcome.ts';
import { queueAttempt } from './queue-delivery.ts';
import { sendEvent } from './send-event.ts';
import type { WebhookRow } from './webhook-row.ts';

/** Waits before the retries: with the first try four attempts within about seven minutes (specification §9: 3 retries). */
const retryDelaysMs = [10_000, 60_000, 360_000];
/** Each wait is up to so much shorter or longer, so that the events of one breakdown do not come back together. */
const jitter = 0.2;

export const attemptsMax = retryDelaysMs.length + 1;

/**
 * How long to wait after an attempt that failed, or null when it was the last.
 * @param attempt 1 = the first
 * @param retryAfterMs what the receiver asked for: never sooner
 * @param random from 0 to 1
 */
export function nextDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const delayMs = retryDelaysMs[attempt - 1];
  if (delayMs === undefined) return null;
  return Math.max(Math.round(delayMs * (1 - jitter + 2 * jitter * random)), retryAfterMs ?? 0);
}

export type DeliverContext = Pick<Context, 'clock' | 'db' | 'fetcher' | 'live' | 'log' | 'metrics' | 'queue' | 'secrets'>;
type DeliveryRow = typeof delivery.$inferSelect;
type Run = { deliveryId: string; attempt: number };

/** Where an answer takes longer, or none comes, the hook is slow. */
const SLOW_MS = 5_000;

/** Still to be made: a run that comes twice finds its attempt counted, and an event that was taken back does not wait. */
const isDue = ({ deliveryId, attempt }: Run) =>
  and(eq(delivery.id, deliveryId), eq(delivery.state, 'waiting'), eq(delivery.attempts, attempt - 1));

/**
 * One attempt at one delivery (HOOK-04). May run again after a crash at any point: then the receiver may hear of the event twice,
 * with the same webhook-id, but never not at all.
 * @param signal aborts when the process stops; the attempt then does not count
 * @returns in how many milliseconds the attempt is due; 0 = it was made, or is not to be made any more
 * @throws whatever went wrong on our side; the queue tries again
 */
export async function deliver(context: DeliverContext, run: Run, signal?: AbortSignal): Promise<number> {
  const { clock, db } = context;
  const [found] = await db
    .select({ row: delivery, hook: webhook })
    .from(delivery)
    .leftJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(isDue(run));
  if (!found) return 0;
  const { row, hook } = found;
  // A job that was queued again by the clock knows of no request.
  noteWork({ accountId: row.accountId, mediaId: row.mediaId, ...(row.requestId === null ? {} : { requestId: row.requestId }) });
  if (!hook?.isActive || row.body === null) {
    await db.transaction((tx) => cancel(context, tx, run, row));
    return 0;
  }
  const earlyMs = row.nextAttemptAt.getTime() - clock.now().getTime();
  // The queue's clock runs before ours: what may still be taken back is not sent.
  if (earlyMs > 0) return earlyMs;
  if (row.begunAt === null && !(await begin(context, run))) return 0;
  const event = { id: messageId(row.id), body: row.body, timeoutMs: limits.webhookTimeoutMs };
  const [at, begunMs] = [clock.now(), performance.now()];
  if (row.attempts === 0) context.metrics.webhookDelay.observe(-earlyMs / 1_000);
  const outcome = await sendEvent(context, hook, { ...event, ...(signal ? { signal } : {}) });
  const durationMs = Math.round(performance.now() - begunMs);
  context.metrics.webhookAttempts.inc({ outcome: nameOf(outcome) });
  const isSlow = clock.now().getTime() - at.getTime() >= SLOW_MS;
  await db.transaction((tx) => record(context, tx, { run, row, hook: { ...hook, isSlow }, outcome, at, durationMs }));
  // Not in that transaction: who switches the hook off locks it before its deliveries.
  if (isSlow !== hook.isSlow) await db.update(webhook).set({ isSlow }).where(eq(webhook.id, hook.id));
  return 0;
}

/** An outcome as it is counted. */
function nameOf(outcome: Outcome): (typeof webhookOutcomes)[number] {
  if (outcome.ok) return 'delivered';
  if (outcome.status !== null) return 'refused';
  return outcome.isLate ? 'timeout' : 'unreachable';
}

/** Says that the receiver may know from now on. False when the event was taken back just before. */
async function begin({ clock, db }: DeliverContext, run: Run): Promise<boolean> {
  const begunAt = sql`coalesce(${delivery.begunAt}, ${clock.now().toISOString()}::timestamptz)`;
  const begun = await db.update(delivery).set({ begunAt }).where(isDue(run)).returning({ id: delivery.id });
  return begun.length > 0;
}

async function cancel({ clock, live }: DeliverContext, tx: Tx, run: Run, row: DeliveryRow): Promise<void> {
  await tx.update(delivery).set({ state: 'cancelled', finishedAt: clock.now() }).where(isDue(run));
  await announceDelivery(live, row, tx);
}

type Made = { run: Run; row: DeliveryRow; hook: WebhookRow; outcome: Outcome; at: Date; durationMs: number };

/** What became of an attempt, and the next one if there is one. */
async function record(context: DeliverContext, tx: Tx, { run, row, hook, outcome, at, durationMs }: Made): Promise<void> {
  const now = context.clock.now();
  const isGone = !outcome.ok && outcome.status === 410;
  const attemptOfRound = run.attempt - row.attemptsBefore;
  const delayMs = outcome.ok || isGone ? null : nextDelayMs(attemptOfRound, outcome.retryAfterMs, Math.random());
  const end = { state: outcome.ok ? 'delivered' : 'failed', finishedAt: now } as const;
  const next = delayMs === null ? end : { nextAttemptAt: new Date(now.getTime() + delayMs) };
  const counted = await tx
    .update(delivery)
    .set({
      attempts: run.attempt,
      lastAttemptAt: now,
      lastStatus: outcome.status,
      lastError: outcome.ok ? null : outcome.reason,
      ...(outcome.ok ? { acceptedAt: row.acceptedAt ?? now } : {}),
      ...next,
    })
    .where(isDue(run))
    .returning({ id: delivery.id });
  if (counted.length === 0) return;
  const { status, response } = outcome;
  const error = outcome.ok ? null : outcome.reason;
  await tx.insert(deliveryAttempt).values({ deliveryId: row.id, number: run.attempt, at, durationMs, status, error, response });
  if (delayMs !== null) await queueAttempt(context, tx, { ...run, attempt: run.attempt + 1, hook, delayMs });
  if (isGone) await deactivate(context, tx, hook, now);
  await announceDelivery(context.live, row, tx);
}

/** 410 Gone: the receiver wants nothing more, ever (Standard Webhooks). */
async function deactivate({ live }: DeliverContext, tx: Tx, hook: WebhookRow, now: Date): Promise<void> {
  await tx.update(webhook).set({ isActive: false, updatedAt: now }).where(eq(webhook.id, hook.id));
  await cancelWebhookDeliveries(tx, hook.id, now);
  const { accountId } = hook;
  await recordSecurityEvent(tx, { kind: 'webhook.changed', detail: 'switched off after 410 Gone', accountId, at: now });
  await announceWebhook(live, hook, tx);
}
