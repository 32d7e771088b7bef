import type { DataOfEvent, WebhookEvent } from '@clearframe/contract';
import { and, arrayContains, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import { deliveriesOf } from '../live/announce.ts';
import { traceparentNow, workContext } from '../work-context.ts';
import { envelopeOf } from './envelope.ts';

export type QueueContext = Pick<Context, 'clock' | 'live'>;

/** Something happened that the account's hooks are told of. */
export type WebhookNews<Name extends WebhookEvent> = {
  event: Name;
  accountId: string;
  /** The item that it goes with; null = it tells of something else, which may outlast every item. */
  mediaId: string | null;
  /** What it tells of; left out, the verdict of the item. */
  subject?: { type: 'notice' | 'statement' | 'appeal' | 'erasure' | 'decision' | 'author'; id: string };
  /** The decision of a person; null = the analysis completed, and nothing holds it back. */
  decisionId: string | null;
  /** The attempt whose result nobody was told of before; null = it is a Fail by a person alone. */
  verdictAttempt: number | null;
  /** How long it may still be taken back, and nothing is sent. */
  undoDelayMs: number;
  /** What is told. Only asked for when there is a hook to tell. */
  data: () => Promise<DataOfEvent<Name>>;
};

const hooksOf = (accountId: string) => sql`hashtextextended(${`webhooks of ${accountId}`}, 0)`;

/**
 * What is settled before a hook is there is known before anybody is told that it is there; what is settled later is told to it. Whoever
 * tells shares this until the transaction ends, and looks for hooks in a later statement: this one may see how it was before it waited.
 */
export const tellingHooks = (accountId: string): SQL => sql`pg_advisory_xact_lock_shared(${hooksOf(accountId)})`;

/**
 * For whoever changes deliveries and then tells of something: before the first of them. Whoever chooses what a hook hears holds all of this
 * and waits for its deliveries.
 */
export async function aboutToTell(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`select ${tellingHooks(accountId)}`);
}

/** For whoever makes a hook, or switches one on: first of all, so that nobody waits for what they hold. */
export async function addingHooks(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${hooksOf(accountId)})`);
}

/** Hooks of an account that are on and hear of such events. */
export const hearing = (accountId: string, event: WebhookEvent): SQL | undefined =>
  and(eq(webhook.accountId, accountId), eq(webhook.isActive, true), arrayContains(webhook.events, [event]));

/** Active hooks of an account that hear of such events. None is made until the transaction ends. */
export async function hooksThatHear(tx: Tx, accountId: string, event: WebhookEvent): Promise<string[]> {
  await tx.execute(sql`select ${tellingHooks(accountId)}`);
  const rows = await tx.select({ id: webhook.id }).from(webhook).where(hearing(accountId, event));
  return rows.map(({ id }) => id);
}

/**
 * Writes one delivery for each active hook of the account that hears of such events, in the transaction in which it happened: both are
 * there or neither. The rows are the queue. What is sent is fixed here: every attempt sends the same bytes, whatever becomes of the item
 * meanwhile.
 * @param known those hooks, where they were read already, after {@link tellingHooks}
 */
export async function queueDelivery<Name extends WebhookEvent>(
  context: QueueContext,
  tx: Tx,
  news: WebhookNews<Name>,
  known?: readonly string[],
): Promise<void> {
  const { event: name, accountId, mediaId, subject, decisionId, verdictAttempt, undoDelayMs, data } = news;
  const hooks = known ?? (await hooksThatHear(tx, accountId, name));
  if (hooks.length === 0) return;
  const now = context.clock.now();
  const envelope = envelopeOf(name, await data(), now);
  const body = JSON.stringify(envelope);
  const nextAttemptAt = new Date(now.getTime() + undoDelayMs);
  const requestId = workContext().requestId ?? null;
  const traceparent = traceparentNow() ?? null;
  const origin = { requestId, traceparent };
  const about = { subjectType: subject?.type ?? null, subjectId: subject?.id ?? null, decisionId, verdictAttempt };
  const event = { accountId, mediaId, ...about, ...origin, event: name, body, nextAttemptAt, createdAt: now };
  const rows = hooks.map((webhookId) => ({ ...event, webhookId, state: 'waiting' as const }));
  const { live } = context;
  const notices =
    undoDelayMs <= 0 ? sql`${live.notices(deliveriesOf(rows))}, ${live.dueNotice()}` : live.notices(deliveriesOf(rows));
  await tx.execute(sql`with written as ${tx.insert(delivery).values(rows)} select ${notices}`);
}
