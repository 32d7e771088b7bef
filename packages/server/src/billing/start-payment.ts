import { randomUUID } from 'node:crypto';
import type { Plan, SubscribeResult } from '@clearframe/contract';
import type { Tx } from '../db/client.ts';
import { payment } from '../db/schema.ts';
import type { PaymentProvider } from '../payments/provider.ts';

/** Nothing more to do for the person: no payment, no page to go to. */
export const nothingToPay: SubscribeResult = {
  onsite_payment_uuid: null,
  onsite_payment_error: null,
  redirect_url: null,
  payment_id: null,
  scheduled_change: null,
};

export type PaymentOrder = {
  accountId: string;
  plan: Plan;
  purpose: 'subscribe' | 'upgrade';
  /** The subscription that it replaces. */
  subscriptionId: string | null;
  now: Date;
};

/** Begins a payment. Nothing else changes until it is complete: one that is never made costs nothing. */
export async function startPayment(tx: Tx, provider: PaymentProvider, order: PaymentOrder): Promise<SubscribeResult> {
  const { plan, now, ...rest } = order;
  // Of a remote provider it is asked for after the transaction: see open-payment.ts.
  const onsiteUuid = provider.id === 'sandbox' ? randomUUID() : null;
  const amountCents = provider.priceCents(plan);
  const agreed = { planId: plan.id, amountCents, currency: provider.currency, provider: provider.id };
  const [begun] = await tx
    .insert(payment)
    .values({ ...rest, ...agreed, status: 'pending', onsiteUuid, createdAt: now })
    .returning({ id: payment.id });
  if (!begun) throw new Error('The payment was not written');
  return { ...nothingToPay, onsite_payment_uuid: onsiteUuid, payment_id: begun.id };
}
