import { and, asc, count, eq, gt, gte, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { decision, media, reportedStatement, statement } from '../db/schema.ts';
import { holds } from '../statements/read-statements.ts';
import type { Reported } from './to-dsa-statement.ts';

/** Which of an account's statements. Times are those at which they were written. */
export type Asked = { accountId: string; from?: Date | null; to?: Date | null; above?: number; until?: number };
/** A statement that the database does not have, and what it said the last time. */
export type Unsent = Reported & {
  number: number;
  refused: { hash: string | null; errors: { path: string; message: string }[] } | null;
};

function isUnsent(db: Db | Tx, { accountId, from, to, above, until }: Asked): SQL | undefined {
  return and(
    eq(statement.accountId, accountId),
    or(isNull(reportedStatement.statementId), ne(reportedStatement.state, 'sent')),
    from ? gte(statement.createdAt, from) : undefined,
    to ? lt(statement.createdAt, to) : undefined,
    above === undefined ? undefined : gt(statement.number, above),
    until === undefined ? undefined : lte(statement.number, until),
    holds(db),
  );
}

/** Ids made by this server begin with their time (UUID version 7). */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)) : null;
}

/** The statement outlives its item: then the item's id tells when it came, and the statement's fixed words of which kind it was. */
function uploadOf(row: typeof statement.$inferSelect, item: { createdAt: Date; video: unknown } | null) {
  if (item) return { isVideo: item.video !== null, uploadedAt: item.createdAt };
  const made = timeOf(row.mediaId);
  const uploadedAt = made !== null && made <= row.createdAt ? made : row.createdAt;
  return { isVideo: / the video[ .]/.test(row.content.facts), uploadedAt };
}

/** In the order of their numbers. */
export async function unsentStatements(
  db: Db,
  asked: Asked,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Unsent[]> {
  const rows = await db
    .select({
      row: statement,
      item: { createdAt: media.createdAt, video: media.video },
      hasItem: media.id,
      decidedAt: decision.at,
      state: reportedStatement.state,
      errors: reportedStatement.errors,
      hash: reportedStatement.refusedHash,
    })
    .from(statement)
    .leftJoin(reportedStatement, eq(reportedStatement.statementId, statement.id))
    .leftJoin(media, eq(media.id, statement.mediaId))
    .leftJoin(decision, eq(decision.id, statement.decisionId))
    .where(isUnsent(db, asked))
    .orderBy(asc(statement.number))
    .limit(limit)
    .offset(offset);
  return rows.map(({ row, item, hasItem, decidedAt, state, errors, hash }) => ({
    id: row.id,
    number: row.number,
    content: row.content,
    ...uploadOf(row, hasItem === null ? null : item),
    decidedAt: decidedAt ?? row.createdAt,
    reversedAt: row.reversedAt,
    refused: state === 'refused' ? { hash, errors: errors ?? [] } : null,
  }));
}

export async function countUnsent(db: Db | Tx, asked: Asked): Promise<number> {
  const [found] = await db
    .select({ total: count() })
    .from(statement)
    .leftJoin(reportedStatement, eq(reportedStatement.statementId, statement.id))
    .where(isUnsent(db, asked));
  return found?.total ?? 0;
}
