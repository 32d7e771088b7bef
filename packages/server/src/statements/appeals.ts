import {
  AppError,
  type Appeal,
  type AppealInput,
  type AppealList,
  type AppealReceipt,
  type AppealsQuery,
} from '@clearframe/contract';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { appeal, user } from '../db/schema.ts';
import { keepItems } from '../moderation/item/keep-items.ts';
import { authorize } from '../security/authorized.ts';
import { type AuditBy, recordAudit } from '../security/record-audit.ts';
import type { AppealRow, Stated } from './read-statements.ts';

/** How an appeal stands: decided once and for all, or open. */
const statusOf = ({ decidedAt }: AppealRow) => (decidedAt === null ? ('open' as const) : ('decided' as const));

/**
 * Takes the appeal of whoever uploaded it. Of two at once one is taken.
 * @throws AppError appeal_exists, appeal_closed
 */
export async function receiveAppeal(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { row }: Stated,
  by: AuditBy,
  { text, email }: AppealInput,
): Promise<AppealReceipt> {
  const now = clock.now();
  if (row.appealUntil < now) throw new AppError('appeal_closed');
  return await db.transaction(async (tx) => {
    await keepItems(tx, row.accountId, [row.mediaId]);
    const [received] = await tx
      .insert(appeal)
      .values({ accountId: row.accountId, statementId: row.id, text, email: email ?? null, receivedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!received) throw new AppError('appeal_exists');
    const subject = { type: 'appeal', id: received.id };
    const detail = { statement: row.id };
    await recordAudit(tx, { accountId: row.accountId, by, action: 'appeal.received', subject, detail, at: now });
    return { id: received.id, status: statusOf(received), received_at: received.receivedAt.toISOString() };
  });
}

type Shown = { row: AppealRow; by: { id: string; name: string } | null };

const present = ({ row, by }: Shown): Appeal => ({
  id: row.id,
  statement_id: row.statementId,
  status: statusOf(row),
  text: row.text,
  outcome: row.outcome,
  answer: row.answer,
  received_at: row.receivedAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: by,
});

const some = (db: Db) =>
  db
    .select({ row: appeal, by: { id: user.id, name: user.name } })
    .from(appeal)
    .leftJoin(user, eq(user.id, appeal.decidedBy));

/** @throws AppError appeal_not_found, also for one of another account */
export async function getAppeal(db: Db, accountId: string, id: string): Promise<Appeal> {
  const [found] = await some(db).where(eq(appeal.id, id));
  const row = authorize(found?.row, { accountId }, 'appeal_not_found');
  return present({ row, by: found?.by ?? null });
}

/** One page, the oldest first: who waits longest comes first. */
export async function listAppeals(db: Db, accountId: string, { page, limit, status }: AppealsQuery): Promise<AppealList> {
  const byStatus = { open: isNull(appeal.decidedAt), decided: isNotNull(appeal.decidedAt) };
  const where = and(eq(appeal.accountId, accountId), status && byStatus[status]);
  const rows = await some(db)
    .where(where)
    .orderBy(asc(appeal.receivedAt), asc(appeal.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { appeals: rows.map(present), pagination: { page, limit, total: await db.$count(appeal, where) } };
}
