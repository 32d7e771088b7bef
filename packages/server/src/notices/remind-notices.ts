import { NoticeLevel } from '@clearframe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { account, membership, notice, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeDueMail } from '../mail/templates/notice-mails.ts';
import { tellOfDueNotice } from './tell-notices.ts';

type RemindContext = Pick<Context, 'clock' | 'config' | 'db' | 'live' | 'queue' | 'secrets'>;

const levels = NoticeLevel.options;
/** Reminders that one run makes at most. */
const RUN_MAX = 500;

/** How many of the three moments have passed by then: half of the time, three quarters, all of it. */
const passed = (now: Date) => {
  const part = sql`extract(epoch from (${now.toISOString()}::timestamptz - ${notice.receivedAt}))
    / nullif(extract(epoch from (${notice.dueAt} - ${notice.receivedAt})), 0)`;
  return sql<number>`(case when ${part} >= 1 then 3 when ${part} >= 0.75 then 2 when ${part} >= 0.5 then 1 else 0 end)`;
};

/**
 * Reminds owner and moderators of open notices whose time passes, each level once. After a standstill, only the level that holds now
 * is told.
 * The mark, the mails and the events are one transaction.
 * @returns how many notices
 */
export async function remindNotices(context: RemindContext, signal?: AbortSignal): Promise<number> {
  const { clock, db } = context;
  let count = 0;
  while (count < RUN_MAX) {
    signal?.throwIfAborted();
    const did = await db.transaction(async (tx) => {
      const level = passed(clock.now());
      const [due] = await tx
        .select({ row: notice, level })
        .from(notice)
        .innerJoin(account, eq(account.id, notice.accountId))
        .where(and(isNull(notice.outcome), isNull(account.deletedAt), sql`${level} > ${notice.reminded}`))
        .orderBy(notice.dueAt)
        .limit(1)
        .for('update', { of: notice, skipLocked: true });
      const name = levels[(due?.level ?? 0) - 1];
      if (!due || name === undefined) return false;
      await tx.update(notice).set({ reminded: due.level }).where(eq(notice.id, due.row.id));
      await tellOfDueNotice(context, tx, name, due.row);
      const people = await tx
        .select({ email: user.email })
        .from(membership)
        .innerJoin(user, eq(user.id, membership.userId))
        .where(and(eq(membership.accountId, due.row.accountId), inArray(membership.role, ['owner', 'moderator'])));
      const { number, dueAt } = due.row;
      const what = { number, dueAt, level: name, url: `${context.config.publicUrl}/dashboard/notices/${due.row.id}` };
      for (const { email } of people) await queueMail(context, noticeDueMail({ to: email, ...what }), tx);
      return true;
    });
    if (!did) return count;
    count += 1;
  }
  return count;
}
