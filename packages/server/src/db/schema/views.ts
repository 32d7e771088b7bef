import type { SavedView } from '@clearframe/contract';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { createdAt, id } from './columns.ts';

/** Filters of Content Review that a person keeps under a name. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    accountId: accountId(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    filter: jsonb().$type<SavedView['filter']>().notNull(),
    shared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('saved_view_account').on(table.accountId, table.userId), index('saved_view_user').on(table.userId)],
);
