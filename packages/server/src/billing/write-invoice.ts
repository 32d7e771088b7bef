import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { account, invoice, invoiceCounter, membership, type payment, user } from '../db/schema.ts';
import { readSeller } from '../settings/settings-row.ts';
import { liveSubscription } from './subscriptions.ts';

type NewInvoice = { payment: typeof payment.$inferSelect; now: Date };

/** The name of the account, else of its owner, with the owner's address. */
async function buyerOf(tx: Tx, accountId: string): Promise<{ buyerName: string; buyerEmail: string }> {
  const [owner] = await tx
    .select({ account: account.name, name: user.name, email: user.email })
    .from(account)
    .leftJoin(membership, and(eq(membership.accountId, account.id), eq(membership.role, 'owner')))
    .leftJoin(user, eq(user.id, membership.userId))
    .where(eq(account.id, accountId))
    .orderBy(asc(membership.createdAt))
    .limit(1);
  return { buyerName: owner?.account ?? owner?.name ?? '', buyerEmail: owner?.email ?? '' };
}

/** Locked until the transaction ends, and given back if it fails: no number is left out, none given twice. */
async function nextNumber(tx: Tx): Promise<number> {
  const [counter] = await tx
    .insert(invoiceCounter)
    .values({ id: 1, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounter.id, set: { last: sql`${invoiceCounter.last} + 1` } })
    .returning({ last: invoiceCounter.last });
  if (!counter) throw new Error('The invoice got no number');
  return counter.last;
}

/**
 * Writes the invoice of a payment that has just become complete and opened its period, in the same transaction: the last thing of
 * it, because everybody else's invoice waits for the number.
 */
export async function writeInvoice(tx: Tx, { payment, now }: NewInvoice): Promise<void> {
  const { id: paymentId, accountId, provider, planId, amountCents, currency } = payment;
  const paid = await liveSubscription(tx, accountId, now);
  if (!paid) throw new Error(`The payment ${paymentId} opened no period`);
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = paid;
  const [buyer, seller] = [await buyerOf(tx, accountId), await readSeller(tx)];
  const paidFor = { accountId, paymentId, provider, planId, amountCents, currency, periodStart, periodEnd };
  await tx.insert(invoice).values({ ...paidFor, ...buyer, seller, issuedAt: now, number: await nextNumber(tx) });
}
