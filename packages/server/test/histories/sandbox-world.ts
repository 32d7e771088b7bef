import { eq } from 'drizzle-orm';
import { pick, type Random } from '../../../engine/test/random.ts';
import { receiveNotification } from '../../src/billing/receive-notification.ts';
import { settleSandboxPayment } from '../../src/billing/sandbox-payment.ts';
import { subscribe, upgrade } from '../../src/billing/subscribe.ts';
import type { Context } from '../../src/context.ts';
import { payment } from '../../src/db/schema.ts';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { unlessRefused } from './unless-refused.ts';
import type { Deed, Life, World } from './world.ts';

const plans = ['free', 'development', 'starter', 'growth', 'business'];
const cards = ['4242', '4242', '0341'];

/** A payment's window is used: paid, declined, closed. */
async function settleWindow(context: Context, { accountId }: Life, uuid: string, next: Random): Promise<void> {
  const outcome = pick(next, ['success', 'success', 'challenge_approved', 'decline', 'cancel'] as const) ?? 'success';
  await unlessRefused(settleSandboxPayment(context, { accountId, uuid, outcome, last4: pick(next, cards) ?? null }));
}

const useWindow: Deed = async (context, life, next) => {
  const uuid = pick(next, life.windows);
  if (uuid) await settleWindow(context, life, uuid, next);
};

const begin: Deed = async (context, life, next) => {
  const { accountId, windows } = life;
  const order = { accountId, input: { plan_id: pick(next, plans) ?? 'starter' }, key: null };
  const begun = await unlessRefused((next() < 0.6 ? subscribe : upgrade)(context, order));
  const uuid = begun?.data.onsite_payment_uuid;
  if (!uuid) return;
  windows.push(uuid);
  if (next() < 0.4) await settleWindow(context, life, uuid, next);
};

/** A notification about any payment of the account, early, late or of another amount, delivered one to three times at once. */
const notify: Deed = async (context, { accountId }, next) => {
  const { db, payments } = context;
  const row = pick(
    next,
    await db.select().from(payment).where(eq(payment.accountId, accountId)).orderBy(payment.createdAt, payment.id),
  );
  if (!row || payments?.id !== 'sandbox') return;
  const type = pick(next, ['complete', 'complete', 'complete', 'failed', 'cancelled', 'refunded'] as const) ?? 'complete';
  const amountCents = next() < 0.1 ? row.amountCents - 1 : row.amountCents;
  const told = { key: `${row.id}:${type}`, type, paymentId: row.id, amountCents, currency: row.currency };
  const notification = payments.notify({ ...told, last4: pick(next, cards) ?? null });
  const times = 1 + Math.floor(next() * 3);
  await Promise.all(Array.from({ length: times }, () => receiveNotification(context, payments, notification)));
};

/** Test payments of this server: a notification is the only word, and no money moves. */
export const createSandboxWorld = (provider: PaymentProvider): World => ({
  provider,
  deeds: [begin, begin, begin, useWindow, useWindow, notify, notify],
  elapse: async () => undefined,
  beginTick: () => undefined,
  endTick: () => undefined,
  tellRest: async () => undefined,
  charging: () => [],
  charges: () => null,
  taken: () => [],
});
