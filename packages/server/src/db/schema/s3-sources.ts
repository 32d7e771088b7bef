import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

/** A bucket of a customer that sends events of its objects. Its keys and its address are sealed under the key outside the database. */
export const s3Source = pgTable(
  's3_source',
  {
    id: id(),
    accountId: accountId(),
    name: text().notNull(),
    endpoint: text().notNull(),
    region: text().notNull(),
    bucket: text().notNull(),
    prefix: text().notNull(),
    accessKeyId: text().notNull(),
    secretKeySealed: text().notNull(),
    pathStyle: boolean().notNull(),
    answerTags: boolean().notNull(),
    isActive: boolean().notNull(),
    /** SHA-256 of the secret in the address for events; the one before works until `oldEventsUntil`, by the database's clock. */
    eventsHash: text().notNull().unique(),
    eventsSealed: text().notNull(),
    oldEventsHash: text().unique(),
    oldEventsUntil: at(),
    lastEventAt: at(),
    createdAt: createdAt(),
  },
  (table) => [index('s3_source_account').on(table.accountId, table.createdAt)],
);

/** An object that an event named: the row is its place in the queue, once to be judged and then whenever its verdict changes. */
export const s3Object = pgTable(
  's3_object',
  {
    id: id(),
    accountId: accountId(),
    sourceId: uuid()
      .notNull()
      .references(() => s3Source.id, { onDelete: 'cascade' }),
    bucket: text().notNull(),
    key: text().notNull(),
    versionId: text(),
    etag: text().notNull(),
    /** The version, or else the ETag: what makes two events of a key the same. */
    revision: text().notNull(),
    /** Of the event, 64 hexadecimal digits: which of two events of a key came later. null = the provider has none. */
    sequencer: text(),
    /** `taken` = it is an item, with or without a verdict. */
    state: text({ enum: ['waiting', 'taken', 'failed'] })
      .notNull()
      .default('waiting'),
    /** No reference: what became of an item that is deleted stays known, or a late event would have it judged again. */
    mediaId: uuid(),
    error: text(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at().notNull().defaultNow(),
    /** Its tags say something else than its verdict, from then on. A trigger of `media` writes it. null = nothing is to be written. */
    tagDueAt: at(),
    tagAttempts: integer().notNull().default(0),
    taggedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('s3_object_once').on(table.sourceId, table.bucket, table.key, table.revision),
    index('s3_object_source').on(table.sourceId, table.createdAt.desc().nullsFirst(), table.id),
    index('s3_object_account').on(table.accountId),
    index('s3_object_media').on(table.mediaId).where(sql`${table.mediaId} is not null`),
    index('s3_object_waiting').on(table.nextAttemptAt).where(sql`${table.state} = 'waiting'`),
    index('s3_object_tag').on(table.tagDueAt).where(sql`${table.tagDueAt} is not null`),
  ],
);
