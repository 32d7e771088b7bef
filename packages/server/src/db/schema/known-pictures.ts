import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';
import { media } from './media.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const list = () => text({ enum: ['block', 'allow'] }).notNull();

/** What an account wants of its known pictures, and how far its counters are. */
export const knownState = pgTable('known_state', {
  accountId: accountId().primaryKey(),
  /** Pictures that look like one of the allow list are passed. */
  passKnown: boolean().notNull().default(false),
  /** Of the picture that was added last. Counted under the lock of this row, so that none becomes visible after a later one. */
  lastPosition: bigint({ mode: 'number' }).notNull().default(0),
  /** Rises when many pictures go at once: what processes hold of the account is read anew then. */
  epoch: integer().notNull().default(0),
});

/** A list of hashes that was imported in one go. */
export const knownImport = pgTable(
  'known_import',
  { id: id(), accountId: accountId(), list: list(), name: text().notNull(), createdAt: createdAt() },
  (table) => [index('known_import_account').on(table.accountId, table.createdAt)],
);

/** A picture that an account recognises when it comes again: the hash of an item that was decided, or an imported one. */
export const knownPicture = pgTable(
  'known_picture',
  {
    id: id(),
    accountId: accountId(),
    position: bigint({ mode: 'number' }).notNull(),
    list: list(),
    /** The 256 bits of its PDQ hash. */
    pdq: bytes().notNull(),
    /** null = the imported list did not say. */
    quality: integer(),
    /** The hash outlives its item. */
    mediaId: uuid().references(() => media.id, { onDelete: 'set null' }),
    importId: uuid().references(() => knownImport.id, { onDelete: 'cascade' }),
    note: text(),
    /** When it was decided or imported. */
    decidedAt: at().notNull(),
  },
  (table) => [
    uniqueIndex('known_picture_position').on(table.accountId, table.position),
    uniqueIndex('known_picture_media').on(table.mediaId),
    uniqueIndex('known_picture_imported').on(table.accountId, table.list, table.pdq).where(sql`${table.importId} is not null`),
    index('known_picture_list').on(table.accountId, table.list, table.decidedAt.desc().nullsFirst(), table.id),
    index('known_picture_import').on(table.importId),
  ],
);
