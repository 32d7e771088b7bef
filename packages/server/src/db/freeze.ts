import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A look at who is there takes milliseconds, and a session ends within the next. */
const looks = 100;
const lookEveryMs = 100;

const ofRole = (action: string): string =>
  `select format('alter role %I in database %I ${action} default_transaction_read_only', session_user, current_database()) as statement`;

async function alterRole(client: pg.ClientBase, action: 'set' | 'reset'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(ofRole(action));
  await client.query(`${rows[0]?.statement ?? ''}${action === 'set' ? ' = on' : ''}`);
}

/** Ends sessions of our role that began before that moment, the caller's apart. @throws Error when some do not end */
async function endSessions(client: pg.ClientBase, before: Date): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const { rows } = await client.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and usename = session_user and backend_type = 'client backend'
         and pid <> pg_backend_pid() and backend_start <= $1`,
      [before],
    );
    if (rows.length === 0) return;
    await sleep(lookEveryMs);
  }
  throw new Error('Some database sessions do not end. Stop the machines that use it.');
}

/**
 * From now on the database takes no writes of our role, from whatever machine: every later session is read-only, and those that are there
 * end. Reading goes on. The caller's own session stays as it is.
 */
export async function freeze(client: pg.ClientBase): Promise<void> {
  await client.query('set default_transaction_read_only = off');
  await alterRole(client, 'set');
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  await endSessions(client, rows[0]?.at ?? new Date());
}

/** It takes writes again. Sessions that are read-only end, and come back. */
export async function thaw(client: pg.ClientBase): Promise<void> {
  await client.query('set default_transaction_read_only = off');
  await alterRole(client, 'reset');
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  await endSessions(client, rows[0]?.at ?? new Date());
}
