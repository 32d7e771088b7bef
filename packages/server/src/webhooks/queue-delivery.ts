import type { WebhookEvent, WebhookEventData } from '@clearframe/contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import { deliveriesOf } from '../live/announce.ts';
import { traceparentNow, workContext } from '../work-context.ts';
import { envelopeOf } from './envelope.ts';

export type QueueContext = Pick<Context, 'clock' | 'live'>;

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

const hooksOf = (accountId: string) => sql`hashtextextended(${`webhooks of ${accountId}`}, 0)`;

/**
 * What is settled before a hook is there is known before anybody is told that it is there; what is settled later is told to it. Whoever
 * tells shares this until the transaction ends, and looks for hooks in a later statement: this one may see how it was before it waited.
 */
export const tellingHooks = (accountId: string): SQL => sql`pg_advisory_xact_lock_shared(${hooksOf(accountId)})`;

/** For whoever makes a hook, or switches one on: first of all, so that nobody waits for what they hold. */
export async function addingHooks(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${hooksOf(accountId)})`);
}

async function activeHooks(tx: Tx, accountId: string): Promise<string[]> {
  await tx.execute(sql`select ${tellingHooks(accountId)}`);
  const rows = await tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.accountId, accountId), eq(webhook.isActive, true)));
  return rows.map(({ id }) => id);
}

/**
 * Writes one delivery for each active hook of the account, in the transaction in which it happened: both are there or neither. The rows
 * are the queue. What is sent is fixed here: every attempt sends the same bytes, whatever becomes of the item meanwhile.
 * @param known the account's active hooks, where they were read already, after {@link tellingHooks}
 */
export async function queueDelivery(context: QueueContext, tx: Tx, news: WebhookNews, known?: readonly string[]): Promise<void> {
  const { event: name, accountId, mediaId, decisionId, verdictAttempt, undoDelayMs, data } = news;
  const hooks = known ?? (await activeHooks(tx, accountId));
  if (hooks.length === 0) return;
  const now = context.clock.now();
  const envelope = envelopeOf(name, await data(), now);
  const body = JSON.stringify(envelope);
  const nextAttemptAt = new Date(now.getTime() + undoDelayMs);
  const requestId = workContext().requestId ?? null;
  const traceparent = traceparentNow() ?? null;
  const origin = { requestId, traceparent };
  const event = { accountId, mediaId, decisionId, verdictAttempt, ...origin, event: name, body, nextAttemptAt, createdAt: now };
  const rows = hooks.map((webhookId) => ({ ...event, webhookId, state: 'waiting' as const }));
  const { live } = context;
  const notices =
    undoDelayMs <= 0 ? sql`${live.notices(deliveriesOf(rows))}, ${live.dueNotice()}` : live.notices(deliveriesOf(rows));
  await tx.execute(sql`with written as ${tx.insert(delivery).values(rows)} select ${notices}`);
}
