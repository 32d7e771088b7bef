import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { recordAct } from '../../console/operator-log.ts';
import { freeze, thaw } from '../../db/freeze.ts';
import * as tables from '../../db/schema.ts';
import { withPatientClient } from '../backup/snapshot.ts';

/** Whoever moves a database holds this lock: a move whose process died holds it no more. */
const lockNumber = 7_270_077;

/** A session that writes, also where the database takes no writes of others. Of all commands that move it, one has it. */
export async function withOldDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withPatientClient(url, 'clearframe move-database', async (client) => {
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockNumber]);
    if (!rows[0]?.held) throw new Error('Another command moves this database now. Nothing was changed.');
    return await work(client);
  });
}

/** @returns null where there is no such column yet, too */
export async function moveOf(client: pg.Client): Promise<tables.DatabaseMove | null> {
  const { rows } = await client.query<{ move: tables.DatabaseMove | null }>('select database_move as move from installation');
  return rows[0]?.move ?? null;
}

const mark = (client: pg.Client, state: tables.DatabaseMove['state'], to: string) =>
  client.query("update installation set database_move = jsonb_build_object('state', $1::text, 'to', $2::text, 'at', now())", [
    state,
    to,
  ]);

/** Written down first: a start that finds the mark is refused, and a death after it is seen. */
export async function beginMove(client: pg.Client, to: string): Promise<void> {
  await client.query('begin');
  await mark(client, 'moving', to);
  await recordAct(drizzle(client, { casing: 'snake_case', schema: tables }), {
    action: 'move-database',
    subject: to,
    detail: { state: 'begun' },
  });
  await client.query('commit');
  await freeze(client);
}

const recordEnd = (client: pg.Client, to: string, rows: number) =>
  recordAct(drizzle(client, { casing: 'snake_case', schema: tables }), {
    action: 'move-database',
    subject: to,
    detail: { state: 'ended', rows },
  });

/** The copy may be started from now on. Of the processes of the old machines none works on it. */
export async function openCopy(there: pg.Client, to: string, rows: number): Promise<void> {
  await there.query('begin');
  await there.query('delete from process');
  await there.query('update installation set database_move = null');
  await recordEnd(there, to, rows);
  await there.query('commit');
}

/** In the transaction that still holds every table: what was read is all that there is, and nothing comes after it. */
export async function endMove(client: pg.Client, to: string, rows: number): Promise<void> {
  await mark(client, 'moved', to);
  await recordEnd(client, to, rows);
  await client.query('commit');
}

/** As before the move. The mark goes last: whoever dies here undoes it again. */
export async function giveUpMove(client: pg.Client, why: string): Promise<void> {
  await thaw(client);
  await client.query('begin');
  await recordAct(drizzle(client, { casing: 'snake_case', schema: tables }), {
    action: 'move-database',
    detail: { state: 'given up', why },
  });
  await client.query('update installation set database_move = null');
  await client.query('commit');
}
