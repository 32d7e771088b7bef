import { boolean, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at } from './columns.ts';

const userId = () =>
  uuid()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/** How much people are shown. An account without a row has the defaults. */
export const exposureSettings = pgTable('exposure_settings', {
  accountId: accountId().primaryKey(),
  perHour: integer().notNull(),
  perDay: integer().notNull(),
  breakMinutes: integer().notNull(),
  greyscale: boolean().notNull(),
  blur: boolean().notNull(),
  mute: boolean().notNull(),
});

/** What a person revealed on a day of UTC, kept for two days. It outlasts the item: whoever saw it has seen it. */
export const exposureReveal = pgTable(
  'exposure_reveal',
  { accountId: accountId(), userId: userId(), day: date().notNull(), mediaId: uuid().notNull(), at: at().notNull() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId, table.day, table.mediaId] }),
    index('exposure_reveal_day').on(table.day),
    index('exposure_reveal_user').on(table.userId),
  ],
);

/** How much that was, without saying what. */
export const exposureDay = pgTable(
  'exposure_day',
  { accountId: accountId(), userId: userId(), day: date().notNull(), count: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.userId] }),
    index('exposure_day_day').on(table.day),
    index('exposure_day_user').on(table.userId),
  ],
);

/** The last break of a person. After its end their hour is counted from there. */
export const exposureBreak = pgTable(
  'exposure_break',
  { accountId: accountId(), userId: userId(), until: at().notNull() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index('exposure_break_user').on(table.userId),
    index('exposure_break_until').on(table.until),
  ],
);
