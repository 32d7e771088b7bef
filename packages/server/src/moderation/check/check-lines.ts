import { Category, CheckDoor, type CheckLine, type CheckList, type ChecksQuery, limits } from '@clearframe/contract';
import { and, count, desc, eq, gte, inArray, lt, lte, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { accessToken, checkLine } from '../../db/schema.ts';

const dayMs = 24 * 3_600_000;
/** Lines that one sweep removes at most. */
const AT_ONCE = 10_000;

/** Writes down that something was judged, in the transaction that ends it. */
export async function writeLines(db: Db | Tx, lines: (typeof checkLine.$inferInsert)[]): Promise<void> {
  if (lines.length > 0) await db.insert(checkLine).values(lines).onConflictDoNothing();
}

function conditions(accountId: string, { door, from, to }: ChecksQuery): SQL | undefined {
  return and(
    eq(checkLine.accountId, accountId),
    door && eq(checkLine.door, door),
    from === undefined ? undefined : gte(checkLine.at, new Date(from)),
    to === undefined ? undefined : lte(checkLine.at, new Date(`${to}T23:59:59.999Z`)),
  );
}

type Row = { line: typeof checkLine.$inferSelect; tokenName: string | null };

const toLine = ({ line, tokenName }: Row): CheckLine => ({
  at: line.at.toISOString(),
  door: CheckDoor.parse(line.door),
  token: line.tokenId === null ? null : { id: line.tokenId, name: tokenName },
  verdict: line.verdict,
  flagged_categories: line.flaggedCategories.map((name) => Category.parse(name)),
  policy_version: line.policyVersion,
});

/** What an account had judged without keeping it, the newest first. */
export async function listChecks({ db }: Pick<Context, 'db'>, accountId: string, query: ChecksQuery): Promise<CheckList> {
  const where = conditions(accountId, query);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ line: checkLine, tokenName: accessToken.name })
      .from(checkLine)
      .leftJoin(accessToken, and(eq(accessToken.id, checkLine.tokenId), eq(accessToken.accountId, accountId)))
      .where(where)
      .orderBy(desc(checkLine.at), desc(checkLine.id))
      .limit(limits.checksPerPage)
      .offset((query.page - 1) * limits.checksPerPage),
    db.select({ total: count() }).from(checkLine).where(where),
  ]);
  return {
    checks: rows.map(toLine),
    pagination: { page: query.page, limit: limits.checksPerPage, total: counted?.total ?? 0 },
  };
}

/** Removes lines that are older than thirty days. @returns how many */
export async function forgetCheckLines({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.checkLineDays * dayMs);
  const old = db.select({ id: checkLine.id }).from(checkLine).where(lt(checkLine.at, before)).limit(AT_ONCE);
  return (await db.delete(checkLine).where(inArray(checkLine.id, old)).returning({ id: checkLine.id })).length;
}
