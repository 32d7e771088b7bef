import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { account } from '../db/schema.ts';

/**
 * Whether somebody still answers for the account. A deletion that is under way is waited for, and a later one waits until the transaction
 * ends. Accounts are locked before their rows.
 */
export async function lockOpenAccount(tx: Tx, accountId: string): Promise<boolean> {
  const isOpen = and(eq(account.id, accountId), isNull(account.deletedAt));
  const rows = await tx.select({ id: account.id }).from(account).where(isOpen).for('key share');
  return rows.length > 0;
}
