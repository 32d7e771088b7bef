import { and, asc, eq, gt } from 'drizzle-orm';
import { reportedStatement, transparencyRun } from '../../db/schema.ts';
import { readTransparencySettings } from '../../transparency/transparency-settings.ts';
import type { MakerContext } from '../export-maker.ts';

type FactsContext = Pick<MakerContext, 'db'>;
const pageSize = 1_000;

/** Where statements are reported, without the token, and each run. */
export async function transparencyFacts({ db }: FactsContext, accountId: string) {
  const rows = await db
    .select()
    .from(transparencyRun)
    .where(eq(transparencyRun.accountId, accountId))
    .orderBy(asc(transparencyRun.createdAt));
  const runs = rows.map(({ accountId: _account, until: _until, position: _position, ...told }) => told);
  return { settings: await readTransparencySettings(db, accountId), runs };
}

/** Lines of reported-statements.jsonl. */
export async function* reportedLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last: string | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(reportedStatement)
      .where(
        and(eq(reportedStatement.accountId, accountId), last === undefined ? undefined : gt(reportedStatement.statementId, last)),
      )
      .orderBy(asc(reportedStatement.statementId))
      .limit(pageSize);
    yield page.map(({ accountId: _account, refusedHash: _hash, ...told }) => told);
    last = page.at(-1)?.statementId;
    if (page.length < pageSize) return;
  }
}
