import { AppError, planById } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { membership, payment, user } from '../db/schema.ts';
import type { RemoteProvider } from '../payments/provider.ts';
import { addMonths } from './months.ts';
import { lockAccount } from './move-subscription.ts';
import type { OrderContext, PlanAnswer } from './once.ts';
import { tellOfCheckouts } from './provider-tasks.ts';

type PaymentRow = typeof payment.$inferSelect;

/** Who pays: the owner of the account. */
async function payerOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<{ email: string; name: string }> {
  const [owner] = await db
    .select({ email: user.email, name: user.name })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(membership.role, 'owner')));
  if (!owner) throw new AppError('not_found');
  return owner;
}

async function placeOf(context: OrderContext, provider: RemoteProvider, row: PaymentRow): Promise<PaymentRow> {
  if (row.placeRef !== null) return row;
  const plan = planById(row.planId);
  if (!plan) throw new AppError('plan_not_found');
  // The same at each try: Stripe refuses another request with the key of the first.
  const now = row.createdAt;
  const { ref, redirectUrl } = await provider.start({
    paymentId: row.id,
    plan,
    amountCents: row.amountCents,
    now,
    renewsAt: addMonths(now, 1),
    payer: await payerOf(context, row.accountId),
  });
  const place = { placeRef: ref, placeUrl: redirectUrl };
  const { id, accountId } = row;
  const isOpen = await context.db.transaction(async (tx) => {
    if (await lockAccount(tx, accountId)) {
      await tx.update(payment).set(place).where(eq(payment.id, id));
      return true;
    }
    // The account was deleted while the provider opened the payment: nobody is sent there any more.
    await tellOfCheckouts(tx, [{ accountId, provider: provider.id, placeRef: ref }], context.clock.now());
    return false;
  });
  if (!isOpen) throw new AppError('account_closed');
  return { ...row, ...place };
}

/**
 * Has a remote provider open a payment that was begun, after the transaction: a provider that is slow holds no lock. What an earlier
 * try opened is given again to a repeat. A provider that is away is told as the contract has it, by `onsite_payment_error`.
 * @throws AppError payment_provider_away where the browser would have been sent elsewhere; account_closed
 */
export async function openPayment(context: OrderContext, accountId: string, answer: PlanAnswer): Promise<PlanAnswer> {
  const { payments: provider, db, log } = context;
  const { payment_id: paymentId } = answer.data;
  if (!provider || provider.id === 'sandbox' || paymentId === null) return answer;
  const own = and(eq(payment.id, paymentId), eq(payment.accountId, accountId), eq(payment.provider, provider.id));
  const [row] = await db.select().from(payment).where(own);
  if (!row) throw new AppError('payment_not_found');
  try {
    const { placeRef, placeUrl } = await placeOf(context, provider, row);
    return {
      ...answer,
      data: { ...answer.data, onsite_payment_uuid: placeUrl === null ? placeRef : null, redirect_url: placeUrl },
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_provider_away') throw error;
    log.warn({ paymentId, detail: error.detail }, 'the payment provider did not open a payment');
    if (provider.client.onsite === null) throw error;
    const onsite_payment_error = `${provider.client.provider_name} did not open the payment. Nothing was charged.`;
    return { ...answer, data: { ...answer.data, onsite_payment_error } };
  }
}
