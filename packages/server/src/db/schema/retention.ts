import { limits } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { check, integer, type PgColumn, pgTable } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { createdAt } from './columns.ts';

const { retentionMinDays, retentionMaxDays, retentionLogsMinDays } = limits;
const within = (column: PgColumn, least: number) =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(retentionMaxDays))}`;

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
    check('retention_safe', within(table.safeDays, retentionMinDays)),
    check('retention_flagged', within(table.flaggedDays, retentionMinDays)),
    check('retention_results', within(table.resultsDays, retentionMinDays)),
    check('retention_logs', within(table.logsDays, retentionLogsMinDays)),
  ],
);
