import type { LabelContent } from '@clearframe/contract';
import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { createdAt, id } from './columns.ts';

/** Reasons for a Fail: an account's own ones, and what it changed of the built-in ones (labels/read-labels.ts). */
export const label = pgTable(
  'label',
  {
    id: id(),
    accountId: accountId(),
    key: text().notNull(),
    content: jsonb().$type<Omit<LabelContent, 'key'>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('label_key').on(table.accountId, table.key)],
);
