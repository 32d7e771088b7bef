import { type AuditEntry, type AuditHead, auditBeginning, type Pagination } from '@clearframe/contract';
import { and, asc, count, desc, eq, gt, gte, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { auditEntry, auditHead } from '../db/schema.ts';
import { chainEntries, unhashed } from './chain-entries.ts';

type AuditContext = Pick<Context, 'db'>;
type Query = { from?: string | undefined; to?: string | undefined; action?: string | undefined; page: number; limit: number };

const view = (row: typeof auditEntry.$inferSelect): AuditEntry => ({
  ...unhashed(row),
  hash: row.hash,
});

/** One page of an account's log, newest first. What happened until now is in it. */
export async function listAudit(
  context: AuditContext,
  accountId: string,
  { from, to, action, page, limit }: Query,
): Promise<{ entries: AuditEntry[]; pagination: Pagination }> {
  await chainEntries(context, accountId);
  const { db } = context;
  const which = and(
    eq(auditEntry.accountId, accountId),
    from === undefined ? undefined : gte(auditEntry.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntry.at, new Date(to)),
    action === undefined ? undefined : eq(auditEntry.action, action),
  );
  const ofPage = db
    .select()
    .from(auditEntry)
    .where(which)
    .orderBy(desc(auditEntry.seq))
    .limit(limit)
    .offset((page - 1) * limit);
  const [rows, counted] = await Promise.all([ofPage, db.select({ total: count() }).from(auditEntry).where(which)]);
  return { entries: rows.map(view), pagination: { page, limit, total: counted[0]?.total ?? 0 } };
}

/** The end of an account's chain: whoever notes it can tell later that nothing before it was changed or left out. */
export async function readAuditHead(context: AuditContext, accountId: string): Promise<AuditHead> {
  await chainEntries(context, accountId);
  const [head] = await context.db.select().from(auditHead).where(eq(auditHead.accountId, accountId));
  return head ? { seq: head.seq, hash: head.hash } : { seq: 0, hash: auditBeginning };
}

/** Entries that are in memory at a time. */
const pageSize = 1_000;

/** An account's whole log, oldest first. */
export async function* auditPages(context: AuditContext, accountId: string): AsyncGenerator<AuditEntry[]> {
  await chainEntries(context, accountId);
  for (let last = 0; ; ) {
    const page = await context.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.accountId, accountId), gt(auditEntry.seq, last)))
      .orderBy(asc(auditEntry.seq))
      .limit(pageSize);
    yield page.map(view);
    last = page.at(-1)?.seq ?? last;
    if (page.length < pageSize) return;
  }
}
