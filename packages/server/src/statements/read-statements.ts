import { AppError, type PublicStatement, type Statement, type StatementList, type StatementsQuery } from '@clearframe/contract';
import { and, desc, eq, exists, gte, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { account, appeal, decision, statement } from '../db/schema.ts';
import { authorize } from '../security/authorized.ts';
import type { AppealRow } from './appeal-row.ts';
import { statementOf, statementToken } from './statement-token.ts';

export type StatementContext = Pick<Context, 'config' | 'db' | 'secrets'>;
export type StatementRow = typeof statement.$inferSelect;
export type Stated = { row: StatementRow; appealed: AppealRow | null };

/** A decision that was undone after all, by a machine whose clock is late, takes its statement with it. */
export const holds = (db: Db | Tx): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(decision)
      .where(and(eq(decision.id, statement.decisionId), sql`${decision.undoneAt} is not null`)),
  );

/** Nobody answers for an account that is being deleted. */
const ofOpenAccount = (db: Db): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(account)
      .where(and(eq(account.id, statement.accountId), isNull(account.deletedAt))),
  );

const some = (db: Db | Tx, where: SQL | undefined) =>
  db
    .select({ row: statement, appealed: appeal })
    .from(statement)
    .leftJoin(appeal, eq(appeal.statementId, statement.id))
    .where(and(where, holds(db)));

/** For whoever was told the link. */
export function publicStatement(context: Pick<Context, 'config' | 'secrets'>, { row, appealed }: Stated): PublicStatement {
  const { platformName: _platform, synthetic: _synthetic, words: _words, contact, outOfCourt, ...content } = row.content;
  const url = `${context.config.publicUrl}/statement/${statementToken(context, row.id)}`;
  return {
    id: row.id,
    number: row.number,
    created_at: row.createdAt.toISOString(),
    ...content,
    redress: { appeal_url: `${url}#appeal`, appeal_until: row.appealUntil.toISOString(), contact, out_of_court: outOfCourt },
    url,
    appeal: appealed && {
      status: appealed.decidedAt === null ? 'open' : 'decided',
      outcome: appealed.outcome,
      answer: appealed.answer,
      decided_at: appealed.decidedAt?.toISOString() ?? null,
    },
    reversed_at: row.reversedAt?.toISOString() ?? null,
  };
}

/** For the account, and whom it tells. */
export function presentStatement(context: Pick<Context, 'config' | 'secrets'>, stated: Stated): Statement {
  const { mediaId: media_id, decisionId: decision_id, authorId: author_id } = stated.row;
  return { ...publicStatement(context, stated), media_id, decision_id, author_id };
}

/** @throws AppError statement_not_found, also for one of another account */
export async function findStatement(db: Db | Tx, accountId: string, id: string): Promise<Stated> {
  const [found] = await some(db, eq(statement.id, id));
  authorize(found?.row, { accountId }, 'statement_not_found');
  if (!found) throw new AppError('statement_not_found');
  return found;
}

/** @throws AppError statement_not_found for a token that is none of ours, where the decision was undone or the account is deleted */
export async function openStatement(context: StatementContext, token: string): Promise<Stated> {
  const id = statementOf(context, token);
  const [found] = id === null ? [] : await some(context.db, and(eq(statement.id, id), ofOpenAccount(context.db)));
  if (!found) throw new AppError('statement_not_found');
  return found;
}

/** @throws AppError statement_not_found */
export async function getStatement(context: StatementContext, accountId: string, id: string): Promise<Statement> {
  return presentStatement(context, await findStatement(context.db, accountId, id));
}

/** One page, newest first. */
export async function listStatements(
  context: StatementContext,
  accountId: string,
  query: StatementsQuery,
): Promise<StatementList> {
  const { db } = context;
  const { page, limit, author, media_id: mediaId, from, to } = query;
  const where = and(
    eq(statement.accountId, accountId),
    author === undefined ? undefined : eq(statement.authorId, author),
    mediaId === undefined ? undefined : eq(statement.mediaId, mediaId),
    from === undefined ? undefined : gte(statement.createdAt, new Date(from)),
    to === undefined ? undefined : lt(statement.createdAt, new Date(to)),
  );
  const rows = await some(db, where)
    .orderBy(desc(statement.number))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await db.$count(statement, and(where, holds(db)));
  return { statements: rows.map((stated) => presentStatement(context, stated)), pagination: { page, limit, total } };
}
