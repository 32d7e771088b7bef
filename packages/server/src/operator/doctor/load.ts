import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** The longest work of the server's own has 10 minutes. */
const longSeconds = 15 * 60;
/** From this share of the connections on somebody is refused soon. */
const fullShare = 0.8;

type Oldest = { pid: number; name: string; seconds: number };

/** Transactions of others than our role are seen where the role may see them. */
export async function checkTransactions(db: Db): Promise<Finding[]> {
  const { rows } = await db.execute<Oldest>(
    sql`select pid, coalesce(application_name, '') as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
        from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        order by xact_start limit 1`,
  );
  return [judgeTransaction(rows[0] ?? null)];
}

export function judgeTransaction(oldest: Oldest | null): Finding {
  const check = 'longest transaction';
  if (oldest === null) return ok(check, 'No transaction is open.');
  const { pid, name, seconds } = oldest;
  const found = `A transaction of "${name}" (process ${pid} of the database) has been open for ${seconds} s.`;
  if (seconds < longSeconds) return ok(check, found);
  return warning(check, found, `It keeps old rows from being cleared. If nobody needs it: select pg_terminate_backend(${pid});`);
}

type Connections = { used: number; max: number };

/** The least of what the server, the database and the role allow. */
export async function checkConnections(db: Db): Promise<Finding[]> {
  const { rows } = await db.execute<Connections>(
    sql`with here as (select datconnlimit as most from pg_database where datname = current_database()),
             mine as (select rolconnlimit as most from pg_roles where rolname = session_user)
        select used, max from (
          select count(*)::int as used,
                 current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max
            from pg_stat_activity where backend_type = 'client backend'
          union all
          select (select count(*)::int from pg_stat_activity where datname = current_database()), most from here where most >= 0
          union all
          select (select count(*)::int from pg_stat_activity where usename = session_user), most from mine where most >= 0
        ) limits order by used::float / greatest(max, 1) desc limit 1`,
  );
  const [fullest] = rows;
  return fullest ? [judgeConnections(fullest)] : [];
}

export function judgeConnections({ used, max }: Connections): Finding {
  const found = `${used} of ${max} connections are in use.`;
  if (used < max * fullShare) return ok('connections', found);
  return warning('connections', found, 'Raise max_connections, lower WORKERS, or put a pool such as PgBouncer between.');
}

/** Whether a commit waits until a second server has it. */
export type Standby = {
  /** Names of synchronous standbys that the server wants; '' = none. */
  wanted: string;
  /** How many of them are connected; null = the role may not see it. */
  connected: number | null;
  /** synchronous_commit */
  commit: string;
};

export async function readStandby(db: Db): Promise<Standby | null> {
  const { rows } = await db.execute<Standby>(
    sql`select current_setting('synchronous_standby_names') as wanted, current_setting('synchronous_commit') as commit,
          case when exists (select 1 from pg_stat_replication where sync_state is null) then null
               else (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) end as connected`,
  );
  return rows[0] ?? null;
}

/** @param isFleet several machines share the database: then losing its disk loses what was acknowledged to all of them */
export function judgeStandby({ wanted, connected, commit }: Standby, isFleet: boolean): Finding {
  const check = 'synchronous standby';
  if (commit === 'off' || (commit === 'local' && wanted !== ''))
    return warning(
      check,
      `synchronous_commit=${commit}: a crash can lose uploads that were acknowledged.`,
      'Set synchronous_commit to on for this database.',
    );
  if (wanted === '') {
    if (!isFleet) return ok(check, 'None is set. One server holds the database.');
    const mend = 'Add a standby, and name it in synchronous_standby_names.';
    return warning(check, 'None is set: losing the database server can lose acknowledged uploads.', mend);
  }
  if (connected === null) return ok(check, `${wanted} is set. This role may not see whether it is connected.`);
  if (connected > 0) return ok(check, `${connected} connected (${wanted}).`);
  return fault(
    check,
    `None is connected, so every commit waits (${wanted}).`,
    'Start the standby, or change synchronous_standby_names.',
  );
}
