import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account, statementSettings } from '../db/schema.ts';

/**
 * What people outside are told that the account is called: its platform, else its team. Empty where it gave neither name: that of a person
 * may be the reviewer's.
 */
export async function platformName(db: Db | Tx, accountId: string): Promise<string> {
  const [row] = await db
    .select({ platform: statementSettings.platformName, team: account.name })
    .from(account)
    .leftJoin(statementSettings, eq(statementSettings.accountId, account.id))
    .where(eq(account.id, accountId));
  return row?.platform || row?.team || '';
}
