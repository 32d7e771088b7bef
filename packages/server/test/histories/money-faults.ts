import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../src/db/client.ts';
import { account, payment, providerTask, subscription } from '../../src/db/schema.ts';
import type { Life, World } from './world.ts';

const running: (typeof subscription.$inferSelect.status)[] = ['trialing', 'active', 'past_due', 'cancelled'];

/**
 * What holds of money after every step, by the provider's own books: one charge is one month at most, nothing runs on a closed account,
 * and what charges somebody without an account has ended or is about to be told so.
 */
export async function moneyFaults(db: Db, world: World, lives: readonly Life[]): Promise<string[]> {
  const ids = lives.map(({ accountId }) => accountId);
  const paid = await db
    .select({ accountId: payment.accountId })
    .from(payment)
    .where(and(inArray(payment.accountId, ids), inArray(payment.status, ['complete', 'refunded'])));
  const live = await db
    .select({ accountId: subscription.accountId })
    .from(subscription)
    .where(and(inArray(subscription.accountId, ids), inArray(subscription.status, running)));
  const tasks = new Set((await db.select({ ref: providerTask.ref }).from(providerTask)).map(({ ref }) => ref));
  return [
    ...world.taken(),
    ...lives.flatMap((life) => {
      const faults: string[] = [];
      const months = paid.filter(({ accountId }) => accountId === life.accountId).length;
      const charges = world.charges(life);
      if (charges !== null && months > charges) faults.push(`${months} months for ${charges} charges`);
      if (life.closed && live.some(({ accountId }) => accountId === life.accountId)) faults.push('runs on a closed account');
      const stray = world.charging(life).filter((ref) => life.closed && !tasks.has(ref));
      if (stray.length > 0) faults.push('is charged again without an account');
      return faults.map((fault) => `${life.accountId}: ${fault}`);
    }),
  ];
}

/** What holds in the end, when everything was told and every job ran: nobody is charged twice, and nothing is left of who left. */
export async function lastFaults(db: Db, world: World, lives: readonly Life[]): Promise<string[]> {
  const faults: string[] = [];
  for (const life of lives) {
    const { accountId, closed } = life;
    const own = and(eq(subscription.accountId, accountId), inArray(subscription.status, ['active', 'past_due']));
    const refs = (await db.select({ ref: subscription.providerRef }).from(subscription).where(own)).map(({ ref }) => ref);
    if (world.charging(life).some((ref) => !refs.includes(ref)))
      faults.push(`${accountId}: ${closed ? 'is charged without an account' : 'is charged twice'} in the end`);
    if (closed && (await db.$count(account, eq(account.id, accountId))) > 0) faults.push(`${accountId}: was not removed`);
  }
  return faults;
}
