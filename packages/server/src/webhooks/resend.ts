import { AppError } from '@clearframe/contract';
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import { announceDeliveries } from '../live/announce.ts';
import type { Authorized } from '../security/authorized.ts';
import { type DeliveryRow, notResendable } from './delivery-view.ts';
import { unparkLane } from './lanes/leases.ts';
import { ofDay } from './list-deliveries.ts';
import type { WebhookRow } from './webhook-row.ts';

export type ResendContext = Pick<Context, 'clock' | 'db' | 'live' | 'queue'>;
type SendContext = Pick<Context, 'clock' | 'db' | 'live'>;

const refusals = {
  waiting: 'delivery_waiting',
  cancelled: 'delivery_cancelled',
  forgotten: 'delivery_forgotten',
  inactive: 'webhook_inactive',
} as const;

/** Another round of attempts for locked rows of a hook, the first of them at once: the same bytes under the same id. */
async function sendAnew({ clock, live }: SendContext, tx: Tx, rows: readonly DeliveryRow[], hook: WebhookRow): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx
    .update(delivery)
    .set({ state: 'waiting', attemptsBefore: sql`${delivery.attempts}`, nextAttemptAt: clock.now(), finishedAt: null })
    .where(inArray(delivery.id, ids));
  // A person asks for it now, whatever pause the hook asked for.
  await unparkLane(tx, hook.id);
  await announceDeliveries(live, rows, tx);
  await live.tellDue(tx);
}

/**
 * Sends one event again, whether or not it arrived before. Asked for twice at once, it is sent once.
 * @throws AppError delivery_waiting, delivery_cancelled, delivery_forgotten, webhook_inactive, delivery_not_found (deleted since)
 */
export async function resendDelivery(context: ResendContext, { id }: Authorized<DeliveryRow>): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(delivery).where(eq(delivery.id, id)).for('update');
    if (!row) throw new AppError('delivery_not_found');
    const [hook] = row.webhookId === null ? [] : await tx.select().from(webhook).where(eq(webhook.id, row.webhookId));
    const refused = notResendable(row, hook ?? null);
    if (refused !== null) throw new AppError(refusals[refused]);
    if (hook) await sendAnew(context, tx, [row], hook);
  });
}

export type ResendRun = { webhookId: string; day: string; before: string };

/** What a hook was given up on, and had been when it was asked for: what fails again meanwhile is not sent a third time. */
const givenUp = (webhookId: string, before: Date) =>
  and(
    eq(delivery.webhookId, webhookId),
    sql`${delivery.state} = 'failed'`,
    lte(delivery.finishedAt, before),
    sql`${delivery.body} is not null`,
  );
const givenUpOn = ({ webhookId, day, before }: ResendRun) => and(ofDay(webhookId, day), givenUp(webhookId, new Date(before)));

/**
 * Asks for everything that was given up on one day (UTC, `YYYY-MM-DD`) to be sent again, by one job.
 * @returns how many events that is
 * @throws AppError webhook_inactive
 */
export async function requestResend(context: ResendContext, hook: Authorized<WebhookRow>, day: string): Promise<number> {
  if (!hook.isActive) throw new AppError('webhook_inactive');
  const run = { webhookId: hook.id, day, before: context.clock.now().toISOString() };
  return await context.db.transaction(async (tx) => {
    const events = await tx.$count(delivery, givenUpOn(run));
    if (events > 0) await context.queue.add('resend-failed', run, { tx });
    return events;
  });
}

/** Rows are locked for a moment only: what is under way elsewhere waits for no more than these. */
const BATCH = 100;

/** @returns how many events wait again */
async function resendWhere(
  context: SendContext,
  webhookId: string,
  which: SQL | undefined,
  { signal, most = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; most?: number } = {},
): Promise<number> {
  for (let all = 0; ; ) {
    signal?.throwIfAborted();
    const sent = await context.db.transaction(async (tx) => {
      const [hook] = await tx.select().from(webhook).where(eq(webhook.id, webhookId));
      if (!hook?.isActive) return 0;
      const rows = await tx.select().from(delivery).where(which).limit(BATCH).for('update', { skipLocked: true });
      if (rows.length > 0) await sendAnew(context, tx, rows, hook);
      return rows.length;
    });
    all += sent;
    if (sent === 0 || all >= most) return all;
  }
}

/**
 * The job of {@link requestResend}. May be cut off and run again, also beside itself: whatever is waiting by then is left alone, so
 * each event gets one more round of attempts.
 * @param signal aborts when the process stops
 */
export async function resendFailed(context: ResendContext, run: ResendRun, signal: AbortSignal): Promise<void> {
  await resendWhere(context, run.webhookId, givenUpOn(run), { signal });
}

/** Sends everything again that a hook was given up on before that moment. An operator asks for it. @returns how many events */
export const resendGivenUp = (
  context: SendContext,
  { webhookId, before }: { webhookId: string; before: Date },
): Promise<number> => resendWhere(context, webhookId, givenUp(webhookId, before));

/** {@link resendGivenUp} of about so many: whole batches of 100. */
export const resendSome = (
  context: SendContext,
  { webhookId, before, most }: { webhookId: string; before: Date; most: number },
): Promise<number> => resendWhere(context, webhookId, givenUp(webhookId, before), { most });
