import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { account, membership, session, user } from '../db/schema.ts';

/** A fresh account that the person owns. @returns its id */
export async function openAccount(tx: Tx, userId: string, now: Date): Promise<string> {
  const [owned] = await tx.insert(account).values({ createdAt: now, readWriting: 'when_needed' }).returning({ id: account.id });
  if (!owned) throw new Error('The account was not stored');
  await tx.insert(membership).values({ accountId: owned.id, userId, role: 'owner', createdAt: now });
  return owned.id;
}

async function lastUsed(tx: Tx, userId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: membership.accountId })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .leftJoin(session, and(eq(session.accountId, membership.accountId), eq(session.userId, membership.userId)))
    .where(and(eq(membership.userId, userId), isNull(account.deletedAt)))
    .groupBy(membership.accountId, membership.createdAt)
    .orderBy(sql`${desc(sql`max(${session.lastUsedAt})`)} nulls last`, asc(membership.createdAt), membership.accountId)
    .limit(1);
  return found?.id;
}

/**
 * Where a sign-in leads: the account used last, else the one joined first. Whoever was removed from their only account gets an
 * own one, as a registration makes it, so that nobody is shut out of the product by what others decide. @returns its id
 */
export async function accountForSignIn(tx: Tx, userId: string, now: Date): Promise<string> {
  const known = await lastUsed(tx, userId);
  if (known) return known;
  // Two sign-ins at the same moment make one account together.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update');
  return (await lastUsed(tx, userId)) ?? (await openAccount(tx, userId, now));
}
