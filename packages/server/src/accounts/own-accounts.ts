import { AppError, type OwnAccount } from '@clearframe/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, membership, session, user } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { lockPerson } from './lock-person.ts';

/** Who is signed in, in which account and by which session. */
export type SignedInMember = { accountId: string; userId: string; sessionId: string };

/** Every account that the person belongs to, the first joined first. */
export async function listOwnAccounts({ db }: Pick<Context, 'db'>, asker: SignedInMember): Promise<OwnAccount[]> {
  const owning = alias(membership, 'owning');
  const rows = await db
    .select({ id: account.id, name: account.name, owner: user.name, role: membership.role })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .innerJoin(owning, and(eq(owning.accountId, account.id), eq(owning.role, 'owner')))
    .innerJoin(user, eq(user.id, owning.userId))
    .where(and(eq(membership.userId, asker.userId), isNull(account.deletedAt)))
    .orderBy(asc(membership.createdAt), account.id);
  return rows.map(({ id, name, owner, role }) => ({ id, name: name ?? owner, role, is_current: id === asker.accountId }));
}

/** Has the session look at another account from now on. Its tokens stay good: every request reads the account anew. */
export async function moveSession(tx: Tx, sessionId: string, accountId: string, now: Date): Promise<void> {
  await tx.update(session).set({ accountId, lastUsedAt: now }).where(eq(session.id, sessionId));
}

/**
 * Leads the session to another account of the person. Streams of the account that is left end at once.
 * @throws AppError account_not_found for an account that they do not belong to
 */
export async function switchAccount(
  { db, clock, live }: Context,
  asker: SignedInMember,
  accountId: string,
  client: Client,
): Promise<void> {
  const { userId, sessionId } = asker;
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new AppError('unauthenticated');
    const [member] = await tx
      .select({ userId: membership.userId })
      .from(membership)
      .innerJoin(account, eq(account.id, membership.accountId))
      .where(and(eq(membership.userId, userId), eq(account.id, accountId), isNull(account.deletedAt)))
      // Not while the membership is being ended: the session would be left in an account that is closed to it.
      .for('update', { of: membership });
    if (!member) throw new AppError('account_not_found');
    await moveSession(tx, sessionId, accountId, now);
    await recordSecurityEvent(tx, { kind: 'account.switched', userId, accountId, client, at: now });
    await announceMember(live, { accountId: asker.accountId, userId }, tx);
  });
}
