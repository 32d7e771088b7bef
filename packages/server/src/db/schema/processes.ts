import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** Processes that work on this database now, on whatever machine. Each says every five seconds that it is there. */
export const processRow = pgTable('process', {
  id: id(),
  /** What it does, separated by commas: `http,jobs`. `api` and `analysis` of a version before. */
  role: text().notNull(),
  /** The machine, as people call it. */
  instance: text().notNull(),
  version: text().notNull(),
  startedAt: createdAt(),
  /** By the database's clock, like everything that is compared with it. */
  seenAt: createdAt(),
  /** The settings of the installation that it uses, as it started with them. null = a version that does not say. */
  settings: jsonb().$type<Record<string, string | null>>(),
});
