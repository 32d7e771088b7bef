import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { accessToken } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** A file that arrives in parts, over any number of connections (tus.io). */
export const tusUpload = pgTable(
  'tus_upload',
  {
    id: id(),
    accountId: accountId(),
    accessTokenId: uuid().references(() => accessToken.id, { onDelete: 'set null' }),
    sizeBytes: integer().notNull(),
    /** What the sender is told to go on from. The whole size only once the item is there. */
    storedBytes: integer().notNull().default(0),
    /** `Upload-Metadata` as it was sent, and its known keys. */
    sentMetadata: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** `refused` by its last byte. What is no longer open is remembered for a day, so that a sender who asks again learns why. */
    state: text({ enum: ['open', 'done', 'refused', 'expired'] })
      .notNull()
      .default('open'),
    /** No reference: an item that is deleted later was made all the same. */
    mediaId: uuid(),
    /** The request that sends now, and until when: a lease by the database's clock. */
    leaseId: uuid(),
    leaseUntil: at(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('tus_upload_account').on(table.accountId, table.state),
    index('tus_upload_expiry').on(table.expiresAt),
    index('tus_upload_token').on(table.accessTokenId),
  ],
);

/** What arrived of it, in objects. A trigger names the object for removal when the row goes. */
export const tusPiece = pgTable(
  'tus_piece',
  {
    uploadId: uuid()
      .notNull()
      .references(() => tusUpload.id, { onDelete: 'cascade' }),
    /** Offset of its first byte. */
    position: integer().notNull(),
    objectKey: text().notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.position] })],
);
