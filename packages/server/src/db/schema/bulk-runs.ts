import type { BulkRun, ManualVerdict } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** One verdict for everything that a filter let through at the start. */
export const bulkRun = pgTable(
  'bulk_run',
  {
    id: id(),
    accountId: accountId(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    action: text().$type<ManualVerdict>().notNull(),
    label: text(),
    note: text(),
    state: text().$type<BulkRun['state']>().notNull().default('running'),
    /** Progress, as the last piece left it. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    claimed: integer().notNull().default(0),
    decided: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    undoUntil: at(),
    createdAt: createdAt(),
    finishedAt: at(),
  },
  (table) => [
    index('bulk_run_account').on(table.accountId, table.userId, table.createdAt),
    index('bulk_run_user').on(table.userId),
    index('bulk_run_open').on(table.createdAt).where(sql`${table.state} in ('running', 'undoing')`),
    index('bulk_run_finished').on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
  ],
);

/** One item of a run, as it stood at the start. */
export const bulkRunItem = pgTable(
  'bulk_run_item',
  {
    runId: uuid()
      .notNull()
      .references(() => bulkRun.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** No reference: an item that is deleted meanwhile was in the run all the same. */
    mediaId: uuid().notNull(),
    /** The newest decision at the start. One that came later stands. */
    lastDecision: uuid(),
    /** null = not done yet. `kept`: decided, and it could not be taken back. */
    outcome: text().$type<'done' | 'claimed' | 'decided' | 'failed' | 'undone' | 'kept'>(),
    /** What the run decided. */
    decisionId: uuid(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
);
