import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, createdAt, id } from './columns.ts';

/** Backups that were begun. While one runs, nothing removes files: rows of its snapshot name them. */
export const backup = pgTable('backup', {
  id: id(),
  /** A folder, or `s3://bucket/folder`. */
  target: text().notNull(),
  /** Before its snapshot, so that what is in it is at least as new. */
  startedAt: createdAt(),
  /** Renewed as it gets on, so that one that died keeps files no longer. null = it has ended. */
  filesStayUntil: at(),
  /** null = it is not whole. */
  finishedAt: at(),
  files: integer(),
  sizeBytes: bigint({ mode: 'number' }),
});
