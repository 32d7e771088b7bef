import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';
import { statement } from './statements.ts';

/** Where an account reports its statements. No row = nowhere. */
export const transparencySettings = pgTable('transparency_settings', {
  accountId: accountId().primaryKey(),
  enabled: boolean().notNull(),
  apiUrl: text().notNull(),
  /** Sealed under the key outside the database; null = there is none. */
  tokenSealed: text(),
  territorialScope: text().array().notNull(),
  contentLanguage: text(),
  updatedAt: createdAt(),
});

/** What the database of the EU said of a statement. No row = it was not asked. */
export const reportedStatement = pgTable(
  'reported_statement',
  {
    statementId: uuid()
      .primaryKey()
      .references(() => statement.id, { onDelete: 'cascade' }),
    accountId: accountId(),
    state: text({ enum: ['sent', 'refused'] }).notNull(),
    /** Its id there; null = refused, or the database knew it already. */
    uuid: text(),
    /** Why it was refused. */
    errors: jsonb().$type<{ path: string; message: string }[]>(),
    /** SHA-256 of what was refused: another text is tried again. */
    refusedHash: text(),
    at: at().notNull(),
  },
  (table) => [index('reported_statement_account').on(table.accountId)],
);

/** One walk over what was not sent: a dry run, or sending. It can go on where it was. */
export const transparencyRun = pgTable(
  'transparency_run',
  {
    id: id(),
    accountId: accountId(),
    dryRun: boolean().notNull(),
    state: text({ enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** Statements of this period alone; null = from the first, to the last. */
    fromAt: at(),
    toAt: at(),
    /** The last number of a statement that belongs to it, and the last that is done. */
    until: integer().notNull(),
    position: integer().notNull().default(0),
    total: integer().notNull(),
    valid: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    calls: integer().notNull().default(0),
    error: text(),
    createdAt: createdAt(),
    finishedAt: at(),
  },
  (table) => [
    index('transparency_run_account').on(table.accountId, table.createdAt),
    index('transparency_run_open').on(table.createdAt).where(sql`${table.finishedAt} is null`),
  ],
);
