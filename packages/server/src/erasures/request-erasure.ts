import { AppError, type AuthorErasure, type EraseAuthorInput } from '@clearframe/contract';
import { and, count, eq, max, sql } from 'drizzle-orm';
import { erasureView } from '../authors/erasure-row.ts';
import type { Actor } from '../authors/set-action.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { author, authorErasure, batch, batchItem, dataExport, media, savedView, statement } from '../db/schema.ts';
import { announceExport } from '../exports/announce-export.ts';
import { recordAudit } from '../security/record-audit.ts';
import { forgetInUploads } from './forget-in-uploads.ts';

type RequestContext = Pick<Context, 'clock' | 'db' | 'live' | 'queue' | 'secrets'>;

/**
 * Their exports, and batches, views and unfinished uploads that name them. All of these are few, and none is older than some days but
 * views.
 */
async function forgetMentions({ live }: Pick<Context, 'live'>, tx: Tx, accountId: string, id: string): Promise<void> {
  const exported = and(
    eq(dataExport.accountId, accountId),
    sql`${dataExport.parameters} ->> 'author' = ${id}`,
    sql`${dataExport.kind} in ('author', 'media_list')`,
  );
  // A trigger names the file for removal.
  const gone = await tx.delete(dataExport).where(exported).returning({ id: dataExport.id });
  for (const one of gone) await announceExport(live, { ...one, accountId }, tx);
  await tx.delete(savedView).where(and(eq(savedView.accountId, accountId), sql`${savedView.filter} ->> 'author' = ${id}`));
  const batches = tx.select({ id: batch.id }).from(batch).where(eq(batch.accountId, accountId));
  await tx
    .update(batchItem)
    .set({ input: sql`${batchItem.input} - 'author'` })
    .where(and(sql`${batchItem.batchId} in ${batches}`, sql`${batchItem.input} -> 'author' ->> 'id' = ${id}`));
  await forgetInUploads(tx, { accountId, externalId: id }, 'open');
}

/**
 * Erases an author: their row goes at once, and with it their name, address, strikes and what was set by hand. A job does the rest. An
 * upload that names the same id from now on is by somebody new.
 * @throws AppError author_not_found
 */
export async function requestErasure(
  context: RequestContext,
  actor: Actor,
  id: string,
  { items }: EraseAuthorInput,
): Promise<AuthorErasure> {
  const { clock, db, queue, secrets } = context;
  const { accountId } = actor;
  return await db.transaction(async (tx) => {
    // Whoever uploads as them or writes a statement of theirs has the row locked: this waits, and finds what they wrote.
    const [gone] = await tx
      .delete(author)
      .where(and(eq(author.accountId, accountId), eq(author.externalId, id)))
      .returning({ id: author.id });
    if (!gone) throw new AppError('author_not_found');
    const [counted] = await tx.select({ items: count() }).from(media).where(eq(media.authorId, gone.id));
    const at = clock.now();
    const theirs = and(eq(statement.accountId, accountId), eq(statement.authorId, id));
    const [stated] = await tx
      .select({ last: max(statement.number) })
      .from(statement)
      .where(theirs);
    const counts = { itemsTotal: counted?.items ?? 0, lastStatement: stated?.last ?? 0 };
    const values = { accountId, authorId: gone.id, externalId: id, items, ...counts, createdAt: at };
    const [made] = await tx.insert(authorErasure).values(values).returning();
    if (!made) throw new Error('The erasure was not written');
    await forgetMentions(context, tx, accountId, id);
    await queue.add('erase-author', { erasureId: made.id }, { tx, singletonKey: made.id, group: accountId });
    const subject = { type: 'author', id: secrets.sign('audit-author', `${accountId}\n${id}`) };
    const detail = { erasure: made.id, items, items_total: made.itemsTotal };
    await recordAudit(tx, { accountId, by: actor, action: 'author.erasure_requested', subject, detail, at });
    return erasureView(made);
  });
}
