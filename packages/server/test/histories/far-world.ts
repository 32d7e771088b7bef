import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { pick, type Random } from '../../../engine/test/random.ts';
import { takeEvent } from '../../src/billing/receive-notification.ts';
import { subscribe, upgrade } from '../../src/billing/subscribe.ts';
import type { Context } from '../../src/context.ts';
import { payment, subscription } from '../../src/db/schema.ts';
import { planPrices, priceIn } from '../../src/payments/plan-prices.ts';
import type { ProviderEvent, RemoteProvider } from '../../src/payments/provider.ts';
import { unlessRefused } from './unless-refused.ts';
import type { Deed, Life, World } from './world.ts';

const plans = ['free', 'development', 'starter', 'growth', 'business'];
const client = { provider_name: 'Far away', has_card_page: false, currency: 'USD', prices: {} };

type Order = { id: string; amountCents: number; currency: string };

/** A provider far away, of which only its word arrives here: in any order, early, twice, or never. Its checkouts stay open for ever. */
export function createFarWorld(): World {
  /** What it charges, by its own name; told to end it, it does. */
  const active = new Map<string, Life>();
  const orders = new Map<Life, Order[]>();
  const provider: RemoteProvider = {
    id: 'stripe',
    currency: 'USD',
    client: { ...client, onsite: null },
    priceCents: priceIn(planPrices({ planPrices: null })),
    parse: async () => null,
    start: async ({ paymentId }) => ({ ref: paymentId, onsiteUuid: paymentId, redirectUrl: null }),
    async settle(ref, wanted) {
      if (wanted.is !== 'runs') active.delete(ref);
    },
    closePayment: async () => 'closed',
    askPayment: async () => null,
    askSubscription: async () => null,
    cardPage: async () => 'https://pay.example/card',
  };

  /** Told one to three times at once. */
  async function tell(context: Context, next: Random, event: ProviderEvent): Promise<void> {
    const times = 1 + Math.floor(next() * 3);
    await Promise.all(Array.from({ length: times }, () => unlessRefused(takeEvent(context, provider, event))));
  }
  const amount = (next: Random, cents: number) => (next() < 0.1 ? cents + 1 : cents);

  /** About a payment that a person began, perhaps long after the account is gone. */
  const tellPayment: Deed = async (context, life, next) => {
    const row = pick(next, orders.get(life) ?? []);
    if (!row) return;
    const type = pick(next, ['complete', 'complete', 'complete', 'failed', 'cancelled'] as const) ?? 'complete';
    const refs = { chargeRef: `in_${row.id}`, subscriptionRef: `sub_${row.id}` };
    const charge = { amountCents: amount(next, row.amountCents), currency: row.currency, last4: null, paymentId: row.id };
    const key = `${row.id}:${type}`;
    // A checkout is paid once: said again, it charges nothing new.
    if (type === 'complete' && !told.has(key)) active.set(refs.subscriptionRef, life);
    told.add(key);
    await tell(context, next, { ...charge, ...refs, key, type });
  };
  const told = new Set<string>();

  /** An order, perhaps paid at once. */
  const orderFar: Deed = async (context, life, next) => {
    const order = { accountId: life.accountId, input: { plan_id: pick(next, plans) ?? 'starter' }, key: null };
    const begun = await unlessRefused((next() < 0.6 ? subscribe : upgrade)(context, order));
    const id = begun?.data.payment_id;
    const [row] = id ? await context.db.select().from(payment).where(eq(payment.id, id)) : [];
    if (row) orders.set(life, [...(orders.get(life) ?? []), row]);
    if (next() < 0.4) await tellPayment(context, life, next);
  };

  /** About a subscription, one that runs or one of old: renewed, not renewed, given back, ended. */
  const tellSubscription: Deed = async (context, life, next) => {
    const known = and(eq(subscription.accountId, life.accountId), isNotNull(subscription.providerRef));
    const row = pick(next, await context.db.select().from(subscription).where(known).orderBy(subscription.createdAt));
    if (!row?.providerRef) return;
    const about = { paymentId: row.providerRef.slice('sub_'.length), subscriptionRef: row.providerRef };
    const type = pick(next, [
      'renewed',
      'renewed',
      'renewed',
      'renewal_failed',
      'charge_refunded',
      'subscription_ended',
    ] as const);
    // The same charge may fail first and be made later.
    const chargeRef = `in_${row.providerRef}_${row.periodNumber}`;
    if (type === 'subscription_ended') {
      life.hasCancelled = true;
      active.delete(row.providerRef);
      await tell(context, next, { ...about, type, key: randomUUID() });
    } else if (type === 'charge_refunded') await tell(context, next, { ...about, type, chargeRef, key: `${chargeRef}:refund` });
    else if (type) {
      const amountCents = amount(next, row.pendingPriceCents ?? row.priceCents ?? 0);
      const charge = { amountCents, currency: 'USD', last4: null, chargeRef };
      await tell(context, next, { ...about, ...charge, type, key: `${chargeRef}:${type}` });
    }
  };

  return {
    provider,
    deeds: [orderFar, orderFar, tellPayment, tellPayment, tellSubscription, tellSubscription, tellSubscription],
    elapse: async () => undefined,
    beginTick: () => undefined,
    endTick: () => undefined,
    tellRest: async () => undefined,
    charging: (life) => [...active].flatMap(([ref, of]) => (of === life ? [ref] : [])),
    charges: () => null,
    taken: () => [],
  };
}
