import { AppError } from '@clearframe/contract';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account, membership } from '../db/schema.ts';

/** What becomes of the accounts of a person who leaves. */
export type PersonAccounts = {
  /** They are the only person in them: the account goes too. */
  alone: string[];
  /** They are the only owner, and others are left who would lose their owner. */
  blocked: string[];
  /** Others own them. */
  shared: string[];
};

export async function personAccounts(db: Db | Tx, userId: string): Promise<PersonAccounts> {
  const own = await db
    .select({ accountId: membership.accountId, role: membership.role })
    .from(membership)
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(and(eq(membership.userId, userId), isNull(account.deletedAt)))
    .orderBy(asc(membership.accountId));
  const sorted: PersonAccounts = { alone: [], blocked: [], shared: [] };
  for (const { accountId, role } of own) {
    const others = await db
      .select({ role: membership.role })
      .from(membership)
      .where(and(eq(membership.accountId, accountId), ne(membership.userId, userId)));
    const isOwned = role !== 'owner' || others.some((other) => other.role === 'owner');
    if (others.length === 0) sorted.alone.push(accountId);
    else sorted[isOwned ? 'shared' : 'blocked'].push(accountId);
  }
  return sorted;
}

/** @throws AppError members_left: the sole owner of an account in which others work */
export function requireNobodyLeft({ blocked }: PersonAccounts): void {
  if (blocked.length > 0) throw new AppError('members_left');
}
