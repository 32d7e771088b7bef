import { eq, getTableColumns, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/client.ts';
import * as schema from '../db/schema.ts';

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/**
 * What stays although it names an account: held items with what was decided on them, the log that outlives everything, invoices, that
 * the trial was used, what a payment provider still has to be told, and objects under way, which the sweep would not find without
 * their rows.
 */
const accountKept: readonly PgTable[] = [
  ...[schema.media, schema.decision, schema.machineVerdict],
  ...[schema.securityEvent, schema.invoice, schema.trialGrant, schema.providerTask, schema.pendingObject],
];
/** Decisions belong to the item. */
const userKept: readonly PgTable[] = [schema.decision, schema.securityEvent];

async function clear(tx: Tx, column: 'accountId' | 'userId', id: string, kept: readonly PgTable[]): Promise<void> {
  for (const table of tables) {
    const columns: Record<string, PgColumn> = getTableColumns(table);
    const owner = columns[column];
    if (owner && !kept.includes(table)) await tx.delete(table).where(eq(owner, id));
  }
}

/**
 * Removes every row of an account whose own row must stay because an item of it is held. Read from the tables themselves, so that
 * one that is added later is not forgotten.
 */
export const clearAccountRows = (tx: Tx, accountId: string) => clear(tx, 'accountId', accountId, accountKept);

/** The same for a person who uploaded a held item. */
export const clearUserRows = (tx: Tx, userId: string) => clear(tx, 'userId', userId, userKept);
