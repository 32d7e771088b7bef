import {
  AppError,
  type Appeal,
  type AppealInput,
  type AppealList,
  type AppealReceipt,
  type AppealsQuery,
} from '@clearframe/contract';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import type { Db } from '../db/client.ts';
import { appeal, user } from '../db/schema.ts';
import { keepItems } from '../moderation/item/keep-items.ts';
import { authorize } from '../security/authorized.ts';
import { type AuditBy, recordAudit } from '../security/record-audit.ts';
import type { QueueContext } from '../webhooks/queue-delivery.ts';
import { presentAppeal, statusOf } from './appeal-row.ts';
import type { Stated, StatementContext } from './read-statements.ts';
import { tellOfAppeal } from './tell-statements.ts';

/**
 * Takes the appeal of whoever uploaded it. Of two at once one is taken.
 * @throws AppError appeal_exists, appeal_closed, statement_not_found where the account was closed meanwhile
 */
export async function receiveAppeal(
  context: StatementContext & QueueContext,
  { row }: Stated,
  by: AuditBy,
  { text, email }: AppealInput,
): Promise<AppealReceipt> {
  const { clock, db } = context;
  const now = clock.now();
  if (row.appealUntil < now) throw new AppError('appeal_closed');
  return await db.transaction(async (tx) => {
    if (!(await lockOpenAccount(tx, row.accountId))) throw new AppError('statement_not_found');
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
    await tellOfAppeal(context, tx, received);
    return { id: received.id, status: statusOf(received), received_at: received.receivedAt.toISOString() };
  });
}

const some = (db: Db) =>
  db
    .select({ row: appeal, by: { id: user.id, name: user.name } })
    .from(appeal)
    .leftJoin(user, eq(user.id, appeal.decidedBy));

/** @throws AppError appeal_not_found, also for one of another account */
export async function getAppeal(db: Db, accountId: string, id: string): Promise<Appeal> {
  const [found] = await some(db).where(eq(appeal.id, id));
  const row = authorize(found?.row, { accountId }, 'appeal_not_found');
  return presentAppeal({ row, by: found?.by ?? null });
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
  return { appeals: rows.map(presentAppeal), pagination: { page, limit, total: await db.$count(appeal, where) } };
}
