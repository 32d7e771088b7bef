import type { StoredPolicy } from '@clearframe/contract';
import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { createdAt } from './columns.ts';

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
