import {
  clockDifference,
  type DatabaseFacts,
  type DatabasePart,
  databaseRefusals,
  isClockOff,
  readFacts,
} from '../../db/check-database.ts';
import type { Db } from '../../db/client.ts';
import { type MigrationState, readMigrations } from '../../db/migrate.ts';
import { missingLimits } from '../../db/missing-limits.ts';
import { monthsAhead, readParts } from '../../db/partitions/partitioned-tables.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const mends: Record<DatabasePart, string> = {
  version: 'Move to PostgreSQL 15 or later.',
  writable: 'Point DATABASE_URL at the primary, and make sure that it takes writes.',
  encoding: 'Make a new database with the encoding UTF8, and load a dump into it.',
  clock: 'Set the clocks of both machines by NTP.',
};

/** What a start would ask of the server itself. */
export function judgeFacts(facts: DatabaseFacts): Finding[] {
  const refusals = databaseRefusals(facts);
  const clock = isClockOff(facts.aheadMs)
    ? warning(
        'database clock',
        `The database has ${clockDifference(facts.aheadMs)}. The server uses the database's.`,
        mends.clock,
      )
    : ok('database clock', "The clock agrees with this machine's.");
  const fine: Record<DatabasePart, Finding> = {
    version: ok('database version', `PostgreSQL ${facts.version}.`),
    writable: ok('database writable', 'The database is a primary and takes writes.'),
    encoding: ok('database encoding', `${facts.encoding}.`),
    clock,
  };
  const parts: DatabasePart[] = ['version', 'writable', 'encoding', 'clock'];
  return parts.map((part) => {
    const refusal = refusals.find((one) => one.part === part);
    if (!refusal) return fine[part];
    return fault(`database ${part}`, `Not accepted: ${refusal.found}. Accepted: ${refusal.accepted}.`, mends[part]);
  });
}

export const checkFacts = async (db: Db): Promise<Finding[]> => judgeFacts(await readFacts(db));

const migrations = 'database tables';

export function judgeMigrations({ waiting, isEmpty, isNewer }: MigrationState): Finding {
  if (isEmpty) return warning(migrations, 'The database has no tables yet.', 'Start the server. The first start makes them.');
  if (isNewer)
    return warning(migrations, 'A newer version made the tables.', 'Bring this machine to the version that the others run.');
  if (waiting > 0)
    return warning(
      migrations,
      `${waiting === 1 ? '1 migration waits' : `${waiting} migrations wait`}.`,
      'Start the server. Each start brings the tables up to date.',
    );
  return ok(migrations, 'The tables are up to date.');
}

export const checkMigrations = async (db: Db): Promise<Finding[]> => [judgeMigrations(await readMigrations(db))];

export async function checkLimits(db: Db): Promise<Finding[]> {
  const missing = await missingLimits(db);
  if (missing.length === 0) return [ok('time limits', 'Statements, locks and idle transactions have time limits.')];
  const mend =
    'Start the server, which sets them for its role. Where it may not, set them yourself for the role in this database.';
  return [warning('time limits', `Sessions have no ${missing.join(', no ')}.`, mend)];
}

const months = 'months of tables';

/** @param ahead months to come that every table has a part for */
export function judgeMonths(ahead: number): Finding {
  if (ahead >= monthsAhead) return ok(months, `Tables have parts for ${ahead} months to come.`);
  return warning(
    months,
    `Tables have parts for ${ahead === 1 ? '1 month' : `${ahead} months`} to come, and should have them for ${monthsAhead}.`,
    'Start a process with the role jobs, which makes them within a minute. Look for a backup or a long transaction that locks the tables.',
  );
}

/** Nothing where a waiting migration puts them into months. */
export async function checkMonths(db: Db): Promise<Finding[]> {
  const { rows } = await db.execute("select from pg_class where oid = to_regclass('public.delivery_attempt') and relkind = 'p'");
  return rows.length === 0 ? [] : [judgeMonths((await readParts(db)).ahead)];
}
