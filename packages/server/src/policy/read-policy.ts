import { defaultPolicy, type Policy, partially, policyName } from '@clearframe/contract';
import { desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { policy } from '../db/schema.ts';
import { readKeywordSettings } from '../keywords/keyword-settings.ts';

export type PolicyRow = typeof policy.$inferSelect;

/** The newest version of an account; undefined = it never saved one. */
export async function newestPolicy(db: Db | Tx, accountId: string): Promise<PolicyRow | undefined> {
  const [row] = await db.select().from(policy).where(eq(policy.accountId, accountId)).orderBy(desc(policy.number)).limit(1);
  return row;
}

/**
 * What judges an account's items now: its newest version, else the default with the keyword lists that were saved before there
 * were versions.
 */
export async function readPolicy(db: Db | Tx, accountId: string): Promise<Policy> {
  const row = await newestPolicy(db, accountId);
  if (row) return { ...row.content, version: policyName(row.number) };
  const { requiredKeywords, forbiddenKeywords } = await readKeywordSettings(db, accountId);
  const keywords = { required: partially(requiredKeywords), forbidden: partially(forbiddenKeywords), leetspeak: false };
  return { ...defaultPolicy, keywords };
}
