import { AppError } from '@clearframe/contract';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account } from '../db/schema.ts';

/** As a value of a statement: whether an operator suspended the account. */
export const isSuspended = (accountId: string | SQL): SQL =>
  sql`exists (select from ${account} where ${and(eq(account.id, accountId), isNotNull(account.suspendedAt))})`;

/** For what costs an analysis and brings no new item. @throws AppError account_suspended */
export async function refuseSuspended(db: Db | Tx, accountId: string): Promise<void> {
  const { rows } = await db.execute<{ suspended: boolean }>(sql`select ${isSuspended(accountId)} as suspended`);
  if (rows[0]?.suspended) throw new AppError('account_suspended');
}
