import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payment } from '../db/schema.ts';
import { tellOfCheckouts } from './provider-tasks.ts';

/** Longer than any provider keeps a checkout open: Stripe's end after an hour, ours here after half of one. */
const openAtMostMs = 24 * 3_600_000;

/**
 * Ends every payment that somebody may still make: the account is deleted. A checkout that ended here may still be open at its provider, so
 * the provider is told of it too. One that is paid all the same is settled like any other, and grants nothing.
 */
export async function endPayments(tx: Tx, accountId: string, now: Date): Promise<void> {
  const recent = gt(payment.createdAt, new Date(now.getTime() - openAtMostMs));
  const mayBePaid = or(eq(payment.status, 'pending'), and(eq(payment.status, 'expired'), recent));
  const open = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.accountId, accountId), mayBePaid))
    .orderBy(payment.id)
    .for('no key update');
  const pending = open.filter(({ status }) => status === 'pending').map(({ id }) => id);
  await tx.update(payment).set({ status: 'cancelled', settledAt: now }).where(inArray(payment.id, pending));
  await tellOfCheckouts(tx, open, now);
}
