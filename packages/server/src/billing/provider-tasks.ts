import { planById } from '@clearframe/contract';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { providerTask, subscription } from '../db/schema.ts';
import type { Wanted } from '../payments/provider.ts';
import type { SubscriptionRow } from './subscriptions.ts';

const minuteMs = 60_000;
/** Between two tries: 1, 2, 4 … minutes, and no longer than this. */
const longestWaitMs = 6 * 60 * minuteMs;
/** Tries that fail before an operator is told: about half an hour. */
const quietAttempts = 5;
/** Tasks that one run does: the next one, a minute later, goes on. */
const batch = 50;

type Told = Pick<SubscriptionRow, 'provider' | 'providerRef'> & { id: string | null };

/**
 * A remote provider has to be told about these subscriptions, in the transaction that changed them: it is not told of what was
 * rolled back, and what it was not told outlives a crash. Nothing for those that no remote provider charges.
 */
export async function tellProvider(tx: Tx, changed: readonly Told[], now: Date): Promise<void> {
  const rows = changed.flatMap(({ id, provider, providerRef: ref }) =>
    provider !== null && ref !== null ? [{ provider, ref, subscriptionId: id, dueAt: now, createdAt: now }] : [],
  );
  if (rows.length === 0) return;
  await tx
    .insert(providerTask)
    .values(rows)
    .onConflictDoUpdate({
      target: [providerTask.provider, providerTask.ref],
      set: { dueAt: now, attempts: 0, version: sql`${providerTask.version} + 1` },
    });
}

/** What a provider should be doing with a subscription; one whose row is gone was its account's, which is deleted. */
function wantedOf(row: SubscriptionRow | undefined): Wanted | null {
  if (!row || row.status === 'expired' || row.status === 'superseded') return { is: 'ended' };
  if (row.status === 'cancelled') return { is: 'ends_with_period' };
  const plan = planById(row.pendingPlanId ?? row.planId);
  const amountCents = row.pendingPlanId === null ? row.priceCents : row.pendingPriceCents;
  return plan && amountCents !== null ? { is: 'runs', plan, amountCents } : null;
}

/** Tells the remote provider what it has to be told; what fails is tried again. Returns how many were told. */
export async function tellProviders({
  db,
  clock,
  log,
  payments,
}: Pick<Context, 'db' | 'clock' | 'log' | 'payments'>): Promise<number> {
  if (!payments || payments.id === 'sandbox') return 0;
  const now = clock.now();
  const due = and(eq(providerTask.provider, payments.id), lte(providerTask.dueAt, now));
  const tasks = await db.select().from(providerTask).where(due).orderBy(asc(providerTask.dueAt)).limit(batch);
  let told = 0;
  for (const task of tasks) {
    const same = and(eq(providerTask.id, task.id), eq(providerTask.version, task.version));
    const [row] = task.subscriptionId ? await db.select().from(subscription).where(eq(subscription.id, task.subscriptionId)) : [];
    try {
      const wanted = wantedOf(row);
      if (wanted) await payments.settle(task.ref, wanted);
      await db.delete(providerTask).where(same);
      told += 1;
    } catch (error) {
      const attempts = task.attempts + 1;
      const waitMs = Math.min(longestWaitMs, minuteMs * 2 ** (attempts - 1));
      await db
        .update(providerTask)
        .set({ attempts, dueAt: new Date(now.getTime() + waitMs) })
        .where(same);
      const facts = { err: error, subscriptionId: task.subscriptionId, attempts };
      if (attempts >= quietAttempts) log.error(facts, 'the payment provider does not learn of a change: look at its dashboard');
      else log.warn(facts, 'the payment provider was not told of a change, which is tried again');
    }
  }
  return told;
}
