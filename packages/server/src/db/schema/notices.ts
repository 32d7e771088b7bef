import type { NoticeCopy } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, id } from './columns.ts';

/** What an account wants of notices from outside. Without a row: the defaults. */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    accountId: accountId().primaryKey(),
    enabled: boolean().notNull().default(false),
    noticeHours: integer().notNull().default(168),
    intro: text().notNull().default(''),
    acknowledgement: text().notNull().default(''),
    /** In the address of the public form. */
    formId: text().notNull(),
    /** Of the newest notice. Counted under the lock of this row. */
    lastNumber: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('notice_settings_form').on(table.formId)],
);

/** A notice of somebody outside about an item. It outlives the item, because it has to be answered anyway. */
export const notice = pgTable(
  'notice',
  {
    id: id(),
    accountId: accountId(),
    number: integer().notNull(),
    kind: text({ enum: ['dsa', 'take_it_down', 'copyright', 'child_safety', 'other'] }).notNull(),
    source: text({ enum: ['article_16', 'trusted_flagger', 'other'] }).notNull(),
    receivedAt: at().notNull(),
    acknowledgedAt: at(),
    dueAt: at().notNull(),
    itemUrl: text(),
    /** The linked item. No reference: it may go. */
    mediaId: uuid(),
    /** As they were found last; null = nobody has looked yet. */
    copies: jsonb().$type<Omit<NoticeCopy, 'flagged'>[]>(),
    /** The search ended before it had seen every item: there may be more copies. */
    copiesCut: boolean().notNull().default(false),
    ground: text({ enum: ['illegal', 'terms'] }).notNull(),
    legalReference: text(),
    explanation: text().notNull(),
    name: text(),
    email: text(),
    onBehalfOf: text(),
    signature: text(),
    /** What the team was reminded of: 0 nothing, 1 half, 2 soon, 3 overdue. */
    reminded: integer().notNull().default(0),
    /** null = open. */
    outcome: text({ enum: ['removed', 'restricted', 'no_action', 'not_found'] }),
    labelKey: text(),
    labelName: text(),
    decidedItems: uuid().array(),
    answer: text(),
    decidedAt: at(),
    /** Name of the person or the API token, as it was then. */
    decidedBy: text(),
  },
  (table) => [
    uniqueIndex('notice_number').on(table.accountId, table.number),
    index('notice_due').on(table.accountId, table.dueAt, table.id).where(sql`${table.outcome} is null`),
    index('notice_open').on(table.dueAt).where(sql`${table.outcome} is null`),
    index('notice_media').on(table.mediaId).where(sql`${table.mediaId} is not null`),
  ],
);
