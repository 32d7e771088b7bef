import { getTableColumns, is, sql } from 'drizzle-orm';
import { type PgTable, PgTimestamp } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import * as schema from '../db/schema.ts';
import { markLate, renewSubscriptions } from './renew-subscriptions.ts';
import { expirePayments } from './sandbox-payment.ts';
import { expireAll } from './subscriptions.ts';

type AdvanceContext = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log' | 'payments'>;

export type Advanced = { advanced_ms: number; expired: number; renewals: number; past_due: number };

const dayMs = 24 * 3_600_000;
/** The jobs look twice a day: on the way through a long jump each renewal comes in its turn, as with a server that runs. */
const stepMs = dayMs / 2;
/** The tables whose dates are dates of billing. */
const tables: readonly PgTable[] = [
  ...[schema.subscription, schema.trialGrant, schema.usagePeriod, schema.usageEntry],
  ...[schema.payment, schema.paymentEvent, schema.providerTask, schema.invoice],
];
/** Further than any day in the table, so that no day meets another on its way. */
const farDays = 1_000_000;

async function age(tx: Tx, ms: number): Promise<void> {
  // Whoever settles a payment has read dates under the lock of its account: none of them moves before that is written.
  await tx.select({ id: schema.account.id }).from(schema.account).orderBy(schema.account.id).for('no key update');
  for (const table of tables) {
    const dates = Object.entries(getTableColumns(table)).filter(([, column]) => is(column, PgTimestamp));
    const older = dates.map(([name, column]) => [name, sql`${column} - ${ms} * interval '1 millisecond'`]);
    await tx.update(table).set(Object.fromEntries(older));
  }
}

async function ageDays(tx: Tx, days: number): Promise<void> {
  if (days === 0) return;
  const { usageTally } = schema;
  await tx.update(usageTally).set({ day: sql`${usageTally.day} - ${days + farDays}::int` });
  await tx.update(usageTally).set({ day: sql`${usageTally.day} + ${farDays}::int` });
}

/**
 * Lets time pass for billing, and for nothing else: every date of it is moved back, and the jobs run on the way. What was to happen in
 * that time happens now; sessions, links and uploads stay as old as they are. For trying renewals out on one's own machine.
 * @param ms how much time passes; the days of the usage page move by whole days
 */
export async function advanceBilling(context: AdvanceContext, ms: number): Promise<Advanced> {
  const advanced: Advanced = { advanced_ms: ms, expired: 0, renewals: 0, past_due: 0 };
  await context.db.transaction((tx) => ageDays(tx, Math.floor(ms / dayMs)));
  for (let left = ms; left > 0; left -= stepMs) {
    await context.db.transaction((tx) => age(tx, Math.min(left, stepMs)));
    await expirePayments(context);
    advanced.expired += await expireAll(context);
    advanced.renewals += await renewSubscriptions(context);
    advanced.past_due += await markLate(context);
  }
  const accounts = await context.db.selectDistinct({ accountId: schema.subscription.accountId }).from(schema.subscription);
  await context.live.publish(accounts.map(({ accountId }) => ({ accountId, event: { type: 'usage.updated' } })));
  return advanced;
}
