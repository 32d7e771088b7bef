import type { WebhookEvent, WebhookEventData } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import { announceDelivery } from '../live/announce.ts';
import { workContext } from '../work-context.ts';
import { envelopeOf } from './envelope.ts';

export type QueueContext = Pick<Context, 'clock' | 'live' | 'queue'>;

/** Something happened to an item that the account's hooks are told of. */
export type WebhookNews = {
  event: WebhookEvent;
  accountId: string;
  mediaId: string;
  /** The decision of a person; null = the analysis completed, and nothing holds it back. */
  decisionId: string | null;
  /** The attempt whose result nobody was told of before; null = it is a Fail by a person alone. */
  verdictAttempt: number | null;
  /** How long it may still be taken back, and nothing is sent. */
  undoDelayMs: number;
  /** What is told. Only asked for when there is a hook to tell. */
  data: () => Promise<WebhookEventData>;
};

/**
 * Writes one delivery, with its job, for each active hook of the account, in the transaction in which it happened: both are
 * there or neither. What is sent is fixed here: every attempt sends the same bytes, whatever becomes of the item meanwhile.
 */
export async function queueDelivery(context: QueueContext, tx: Tx, news: WebhookNews): Promise<void> {
  const { event: name, accountId, mediaId, decisionId, verdictAttempt, undoDelayMs, data } = news;
  const hooks = await tx
    .select({ id: webhook.id, accountId: webhook.accountId, isSlow: webhook.isSlow })
    .from(webhook)
    .where(and(eq(webhook.accountId, accountId), eq(webhook.isActive, true)));
  if (hooks.length === 0) return;
  const now = context.clock.now();
  const envelope = envelopeOf(name, await data(), now);
  const body = JSON.stringify(envelope);
  const nextAttemptAt = new Date(now.getTime() + undoDelayMs);
  const requestId = workContext().requestId ?? null;
  const event = { accountId, mediaId, decisionId, verdictAttempt, requestId, event: name, body, nextAttemptAt, createdAt: now };
  for (const hook of hooks) {
    const webhookId = hook.id;
    const [made] = await tx
      .insert(delivery)
      .values({ ...event, webhookId, state: 'waiting' })
      .returning({ id: delivery.id });
    if (!made) throw new Error('The delivery was not written');
    await queueAttempt(context, tx, { deliveryId: made.id, hook, attempt: 1, delayMs: undoDelayMs });
    await announceDelivery(context.live, { accountId, mediaId, webhookId }, tx);
  }
}

export type Attempt = {
  deliveryId: string;
  hook: Pick<typeof webhook.$inferSelect, 'accountId' | 'isSlow'>;
  attempt: number;
  delayMs: number;
  /** The delivery was cancelled: a job that runs now may have found it so, and does nothing for it. One that waits is enough. */
  isRestored?: boolean;
};

/** The key under which the queue knows the job of one attempt. */
export const attemptKey = ({ deliveryId, attempt }: Pick<Attempt, 'deliveryId' | 'attempt'>) => `${deliveryId}/${attempt}`;

/**
 * Adds the job of one attempt, unless it waits or runs already. Accounts share the workers: one whose hooks do not answer keeps none
 * of the others waiting.
 * @returns whether it was added
 */
export async function queueAttempt({ queue }: Pick<Context, 'queue'>, tx: Tx, attempt: Attempt): Promise<boolean> {
  const { deliveryId, hook, attempt: number, delayMs, isRestored = false } = attempt;
  const when = delayMs > 0 ? { startAfterMs: delayMs } : {};
  const share = { group: hook.accountId, isLong: hook.isSlow };
  // An ended job of this attempt is one that was lost or did nothing: the row says that the attempt is still to be made.
  const once = { singletonKey: attemptKey(attempt), ...(isRestored ? { evenWhileRunning: true } : { again: true }) };
  return (await queue.add('deliver-webhook', { deliveryId, attempt: number }, { tx, ...once, ...share, ...when })) !== null;
}
