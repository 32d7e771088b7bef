import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account, membership, user } from '../db/schema.ts';

export type TeamOwner = { accountName: string; ownerName: string; ownerEmail: string };

/** What the account is called (its own name, else its owner's), and whom to tell what happens in it. */
export async function teamOwner(db: Db | Tx, accountId: string): Promise<TeamOwner> {
  const [row] = await db
    .select({ name: account.name, ownerName: user.name, ownerEmail: user.email })
    .from(account)
    .innerJoin(membership, and(eq(membership.accountId, account.id), eq(membership.role, 'owner')))
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(account.id, accountId));
  if (!row) throw new Error(`The account ${accountId} has no owner`);
  return { accountName: row.name ?? row.ownerName, ownerName: row.ownerName, ownerEmail: row.ownerEmail };
}
