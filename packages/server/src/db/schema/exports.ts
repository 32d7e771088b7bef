import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** A file that a background job makes for a person, with its progress. */
export const dataExport = pgTable(
  'data_export',
  {
    id: id(),
    accountId: accountId(),
    /** null = a program asked for it by its token. */
    userId: uuid().references(() => user.id, { onDelete: 'cascade' }),
    /**
     * `account` = everything as JSON and files; `media_list` = the filtered list as CSV; `usage` and `quality` = figures as CSV;
     * `known` = a list of known pictures; `audit` = the audit log; `transparency` = figures of what is restricted; `author` = all
     * that is held about one author, as JSON and files.
     */
    kind: text({ enum: ['account', 'media_list', 'usage', 'quality', 'known', 'audit', 'transparency', 'author'] }).notNull(),
    /** What the list is filtered by, or the period of the figures. */
    parameters: jsonb().$type<unknown>(),
    state: text({ enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** Items written so far, of how many. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    objectKey: text(),
    sizeBytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    finishedAt: at(),
    /** The file is removed then. */
    expiresAt: at(),
  },
  (table) => [index('data_export_account').on(table.accountId, table.createdAt), index('data_export_expiry').on(table.expiresAt)],
);
