import type { AnalyserFault } from '@clearframe/contract';
import { bigserial, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt } from './columns.ts';

/** Who may open the operator console: people named on the machine, no role of an account. */
export const operatorPerson = pgTable('operator_person', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
});

/**
 * What operators did by commands and in the console, append-only: triggers refuse every update, delete and truncate. It names
 * accounts, people and items by their ids alone, because it outlasts them.
 */
export const operatorLog = pgTable('operator_log', {
  seq: bigserial({ mode: 'number' }).primaryKey(),
  at: createdAt(),
  /** The user of the machine, and the machine: `root@moderation-1`; of the console `person` and the id. */
  actor: text().notNull(),
  /** The command, such as `storage check --remove`. */
  action: text().notNull(),
  /** What it was about; null = the whole installation. */
  subject: text(),
  reason: text(),
  /** Figures of what was done. Long commands write one entry as they begin and one as they end. */
  detail: jsonb().$type<Record<string, unknown>>(),
});

/**
 * How each analyser beside the built-in one answered lately, for the console. Each process writes a few times in ten seconds at
 * most, by the database's clock. Nothing of an answer, nor of what was asked.
 */
export const analyserState = pgTable('analyser_state', {
  /** As the setting ANALYSERS names it. */
  name: text().primaryKey(),
  answeredAt: at(),
  failedAt: at(),
  /** Of its newest failure. */
  fault: text().$type<AnalyserFault>(),
});
