import { AppError, type Notice, type NoticeList, type NoticesQuery, type PublicNotice } from '@clearframe/contract';
import { and, asc, count, desc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, notice, noticeSettings } from '../db/schema.ts';
import { type Authorized, authorize } from '../security/authorized.ts';
import { type NoticeRow, presentNotices } from './notice-row.ts';

type ReadContext = Pick<Context, 'clock' | 'db'>;
type Owner = { accountId: string };

/** @throws AppError notice_not_found */
export async function getNotice({ clock, db }: ReadContext, owner: Owner, id: string): Promise<Notice> {
  const [row] = await db.select().from(notice).where(eq(notice.id, id));
  const [shown] = await presentNotices(db, [authorize(row, owner, 'notice_not_found')], clock.now());
  if (!shown) throw new AppError('notice_not_found');
  return shown;
}

/** The notice, locked until the transaction ends. @throws AppError notice_not_found, notice_decided */
export async function lockOpenNotice(tx: Tx, owner: Owner, id: string): Promise<Authorized<NoticeRow>> {
  const [row] = await tx.select().from(notice).where(eq(notice.id, id)).for('update');
  const own = authorize(row, owner, 'notice_not_found');
  if (own.outcome !== null) throw new AppError('notice_decided');
  return own;
}

function ofStatus(status: NoticesQuery['status'], now: Date): SQL | undefined {
  if (status === 'open') return isNull(notice.outcome);
  if (status === 'overdue') return and(isNull(notice.outcome), lte(notice.dueAt, now));
  return status === 'decided' ? isNotNull(notice.outcome) : undefined;
}

/** Open ones by their next deadline, then decided ones, the newest first. */
export async function listNotices({ clock, db }: ReadContext, { accountId }: Owner, query: NoticesQuery): Promise<NoticeList> {
  const { page, limit, status, kind, media_id: mediaId } = query;
  const now = clock.now();
  const narrowed = [kind && eq(notice.kind, kind), mediaId === undefined ? undefined : eq(notice.mediaId, mediaId)];
  const where = and(eq(notice.accountId, accountId), ofStatus(status, now), ...narrowed);
  const rows = await db
    .select()
    .from(notice)
    .where(where)
    .orderBy(
      sql`${notice.outcome} is not null`,
      asc(sql`case when ${notice.outcome} is null then ${notice.dueAt} end`),
      desc(notice.decidedAt),
      asc(notice.id),
    )
    .limit(limit)
    .offset((page - 1) * limit);
  return { notices: await presentNotices(db, rows, now), pagination: { page, limit, total: await db.$count(notice, where) } };
}

/** How many wait for an answer, and how many of them are late. */
export async function countNotices({ clock, db }: ReadContext, { accountId }: Owner): Promise<{ open: number; overdue: number }> {
  const late = count(sql`case when ${lte(notice.dueAt, clock.now())} then 1 end`);
  const [found] = await db
    .select({ open: count(), overdue: late })
    .from(notice)
    .where(and(eq(notice.accountId, accountId), ofStatus('open', clock.now())));
  return found ?? { open: 0, overdue: 0 };
}

/** What the link of an acknowledgement shows. @throws AppError not_found */
export async function noticeStatus({ db, secrets }: Pick<Context, 'db' | 'secrets'>, token: string): Promise<PublicNotice> {
  const [id = '', signature = ''] = token.split('.');
  if (!z.uuid().safeParse(id).success || !secrets.verify('notice', id, signature)) throw new AppError('not_found');
  const [found] = await db
    .select({ row: notice, acknowledgement: noticeSettings.acknowledgement })
    .from(notice)
    .innerJoin(account, eq(account.id, notice.accountId))
    .leftJoin(noticeSettings, eq(noticeSettings.accountId, notice.accountId))
    .where(and(eq(notice.id, id), isNull(account.deletedAt)));
  if (!found) throw new AppError('not_found');
  const { number, receivedAt, dueAt, outcome, answer } = found.row;
  const times = { received_at: receivedAt.toISOString(), due_at: dueAt.toISOString() };
  const acknowledgement = found.acknowledgement ?? '';
  return { number, ...times, status: outcome === null ? 'open' : 'decided', outcome, answer, acknowledgement };
}
