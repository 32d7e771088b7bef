import type { AuditEntry } from '@clearframe/contract';
import { bigint, bigserial, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at } from './columns.ts';

/** Who did what to what. */
const act = () => ({
  at: at().notNull(),
  actorType: text({ enum: ['person', 'token', 'rule', 'operator'] }).notNull(),
  actorId: text(),
  actorName: text(),
  action: text().notNull(),
  subjectType: text().notNull(),
  subjectId: text(),
  detail: jsonb().$type<AuditEntry['detail']>().notNull(),
});

/** Acts in the order of their transactions' ends, each with the hash of the one before. A trigger refuses every change. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    accountId: accountId(),
    seq: bigint({ mode: 'number' }).notNull(),
    ...act(),
    prevHash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.seq] }),
    index('audit_entry_action').on(table.accountId, table.action, table.seq),
    index('audit_entry_at').on(table.accountId, table.at),
  ],
);

/** Acts that are done and have no place in the chain yet: they are moved to it within a minute, and before anybody reads. */
export const auditWaiting = pgTable(
  'audit_waiting',
  { id: bigserial({ mode: 'number' }).primaryKey(), accountId: accountId(), ...act() },
  (table) => [index('audit_waiting_account').on(table.accountId, table.id)],
);

/** The end of each account's chain. Whoever adds to it has the row locked. */
export const auditHead = pgTable('audit_head', {
  accountId: accountId().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});
