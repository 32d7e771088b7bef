import type { BatchItemInput } from '@clearframe/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { accessToken } from './accounts.ts';
import { createdAt, id } from './columns.ts';

/** Addresses that a program sent to be uploaded as one job. */
export const batch = pgTable(
  'batch',
  {
    id: id(),
    accountId: accountId(),
    accessTokenId: uuid().references(() => accessToken.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index('batch_account').on(table.accountId, table.createdAt), index('batch_created').on(table.createdAt)],
);

/** One address of a batch: open until it has an item or a refusal. */
export const batchItem = pgTable(
  'batch_item',
  {
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    input: jsonb().$type<BatchItemInput>().notNull(),
    /** Written with the item and its reserved frame. No reference: an item that is deleted later was made all the same. */
    mediaId: uuid(),
    errorCode: text(),
    errorMessage: text(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.position] })],
);
