import type { AuthorAction, AuthorInput } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { author } from '../db/schema.ts';
import { newId } from '../security/new-id.ts';
import { actionNow } from './author-action.ts';

/** Who uploads, as an item refers to them, and what holds for what they upload now. */
export type NotedAuthor = { id: string; action: AuthorAction };

/**
 * Remembers who made an upload, in its transaction. What the upload does not say stays as it was. Of many uploads of one person at once
 * each writes the row only where it says something new, or the last one was a minute ago.
 */
export async function noteAuthor(tx: Tx, accountId: string, said: AuthorInput): Promise<NotedAuthor> {
  const joinedAt = said.created_at ?? null;
  const name = said.name ?? null;
  const url = said.url ?? null;
  await tx.execute(sql`
    insert into ${author} as a (id, account_id, external_id, name, url, joined_at)
    values (${newId()}, ${accountId}, ${said.id}, ${name}, ${url}, ${joinedAt}::timestamptz)
    on conflict (account_id, external_id) do update set name = coalesce(excluded.name, a.name), url = coalesce(excluded.url, a.url),
      joined_at = coalesce(excluded.joined_at, a.joined_at), last_seen_at = now()
    where a.last_seen_at < now() - interval '1 minute' or excluded.name <> coalesce(a.name, '')
      or excluded.url <> coalesce(a.url, '') or excluded.joined_at is distinct from coalesce(a.joined_at, excluded.joined_at)
      or (excluded.joined_at is not null and a.joined_at is null)`);
  // A statement of its own: it sees a row that another upload made meanwhile.
  const { rows } = await tx.execute<NotedAuthor>(sql`
    select a.id, ${actionNow} as action from ${author} a where a.account_id = ${accountId} and a.external_id = ${said.id}`);
  const [noted] = rows;
  if (!noted) throw new Error('The author was not written');
  return noted;
}

/**
 * The same for what nobody keeps: of an author whom no upload named, nothing is remembered, and nothing holds. Their erasure waits for the
 * transaction, and finds what it wrote.
 */
export async function findAuthor(tx: Tx, accountId: string, { id }: Pick<AuthorInput, 'id'>): Promise<NotedAuthor | null> {
  const { rows } = await tx.execute<NotedAuthor>(sql`
    select a.id, ${actionNow} as action from ${author} a where a.account_id = ${accountId} and a.external_id = ${id}
    for key share of a`);
  return rows[0] ?? null;
}

/** What holds for an author at this moment; `none` for one that was erased meanwhile. */
export async function actionOf(db: Db | Tx, id: string): Promise<AuthorAction> {
  const { rows } = await db.execute<{ action: AuthorAction }>(
    sql`select ${actionNow} as action from ${author} a where a.id = ${id}`,
  );
  return rows[0]?.action ?? 'none';
}
