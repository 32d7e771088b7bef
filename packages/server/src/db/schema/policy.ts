import type { StoredPolicy } from '@clearframe/contract';
import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt } from './columns.ts';

/**
 * By what an account's items are judged: each save adds a version, and none is ever changed, because verdicts name them. An account
 * without any is judged by the default.
 */
export const policy = pgTable(
  'policy',
  {
    accountId: accountId(),
    number: integer().notNull(),
    /** null = a person who deleted their account. */
    createdBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    content: jsonb().$type<StoredPolicy>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.number] })],
);

/**
 * That what an account has is read now, because it began to want it: one row while that goes on. Jobs follow one another, and each belongs
 * to the run that stands here: a job of another run does nothing.
 */
export const writingBacklog = pgTable('writing_backlog', {
  accountId: accountId().primaryKey(),
  run: uuid().notNull(),
  /** When it was wanted: analyses that began before may have read nothing. */
  startedAt: at().notNull(),
  /** How many items there were; null = not counted yet. */
  total: integer(),
  done: integer().notNull().default(0),
});
