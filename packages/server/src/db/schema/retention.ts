import { retentionLimits } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { check, integer, type PgColumn, pgTable } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { createdAt } from './columns.ts';

const { minDays, maxDays, logsMinDays } = retentionLimits;
const within = (column: PgColumn, least: number) =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(maxDays))}`;

/** For how many days an account keeps what; null = for ever. No row = everything. Upper bounds of the operator hold beside it. */
export const retention = pgTable(
  'retention',
  {
    accountId: accountId().primaryKey(),
    /** Items that are safe. */
    safeDays: integer(),
    /** Items that are flagged, or wait for a person. */
    flaggedDays: integer(),
    /** What the analysis of an item said, while the item stays. */
    resultsDays: integer(),
    /** Deliveries, and lines of the security log. */
    logsDays: integer(),
    updatedAt: createdAt(),
  },
  (table) => [
    check('retention_safe', within(table.safeDays, minDays)),
    check('retention_flagged', within(table.flaggedDays, minDays)),
    check('retention_results', within(table.resultsDays, minDays)),
    check('retention_logs', within(table.logsDays, logsMinDays)),
  ],
);
