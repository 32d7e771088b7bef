import { bigserial, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/**
 * What operators did by commands, append-only: triggers refuse every update, delete and truncate. It names accounts, people and items
 * by their ids alone, because it outlasts them.
 */
export const operatorLog = pgTable('operator_log', {
  seq: bigserial({ mode: 'number' }).primaryKey(),
  at: createdAt(),
  /** The user of the machine, and the machine: `root@moderation-1`. */
  actor: text().notNull(),
  /** The command, such as `storage check --remove`. */
  action: text().notNull(),
  /** What it was about; null = the whole installation. */
  subject: text(),
  reason: text(),
  /** Figures of what was done. Long commands write one entry as they begin and one as they end. */
  detail: jsonb().$type<Record<string, unknown>>(),
});
