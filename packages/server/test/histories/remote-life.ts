import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { takeEvent } from '../../src/billing/receive-notification.ts';
import { subscribe, upgrade } from '../../src/billing/subscribe.ts';
import type { Context } from '../../src/context.ts';
import { payment, subscription } from '../../src/db/schema.ts';
import { planPrices, priceIn } from '../../src/payments/plan-prices.ts';
import type { ProviderEvent, RemoteProvider } from '../../src/payments/provider.ts';
import { pick, type Random } from './random.ts';
import { unlessRefused } from './unless-refused.ts';

const plans = ['free', 'development', 'starter', 'growth', 'business'];
const client = { provider_name: 'Far away', has_card_page: false, currency: 'USD', prices: {} };

/** A provider far away, of which only its word arrives here: in any order, early, twice, or never. */
export function createFarProvider(): RemoteProvider {
  return {
    ...{ id: 'stripe', currency: 'USD', client: { ...client, onsite: null } },
    priceCents: priceIn(planPrices({ planPrices: null })),
    parse: async () => null,
    start: async ({ paymentId }) => ({ ref: paymentId, onsiteUuid: paymentId, redirectUrl: null }),
    settle: async () => undefined,
    closePayment: async () => 'closed',
    askPayment: async () => null,
    askSubscription: async () => null,
    cardPage: async () => 'https://pay.example/card',
  };
}

/** Told one to three times at once. */
async function tell(context: Context, next: Random, event: ProviderEvent): Promise<void> {
  const { payments } = context;
  if (!payments) return;
  const times = 1 + Math.floor(next() * 3);
  await Promise.all(Array.from({ length: times }, () => unlessRefused(takeEvent(context, payments, event))));
}

const amount = (next: Random, cents: number) => (next() < 0.1 ? cents + 1 : cents);

/** An order, perhaps paid at once. */
export async function orderFar(context: Context, { accountId }: { accountId: string }, next: Random): Promise<void> {
  const order = { accountId, input: { plan_id: pick(next, plans) ?? 'starter' }, key: null };
  await unlessRefused((next() < 0.6 ? subscribe : upgrade)(context, order));
  if (next() < 0.4) await tellPayment(context, { accountId }, next);
}

/** About a payment that a person began. */
export async function tellPayment(context: Context, { accountId }: { accountId: string }, next: Random): Promise<void> {
  const own = eq(payment.accountId, accountId);
  const rows = await context.db.select().from(payment).where(own).orderBy(payment.createdAt, payment.id);
  const row = pick(
    next,
    rows.filter(({ purpose }) => purpose !== 'renewal'),
  );
  if (!row) return;
  const type = pick(next, ['complete', 'complete', 'complete', 'failed', 'cancelled'] as const) ?? 'complete';
  const refs = { chargeRef: `in_${row.id}`, subscriptionRef: `sub_${row.id}` };
  const charge = { amountCents: amount(next, row.amountCents), currency: row.currency, last4: null, paymentId: row.id };
  await tell(context, next, { ...charge, ...refs, key: `${row.id}:${type}`, type });
}

/** About a subscription, one that runs or one of old: renewed, not renewed, given back, ended. Returns whether it ended. */
export async function tellSubscription(context: Context, { accountId }: { accountId: string }, next: Random): Promise<boolean> {
  const known = and(eq(subscription.accountId, accountId), isNotNull(subscription.providerRef));
  const row = pick(next, await context.db.select().from(subscription).where(known).orderBy(subscription.createdAt));
  if (!row?.providerRef) return false;
  const about = { paymentId: row.providerRef.slice('sub_'.length), subscriptionRef: row.providerRef };
  const type = pick(next, ['renewed', 'renewed', 'renewed', 'renewal_failed', 'charge_refunded', 'subscription_ended'] as const);
  if (type === 'subscription_ended') {
    await tell(context, next, { ...about, type, key: randomUUID() });
    return true;
  }
  // The same charge may fail first and be made later.
  const chargeRef = `in_${row.providerRef}_${row.periodNumber}`;
  if (type === 'charge_refunded') await tell(context, next, { ...about, type, chargeRef, key: `${chargeRef}:refund` });
  else if (type) {
    const amountCents = amount(next, row.pendingPriceCents ?? row.priceCents ?? 0);
    const charge = { amountCents, currency: 'USD', last4: null, chargeRef };
    await tell(context, next, { ...about, ...charge, type, key: `${chargeRef}:${type}` });
  }
  return false;
}
