import {
  defaultPolicy,
  type Policy,
  type PolicyContent,
  partially,
  policyName,
  type ReadWriting,
  type StoredPolicy,
} from '@clearframe/contract';
import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { account, keywordSettings, policy } from '../db/schema.ts';

export type PolicyRow = typeof policy.$inferSelect;

/** The newest version of an account; undefined = it never saved one. */
export async function newestPolicy(db: Db | Tx, accountId: string): Promise<PolicyRow | undefined> {
  const [row] = await db.select().from(policy).where(eq(policy.accountId, accountId)).orderBy(desc(policy.number)).limit(1);
  return row;
}

type Saved = Pick<PolicyRow, 'number' | 'content'> | null;
type Lists = { required: string[]; forbidden: string[] } | null;
/** What {@link policyOf} needs of the database. */
export type PolicyParts = { saved: Saved; lists: Lists; began: ReadWriting | null };

/** Those as a value of a larger statement. In an expression of its own: a select of one table would leave the tables' names out of it. */
export const policyParts = (accountId: SQLWrapper | string): SQL<PolicyParts> =>
  sql<PolicyParts>`${sql`json_build_object(
  'saved', (select json_build_object('number', number, 'content', content) from ${policy}
    where ${policy.accountId} = ${accountId} order by number desc limit 1),
  'lists', (select json_build_object('required', required, 'forbidden', forbidden) from ${keywordSettings}
    where ${keywordSettings.accountId} = ${accountId}),
  'began', (select read_writing from ${account} where ${account.id} = ${accountId}))`}`;

/** A version whole: one from before there was a choice notes what is declared, and reads writing as the account did when it began. */
export const wholeContent = (content: StoredPolicy, began: ReadWriting | null): PolicyContent => ({
  ...content,
  declared_synthetic: content.declared_synthetic ?? defaultPolicy.declared_synthetic,
  read_writing: content.read_writing ?? began ?? 'always',
});

/** How an account that never chose reads writing; those from before there was the choice read it always. */
export async function beganReading(db: Db | Tx, accountId: string): Promise<ReadWriting> {
  const [row] = await db.select({ began: account.readWriting }).from(account).where(eq(account.id, accountId));
  return row?.began ?? 'always';
}

const { version: _version, read_writing: _choice, ...withoutChoice } = defaultPolicy;

/** The newest version, else the default with the keyword lists that were saved before there were versions. */
export function policyOf({ saved, lists, began }: PolicyParts): Policy {
  if (saved) return { ...wholeContent(saved.content, began), version: policyName(saved.number) };
  const keywords = { required: partially(lists?.required ?? []), forbidden: partially(lists?.forbidden ?? []), leetspeak: false };
  return { ...wholeContent(withoutChoice, began), version: defaultPolicy.version, keywords };
}

/** What judges an account's items now. */
export async function readPolicy(db: Db | Tx, accountId: string): Promise<Policy> {
  const [read] = await db.select({ parts: policyParts(accountId) }).from(sql`(select) as one`);
  return policyOf(read?.parts ?? { saved: null, lists: null, began: null });
}
