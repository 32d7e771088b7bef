import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type ErasureRow, erasureView } from '../authors/erasure-row.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { appeal, authorErasure, statement } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { erasedText } from '../statements/erased-text.ts';
import { tellHooks } from '../webhooks/tell-hooks.ts';
import { type EraseContext, eraseItems } from './erase-items.ts';
import { forgetAuthorEvents } from './forget-author-events.ts';
import { forgetAuthorIn } from './forget-author-in.ts';
import { forgetInUploads } from './forget-in-uploads.ts';

/** Statements of one transaction. */
const BATCH = 200;

/**
 * Those of a new author with the same id are none of theirs. Numbers rise under a lock, whatever the clocks of two machines say; an erasure
 * that the version before began has none.
 */
const untilThen = ({ createdAt, lastStatement }: ErasureRow) =>
  lastStatement === null ? lte(statement.createdAt, createdAt) : lte(statement.number, lastStatement);

/**
 * Statements stay: they are what the account says it did. They name nobody from now on. What the author wrote against one goes, an open
 * appeal once it is decided: somebody has to read it, and its outcome has to reach them. Nobody can decide one whose decision was undone.
 */
async function eraseStatements({ clock, db }: EraseContext, row: ErasureRow): Promise<number> {
  const { accountId, externalId } = row;
  if (externalId === null) return 0;
  return await db.transaction(async (tx) => {
    const some = await tx
      .select({ id: statement.id })
      .from(statement)
      .where(and(eq(statement.accountId, accountId), eq(statement.authorId, externalId), untilThen(row)))
      .orderBy(asc(statement.id))
      .limit(BATCH)
      .for('update');
    const ids = some.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const which = sql.param(ids);
    await tx.update(statement).set({ authorId: null, erasedAt: clock.now() }).where(sql`${statement.id} = any(${which}::uuid[])`);
    const undone = sql`exists (select from statement s join decision d on d.id = s.decision_id
      where s.id = ${appeal.statementId} and d.undone_at is not null)`;
    await tx
      .update(appeal)
      .set({ text: erasedText, email: null })
      .where(and(sql`${appeal.statementId} = any(${which}::uuid[])`, or(isNotNull(appeal.decidedAt), undone)));
    const appeals = sql`select a.id from appeal a where a.statement_id = any(${which}::uuid[])`;
    await forgetAuthorIn(tx, sql`d.account_id = ${accountId}::uuid and d.media_id is null and d.subject_id in (${appeals})`);
    return ids.length;
  });
}

async function end(context: EraseContext, tx: Tx, row: ErasureRow): Promise<void> {
  const { accountId, id } = row;
  const finishedAt = context.clock.now();
  const values = { state: 'done', authorId: null, externalId: null, finishedAt } as const;
  const [done] = await tx
    .update(authorErasure)
    .set(values)
    .where(and(eq(authorErasure.id, id), isNull(authorErasure.finishedAt)))
    .returning();
  if (!done) return;
  const subject = { type: 'erasure', id } as const;
  const detail = { items: done.items, items_done: done.itemsDone, withheld: done.withheld };
  await recordAudit(tx, { accountId, by: 'rule', action: 'author.erased', subject, detail, at: finishedAt });
  await tellHooks(context, tx, { event: 'erasure.done', accountId, subject, data: async () => ({ erasure: erasureView(done) }) });
}

/**
 * Removes what an erased author left, piece by piece. A run that dies anywhere has done what it has done, and the next goes on; whoever
 * runs it twice finds nothing.
 * @throws the signal's reason
 */
export async function eraseAuthor(context: EraseContext, erasureId: string, signal: AbortSignal): Promise<void> {
  const isOpen = and(eq(authorErasure.id, erasureId), isNull(authorErasure.finishedAt));
  const [row] = await context.db.select().from(authorErasure).where(isOpen);
  if (!row) return;
  // First: a decision goes with its item, and with it whether it was undone.
  do signal.throwIfAborted();
  while ((await eraseStatements(context, row)) > 0);
  do signal.throwIfAborted();
  while ((await eraseItems(context, row)) > 0);
  const { accountId, externalId } = row;
  if (externalId !== null) await forgetInUploads(context.db, { accountId, externalId }, 'ended');
  do signal.throwIfAborted();
  while ((await forgetAuthorEvents(context, row)) > 0);
  await context.db.transaction((tx) => end(context, tx, row));
}

/** A job is written with its erasure; one that is still not there after so long is lost. */
const lostMs = 15 * 60_000;

/** Has erasures whose job is gone done all the same. @returns how many */
export async function resumeErasures({ clock, db, queue }: Pick<Context, 'clock' | 'db' | 'queue'>): Promise<number> {
  const now = clock.now().getTime();
  const isOld = and(isNull(authorErasure.finishedAt), lt(authorErasure.createdAt, new Date(now - lostMs)));
  const rows = await db.select().from(authorErasure).where(isOld).orderBy(asc(authorErasure.createdAt)).limit(100);
  const open = await queue.openKeys(
    'erase-author',
    rows.map(({ id }) => id),
  );
  const lost = rows.filter(({ id }) => !open.has(id));
  for (const { id, accountId } of lost)
    await queue.add('erase-author', { erasureId: id }, { singletonKey: id, group: accountId });
  return lost.length;
}
