import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt } from './columns.ts';

/** How far a comparison of rows and objects came, so that the next one goes on there. */
export type CheckPosition = {
  phase: 'objects' | 'rows' | 'done';
  /** The last key or id that was looked at. */
  after: string;
  objects: number;
  unknown: number;
  /** Files that rows name. */
  rows: number;
  missing: number;
};

/** How far files are moved from one storage to another. Until it is finished both are needed. */
export type MovePosition = {
  to: 'disk' | 's3';
  phase: 'items' | 'rest' | 'copied' | 'finished';
  /** The last id or key whose files were copied. */
  after: string;
  items: number;
  copied: number;
  copiedBytes: number;
};

/** What all machines have in common, so that one with other settings is refused. */
export type InstalledSettings = {
  /** By the variable that sets it; null = nothing. Of SECRET_KEY a check value. Names of a newer version may be among them. */
  values: Record<string, string | null>;
  /** The machine whose start wrote them; null = `clearframe settings apply`. */
  by: string | null;
  /** By the database's clock. */
  at: string;
};

/** Where the rows of this database are going, or went. The copy has the same mark until it is known to be whole. */
export type DatabaseMove = {
  state: 'moving' | 'moved';
  /** The other database, without its password. */
  to: string;
  /** By the database's clock. */
  at: string;
};

/** Which installation this database belongs to. The storage holds the same id in `clearframe-installation.json`. */
export const installation = pgTable(
  'installation',
  {
    /** The key takes one value, so there is one row. */
    only: boolean().primaryKey().default(true),
    id: uuid().notNull(),
    createdAt: createdAt(),
    /** When quarantine and broken-off puts were last looked through. */
    tidiedAt: at(),
    /** null = no comparison was broken off. */
    checkPosition: jsonb().$type<CheckPosition>(),
    /** null = files were never moved. */
    movePosition: jsonb().$type<MovePosition>(),
    /** null = no machine has said them yet. */
    settings: jsonb().$type<InstalledSettings>(),
    /** null = this is the database. Otherwise no server starts on it. */
    databaseMove: jsonb().$type<DatabaseMove>(),
  },
  (table) => [check('installation_only', sql`${table.only}`)],
);

/**
 * Objects that are being stored and that no row names yet. Whoever names one deletes its row here in the same transaction. What stays
 * was cut off. No reference to the account: the row must outlast it.
 */
export const pendingObject = pgTable(
  'pending_object',
  { key: text().primaryKey(), accountId: uuid().notNull(), createdAt: createdAt() },
  (table) => [index('pending_object_created').on(table.createdAt), index('pending_object_account').on(table.accountId)],
);

/**
 * Objects that a transaction made superfluous, named in that transaction.
 * A job removes them. Triggers of `media` and `data_export` write most.
 */
export const objectRemoval = pgTable(
  'object_removal',
  { key: text().primaryKey(), notBefore: at().notNull().defaultNow(), tries: integer().notNull().default(0) },
  (table) => [index('object_removal_due').on(table.notBefore)],
);
