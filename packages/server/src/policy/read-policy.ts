import { defaultPolicy, type Policy, partially, policyName } from '@clearframe/contract';
import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { keywordSettings, policy } from '../db/schema.ts';

export type PolicyRow = typeof policy.$inferSelect;

/** The newest version of an account; undefined = it never saved one. */
export async function newestPolicy(db: Db | Tx, accountId: string): Promise<PolicyRow | undefined> {
  const [row] = await db.select().from(policy).where(eq(policy.accountId, accountId)).orderBy(desc(policy.number)).limit(1);
  return row;
}

type Saved = Pick<PolicyRow, 'number' | 'content'> | null;
type Lists = { required: string[]; forbidden: string[] } | null;
/** What {@link policyOf} needs of the database. */
export type PolicyParts = { saved: Saved; lists: Lists };

/** Those as a value of a larger statement. In an expression of its own: a select of one table would leave the tables' names out of it. */
export const policyParts = (accountId: SQLWrapper | string): SQL<PolicyParts> =>
  sql<PolicyParts>`${sql`json_build_object(
  'saved', (select json_build_object('number', number, 'content', content) from ${policy}
    where ${policy.accountId} = ${accountId} order by number desc limit 1),
  'lists', (select json_build_object('required', required, 'forbidden', forbidden) from ${keywordSettings}
    where ${keywordSettings.accountId} = ${accountId}))`}`;

/** The newest version, else the default with the keyword lists that were saved before there were versions. */
export function policyOf({ saved, lists }: PolicyParts): Policy {
  if (saved) return { ...saved.content, version: policyName(saved.number) };
  const keywords = { required: partially(lists?.required ?? []), forbidden: partially(lists?.forbidden ?? []), leetspeak: false };
  return { ...defaultPolicy, keywords };
}

/** What judges an account's items now. */
export async function readPolicy(db: Db | Tx, accountId: string): Promise<Policy> {
  const [read] = await db.select({ parts: policyParts(accountId) }).from(sql`(select) as one`);
  return policyOf(read?.parts ?? { saved: null, lists: null });
}
