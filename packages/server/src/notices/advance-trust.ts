import { getTableColumns, is, sql } from 'drizzle-orm';
import { type PgTable, PgTimestamp } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import * as schema from '../db/schema.ts';
import { writeStatements } from '../statements/write-statements.ts';
import { remindNotices } from './remind-notices.ts';

type AdvanceContext = Pick<Context, 'clock' | 'config' | 'db' | 'fileUrls' | 'live' | 'queue' | 'secrets'>;
type Advanced = { advanced_ms: number; reminders: number; statements: number };

/** The tables whose dates are dates of trust. */
const tables: readonly PgTable[] = [
  ...[schema.notice, schema.exposureReveal, schema.exposureBreak],
  ...[schema.statement, schema.appeal, schema.reportedStatement, schema.transparencyRun],
  ...[schema.decision, schema.claim, schema.authorErasure, schema.tusUpload],
];

const dayMs = 86_400_000;
const sweepMs = 30_000;
/** Days further back than any row has: rows move there first, so that none meets its neighbour of the day before. */
const away = 100_000;

/**
 * Lets time pass for decisions, strikes, notices, statements, appeals, what is sent of them, unfinished uploads, and what people revealed,
 * and for nothing else: every date of theirs is moved back, and what falls due is done. For trying deadlines out on one's own machine.
 */
export async function advanceTrust(context: AdvanceContext, ms: number): Promise<Advanced> {
  await context.db.transaction(async (tx) => {
    for (const table of tables) {
      const dates = Object.entries(getTableColumns(table)).filter(([, column]) => is(column, PgTimestamp));
      const older = dates.map(([name, column]) => [name, sql`${column} - ${ms} * interval '1 millisecond'`]);
      await tx.update(table).set(Object.fromEntries(older));
    }
    const days = Math.floor(ms / dayMs);
    for (const step of days > 0 ? [away, days - away] : [])
      for (const table of [schema.exposureReveal, schema.exposureDay])
        await tx.update(table).set({ day: sql`${table.day} - ${step}::int` });
  });
  const statements = await writeStatements(context, AbortSignal.timeout(sweepMs));
  return { advanced_ms: ms, reminders: await remindNotices(context), statements };
}
