import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Fewer dead rows cost nothing that anybody notices. */
const manyRows = 100_000;
/** PostgreSQL takes no writes from about 2,146 million on, and clears by itself from 200 million. */
const latePast = 1_000_000_000;
const endNear = 1_800_000_000;

type Table = { name: string; live: number; dead: number };

export function judgeDeadRows(worst: Table | null): Finding {
  const check = 'dead rows';
  if (worst === null || worst.dead < manyRows || worst.dead < worst.live)
    return ok(check, 'No table holds more dead rows than live ones.');
  const { name, live, dead } = worst;
  return warning(
    check,
    `The table ${name} holds ${dead} dead rows beside ${live} live ones, which makes it slow.`,
    `See whether autovacuum is on and no transaction stays open. By hand: vacuum ${name};`,
  );
}

export function judgeTransactionNumbers(used: number): Finding {
  const check = 'transaction numbers';
  const found = `${Math.round(used / 1_000_000)} million of about 2,100 million numbers of transactions wait to be cleared.`;
  if (used < latePast) return ok(check, found);
  const mend = 'Run vacuum as a superuser, and see why autovacuum does not: an open transaction or a forgotten replication slot.';
  return used < endNear ? warning(check, found, mend) : fault(check, `${found} At the end the database takes no writes.`, mend);
}

/** What the database has not cleared: rows that nobody sees any more, and numbers of transactions. */
export async function checkBloat(db: Db): Promise<Finding[]> {
  const { rows: tables } = await db.execute<Table>(
    sql`select relname as name, n_live_tup::float8 as live, n_dead_tup::float8 as dead from pg_stat_user_tables
        where n_dead_tup >= n_live_tup order by n_dead_tup desc limit 1`,
  );
  const { rows } = await db.execute<{ used: number }>(
    sql`select age(datfrozenxid)::float8 as used from pg_database where datname = current_database()`,
  );
  return [judgeDeadRows(tables[0] ?? null), judgeTransactionNumbers(rows[0]?.used ?? 0)];
}
