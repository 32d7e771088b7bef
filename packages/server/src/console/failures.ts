import { AppError, type OperatorFailure } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { account, delivery, membership, user, webhook } from '../db/schema.ts';
import { countWaitingFailures, newestWaitingFailure, retrySome } from '../moderation/upload/retry-failed.ts';
import { resendSome } from '../webhooks/resend.ts';
import { recordAct } from './operator-log.ts';

/** Webhooks that are shown, those with most failed deliveries first. */
const shownWebhooks = 50;
/** One call of a person does so much; the next one goes on. */
const retriedAtOnce = 500;

/** Given up, and its bytes are still kept. */
const givenUp = sql`${delivery.state} = 'failed' and ${delivery.body} is not null`;

async function failedWebhooks(db: Context['db']): Promise<OperatorFailure[]> {
  const rows = await db
    .select({
      id: webhook.id,
      isActive: webhook.isActive,
      name: sql<string | null>`coalesce(max(${account.name}), max(${user.name}))`,
      count: sql<number>`count(*)::int`,
      error: sql<string | null>`(array_agg(${delivery.lastError} order by ${delivery.finishedAt} desc))[1]`,
      lastAt: sql`max(${delivery.finishedAt})`.mapWith(delivery.finishedAt),
    })
    .from(webhook)
    .innerJoin(delivery, and(eq(delivery.webhookId, webhook.id), givenUp))
    .innerJoin(account, eq(account.id, webhook.accountId))
    .leftJoin(membership, and(eq(membership.accountId, account.id), eq(membership.role, 'owner')))
    .leftJoin(user, eq(user.id, membership.userId))
    .groupBy(webhook.id)
    .orderBy(sql`count(*) desc`, webhook.id)
    .limit(shownWebhooks);
  return rows.map(({ id, isActive, name, count, error, lastAt }) => ({
    id,
    kind: 'webhook' as const,
    account_name: name,
    error: error ?? 'No answer',
    count,
    last_at: lastAt.toISOString(),
    can_retry: isActive,
  }));
}

/** What could not be done and still can: failed analyses as one line, then webhooks. */
export async function listFailures({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<OperatorFailure[]> {
  const [count, newest, webhooks] = await Promise.all([countWaitingFailures(db), newestWaitingFailure(db), failedWebhooks(db)]);
  if (count === 0) return webhooks;
  const at = (newest?.at ?? clock.now()).toISOString();
  // One line for all, because one Retry is for all: the errors beside it tell them apart.
  const error = newest?.sentence ?? 'The analysis failed';
  return [{ id: 'analyses', kind: 'analysis', account_name: null, error, count, last_at: at, can_retry: true }, ...webhooks];
}

/**
 * Does up to 500 of them again: each analysis is charged once, when it succeeds, and each event keeps its id.
 * @throws AppError not_found, webhook_inactive
 */
export async function retryFailures(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>,
  { id, actor }: { id: string; actor: string },
): Promise<{ queued: number; remaining: number }> {
  const { clock, db } = context;
  if (id === 'analyses') {
    await recordAct(db, { actor, action: 'queue retry analyses' });
    return await retrySome(context, retriedAtOnce);
  }
  const [hook] = await db.select({ isActive: webhook.isActive }).from(webhook).where(eq(webhook.id, id));
  if (!hook) throw new AppError('not_found');
  if (!hook.isActive) throw new AppError('webhook_inactive');
  await recordAct(db, { actor, action: 'queue retry deliveries', subject: `webhook ${id}` });
  const queued = await resendSome(context, { webhookId: id, before: clock.now(), most: retriedAtOnce });
  const remaining = await db.$count(delivery, and(eq(delivery.webhookId, id), givenUp));
  return { queued, remaining };
}
