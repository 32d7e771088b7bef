import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { cancel } from '../../src/billing/cancel.ts';
import { commitFrames, type Hold, releaseFrames, reserveFrames } from '../../src/billing/ledger.ts';
import { receiveNotification } from '../../src/billing/receive-notification.ts';
import { settleSandboxPayment } from '../../src/billing/sandbox-payment.ts';
import { subscribe, upgrade } from '../../src/billing/subscribe.ts';
import type { Context } from '../../src/context.ts';
import { account, membership, payment, user } from '../../src/db/schema.ts';
import { pick, type Random } from './random.ts';
import { orderFar, tellPayment, tellSubscription } from './remote-life.ts';
import { unlessRefused } from './unless-refused.ts';

/** One account and what is under way in it. */
export type Life = { accountId: string; windows: string[]; holds: Hold[]; hasCancelled: boolean };

const plans = ['free', 'development', 'starter', 'growth', 'business'];
const cards = ['4242', '4242', '0341'];

/** A fresh account with its owner. */
export async function newLife({ db }: Context): Promise<Life> {
  const [made] = await db.insert(account).values({}).returning({ id: account.id });
  const email = `${randomUUID()}@example.com`;
  const person = { name: 'Ada', email, emailKey: email, passwordHash: 'none' };
  const [owner] = await db.insert(user).values(person).returning({ id: user.id });
  if (!made || !owner) throw new Error('The account was not written');
  await db.insert(membership).values({ accountId: made.id, userId: owner.id, role: 'owner' });
  return { accountId: made.id, windows: [], holds: [], hasCancelled: false };
}

/** A payment's window is used: paid, declined, closed. */
async function settleWindow(context: Context, { accountId }: Life, uuid: string, next: Random): Promise<void> {
  const outcome = pick(next, ['success', 'success', 'challenge_approved', 'decline', 'cancel'] as const) ?? 'success';
  await unlessRefused(settleSandboxPayment(context, { accountId, uuid, outcome, last4: pick(next, cards) ?? null }));
}

async function useWindow(context: Context, life: Life, next: Random): Promise<void> {
  const uuid = pick(next, life.windows);
  if (uuid) await settleWindow(context, life, uuid, next);
}

async function begin(context: Context, life: Life, next: Random): Promise<void> {
  const { accountId, windows } = life;
  const order = { accountId, input: { plan_id: pick(next, plans) ?? 'starter' }, key: null };
  const begun = await unlessRefused((next() < 0.6 ? subscribe : upgrade)(context, order));
  const uuid = begun?.data.onsite_payment_uuid;
  if (!uuid) return;
  windows.push(uuid);
  if (next() < 0.4) await settleWindow(context, life, uuid, next);
}

/** A notification about any payment of the account, early, late or of another amount, delivered one to three times at once. */
async function notify(context: Context, { accountId }: Life, next: Random): Promise<void> {
  const { db, payments } = context;
  const row = pick(
    next,
    await db.select().from(payment).where(eq(payment.accountId, accountId)).orderBy(payment.createdAt, payment.id),
  );
  if (!row || payments?.id !== 'sandbox') return;
  const type = pick(next, ['complete', 'complete', 'complete', 'failed', 'cancelled', 'refunded'] as const) ?? 'complete';
  const amountCents = next() < 0.1 ? row.amountCents - 1 : row.amountCents;
  const event = {
    key: `${row.id}:${type}`,
    type,
    paymentId: row.id,
    amountCents,
    currency: row.currency,
    last4: pick(next, cards) ?? null,
  };
  const notification = payments.notify(event);
  const times = 1 + Math.floor(next() * 3);
  await Promise.all(Array.from({ length: times }, () => receiveNotification(context, payments, notification)));
}

async function hold({ db, clock }: Context, { accountId, holds }: Life, next: Random): Promise<void> {
  const held = { mediaId: randomUUID(), attempt: 1 };
  const frames = 1 + Math.floor(next() * 20);
  const done = await unlessRefused(db.transaction((tx) => reserveFrames(tx, { accountId, ...held, frames, now: clock.now() })));
  if (done) holds.push(held);
}

/** An analysis ends, perhaps a second time, perhaps in two ways at once, perhaps long after the period. */
async function settle({ db }: Context, { holds }: Life, next: Random): Promise<void> {
  const held = pick(next, holds);
  if (!held) return;
  const once = () =>
    next() < 0.7
      ? db.transaction((tx) => commitFrames(tx, { ...held, frames: Math.floor(next() * 25) }))
      : db.transaction((tx) => releaseFrames(tx, { ...held, reason: 'for a proof' }));
  await Promise.all(Array.from({ length: 1 + Math.floor(next() * 2) }, once));
}

async function endIt(context: Context, life: Life): Promise<void> {
  life.hasCancelled = true;
  await unlessRefused(cancel(context, { accountId: life.accountId, key: null }));
}

async function tellOfSubscription(context: Context, life: Life, next: Random): Promise<void> {
  if (await tellSubscription(context, life, next)) life.hasCancelled = true;
}

const uses = [hold, hold, hold, settle, settle, settle, endIt];
const deeds = [begin, begin, begin, useWindow, useWindow, notify, notify, ...uses];
const farDeeds = [
  orderFar,
  orderFar,
  tellPayment,
  tellPayment,
  tellOfSubscription,
  tellOfSubscription,
  tellOfSubscription,
  ...uses,
];

/** Something happens in the account, or nothing. */
export async function live(context: Context, life: Life, next: Random): Promise<void> {
  if (next() < 0.1) return;
  await pick(next, context.payments?.id === 'sandbox' ? deeds : farDeeds)?.(context, life, next);
}
