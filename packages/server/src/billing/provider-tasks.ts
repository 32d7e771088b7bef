import { planById } from '@clearframe/contract';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { type payment, providerTask, subscription } from '../db/schema.ts';
import type { RemoteProvider, Wanted } from '../payments/provider.ts';

const minuteMs = 60_000;
/** Between two tries: 1, 2, 4 … minutes, and no longer than this. */
const longestWaitMs = 6 * 60 * minuteMs;
/** Tries that fail before an operator is told: about half an hour. */
const quietAttempts = 5;
/** Tasks that one run does: the next one, a minute later, goes on. */
const batch = 50;

type TaskContext = Pick<Context, 'db' | 'clock' | 'log' | 'payments'>;
type Task = typeof providerTask.$inferSelect;
type Told = Pick<typeof subscription.$inferSelect, 'provider' | 'providerRef'> & { id: string | null; accountId: string | null };
type OpenPayment = Pick<typeof payment.$inferSelect, 'accountId' | 'provider' | 'placeRef'>;

async function addTasks(tx: Tx, tasks: readonly Omit<typeof providerTask.$inferInsert, 'dueAt'>[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  await tx
    .insert(providerTask)
    .values(tasks.map((task) => ({ ...task, dueAt: now, createdAt: now })))
    .onConflictDoUpdate({
      target: [providerTask.provider, providerTask.ref],
      set: { dueAt: now, attempts: 0, version: sql`${providerTask.version} + 1` },
    });
}

/**
 * A remote provider has to be told about these subscriptions, in the transaction that changed them: it is not told of what was
 * rolled back, and what it was not told outlives a crash. Nothing for those that no remote provider charges.
 */
export async function tellProvider(tx: Tx, changed: readonly Told[], now: Date): Promise<void> {
  const tasks = changed.flatMap(({ id, accountId, provider, providerRef: ref }) =>
    provider !== null && ref !== null ? [{ provider, ref, subscriptionId: id, accountId }] : [],
  );
  await addTasks(tx, tasks, now);
}

/** The same for payments that a remote provider opened: nobody is to make them any more. */
export async function tellOfCheckouts(tx: Tx, open: readonly OpenPayment[], now: Date): Promise<void> {
  const tasks = open.flatMap(({ accountId, provider, placeRef: ref }) =>
    ref === null ? [] : [{ provider, ref, accountId, kind: 'checkout' as const }],
  );
  await addTasks(tx, tasks, now);
}

/** What a provider should be doing with a subscription; one whose row is gone was its account's, which is deleted. */
function wantedOf(row: typeof subscription.$inferSelect | undefined): Wanted | null {
  if (!row || row.status === 'expired' || row.status === 'superseded') return { is: 'ended' };
  if (row.status === 'cancelled') return { is: 'ends_with_period' };
  const plan = planById(row.pendingPlanId ?? row.planId);
  const amountCents = row.pendingPlanId === null ? row.priceCents : row.pendingPriceCents;
  return plan && amountCents !== null ? { is: 'runs', plan, amountCents } : null;
}

/** @throws AppError payment_provider_away */
async function tell({ db, log }: TaskContext, provider: RemoteProvider, task: Task): Promise<void> {
  if (task.kind === 'checkout') {
    const { accountId, ref } = task;
    if ((await provider.closePayment(ref)) === 'paid')
      log.error(
        { accountId, ref },
        'a checkout was paid as its account closed: its subscription is cancelled. Give the money back.',
      );
    return;
  }
  const [row] = task.subscriptionId ? await db.select().from(subscription).where(eq(subscription.id, task.subscriptionId)) : [];
  const wanted = wantedOf(row);
  if (wanted) await provider.settle(task.ref, wanted);
}

/** Returns whether the provider was told; when not, the task waits for its next turn. */
async function tryTask(context: TaskContext, provider: RemoteProvider, task: Task): Promise<boolean> {
  const { db, clock, log } = context;
  const same = and(eq(providerTask.id, task.id), eq(providerTask.version, task.version));
  try {
    await tell(context, provider, task);
    await db.delete(providerTask).where(same);
    return true;
  } catch (error) {
    const attempts = task.attempts + 1;
    const waitMs = Math.min(longestWaitMs, minuteMs * 2 ** (attempts - 1));
    const dueAt = new Date(clock.now().getTime() + waitMs);
    await db.update(providerTask).set({ attempts, dueAt }).where(same);
    const facts = { err: error, subscriptionId: task.subscriptionId, attempts };
    if (attempts >= quietAttempts) log.error(facts, 'the payment provider does not accept a change: check its dashboard');
    else log.warn(facts, 'the payment provider did not get a change; retrying');
    return false;
  }
}

/** Tells the remote provider what it has to be told; what fails is tried again. Returns how many were told. */
export async function tellProviders(context: TaskContext): Promise<number> {
  const { db, clock, payments } = context;
  if (!payments || payments.id === 'sandbox') return 0;
  const due = and(eq(providerTask.provider, payments.id), lte(providerTask.dueAt, clock.now()));
  const tasks = await db.select().from(providerTask).where(due).orderBy(asc(providerTask.dueAt)).limit(batch);
  let told = 0;
  for (const task of tasks) if (await tryTask(context, payments, task)) told += 1;
  return told;
}

/**
 * Tells now, due or not, everything about an account. What belongs to a provider that is no longer configured cannot be told: it
 * stays written down, and the log says so.
 * @returns whether nothing is left that could be told
 */
export async function tellAboutAccount(context: TaskContext, accountId: string): Promise<boolean> {
  const { db, log, payments } = context;
  let isTold = true;
  for (const task of await db.select().from(providerTask).where(eq(providerTask.accountId, accountId))) {
    if (payments && payments.id !== 'sandbox' && task.provider === payments.id)
      isTold = (await tryTask(context, payments, task)) && isTold;
    else
      log.error(
        { accountId, provider: task.provider, ref: task.ref },
        'cancel this on the dashboard of a provider that is not set up here',
      );
  }
  return isTold;
}
