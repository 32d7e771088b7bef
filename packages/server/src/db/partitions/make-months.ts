import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../client.ts';
import { longTransaction } from '../long-transaction.ts';
import { type Month, monthAfter } from './month.ts';
import { listMonths, monthsAhead, type PartitionedTable, partitionedTables } from './partitioned-tables.ts';

/**
 * Everybody who comes after us waits with us. And where somebody who waits for us holds what we wait for, we give up before PostgreSQL
 * ends either, which it does after a second.
 */
const lockMs = 400;
/** Reading a large default part through locks nobody out. */
const readMs = 30 * 60_000;
/** Any number: whoever holds this lock changes parts. */
const turn = 7_270_015;

const name = (text: string): SQL => sql.raw(`"${text}"`);
const isWithin = (key: string, { from, to }: Month): SQL =>
  sql.raw(`"${key}" is not null and "${key}" >= '${from}' and "${key}" < '${to}'`);
const checkOf = (table: string, month: Month) => `${table}_default_not_${month.name}`;

/** Others hold the lock: the next sweep tries again. */
function isBusy(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && /^(?:55P03|40P01)$/.test(String(one.code))) return true;
  return false;
}

/** Runs a change of parts, one process at a time. @returns false when somebody else is at it, or keeps the tables locked */
async function change(db: Db, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    return await longTransaction(db, readMs, async (tx) => {
      await tx.execute(
        sql`select set_config('lock_timeout', ${String(lockMs)}, true), set_config('clearframe.moving', 'on', true)`,
      );
      const { rows } = await tx.execute<{ ours: boolean }>(sql`select pg_try_advisory_xact_lock(${turn}) as ours`);
      if (!rows[0]?.ours) return false;
      await work(tx);
      return true;
    });
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

const has = async (db: Db | Tx, query: SQL): Promise<boolean> =>
  (await db.execute(sql`select 1 where exists (${query})`)).rows.length > 0;

const isThere = (table: string, month: Month) => sql`select from pg_inherits join pg_class part on part.oid = inhrelid
  where part.relname = ${`${table}_${month.name}`}`;

/** The whole before its parts, as those lock who read: they wait before they hold anything that we wait for. */
async function lockWhole(tx: Tx, table: string, part: SQL): Promise<void> {
  await tx.execute(sql`lock table only ${name(table)} in access exclusive mode`);
  await tx.execute(sql`lock table ${part} in access exclusive mode`);
}

/** Items before what refers to them, as those lock who write both. A new part's references lock what they refer to. */
async function lockBoth(tx: Tx, refersTo: readonly string[], part: SQL): Promise<void> {
  for (const one of refersTo) await tx.execute(sql`lock table ${name(one)} in share row exclusive mode`);
  await tx.execute(sql`lock table ${part} in access exclusive mode`);
}

/** The month that runs already gets a part while nothing lies in the table: on a new installation. */
async function makeRunning(db: Db, { table, refersTo }: PartitionedTable, month: Month): Promise<boolean> {
  const part = name(`${table}_default`);
  if (await has(db, sql`select from ${part}`)) return false;
  let made = false;
  await change(db, async (tx) => {
    await lockBoth(tx, refersTo, name(table));
    if ((await has(tx, isThere(table, month))) || (await has(tx, sql`select from ${part}`))) return;
    const within = sql.raw(`from ('${month.from}') to ('${month.to}')`);
    await tx.execute(sql`create table ${name(`${table}_${month.name}`)} partition of ${name(table)} for values ${within}`);
    made = true;
  });
  return made;
}

/**
 * A month to come. PostgreSQL reads the default part through, and locks it meanwhile, unless a check says that nothing of the month lies
 * there. So a check comes first, which old ids of chance keep from being true: they move in the transaction that makes the month.
 */
async function makeComing(db: Db, { table, key, refersTo }: PartitionedTable, month: Month): Promise<boolean> {
  const [parent, part, own] = [name(table), name(`${table}_default`), name(`${table}_${month.name}`)];
  const check = checkOf(table, month);
  const isChecked = sql`select from pg_constraint where conname = ${check}`;
  const inTheWay = sql`select from ${part} where ${isWithin(key, month)}`;
  const validate = sql`alter table ${part} validate constraint ${name(check)}`;
  const isReady = await change(db, async (tx) => {
    if ((await has(tx, isThere(table, month))) || (await has(tx, isChecked))) return;
    await tx.execute(sql`alter table ${part} add constraint ${name(check)} check (not (${isWithin(key, month)})) not valid`);
  });
  if (!isReady || !(await has(db, isChecked))) return false;
  if (!(await has(db, inTheWay))) await change(db, async (tx) => void (await tx.execute(validate)));
  return await change(db, async (tx) => {
    if (await has(tx, isThere(table, month))) return;
    await tx.execute(sql`create table ${own} (like ${parent} including defaults including constraints including storage)`);
    await tx.execute(sql`with gone as (delete from ${part} where ${isWithin(key, month)} returning *)
      insert into ${own} select * from gone`);
    await tx.execute(validate);
    await lockBoth(tx, refersTo, part);
    const within = sql.raw(`from ('${month.from}') to ('${month.to}')`);
    await tx.execute(sql`alter table ${parent} attach partition ${own} for values ${within}`);
    await tx.execute(sql`alter table ${part} drop constraint ${name(check)}`);
  });
}

/**
 * Makes what is missing of the months to come, for every table in parts. Nobody waits longer than two seconds: where a lock is not to be
 * had, the next call goes on.
 * @returns how many months were made
 * @throws the signal's reason
 */
export async function makeMonths(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const known = await listMonths(db);
  let made = 0;
  for (const one of partitionedTables) {
    const before = made;
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      signal?.throwIfAborted();
      const month = monthAfter(now, ahead);
      if (known.get(one.table)?.includes(month.name)) continue;
      if (await (ahead === 0 ? makeRunning(db, one, month) : makeComing(db, one, month))) made += 1;
      // Somebody keeps the table locked, and is not asked again and again.
      else if (ahead > 0) break;
    }
    // PostgreSQL gathers by itself what it knows of parts, and nothing of the whole.
    if (made > before) await change(db, async (tx) => void (await tx.execute(sql`analyze ${name(one.table)}`)));
  }
  return made;
}

/**
 * A month that was begun and never finished keeps its rows out of the default part: once it runs, they would have nowhere to go. So what
 * keeps them out goes a day ahead. Called before anything is served, and after each try to make months.
 */
export async function dropStaleChecks(db: Db): Promise<void> {
  for (const { table } of partitionedTables) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select conname as name from pg_constraint where conname ~ ${`^${table}_default_not_[0-9]{4}_[0-9]{2}$`}
        and right(conname, 7) <= to_char((now() + interval '1 day') at time zone 'UTC', 'YYYY_MM')`,
    );
    // Somebody else may do the same, or finish the month, at this moment. A lock that is not to be had is for the next sweep.
    for (const row of rows)
      await change(
        db,
        async (tx) =>
          void (await tx.execute(sql`alter table ${name(`${table}_default`)} drop constraint if exists ${name(row.name)}`)),
      );
  }
}

/** Drops months that ended a month ago and hold nothing any more. @returns how many */
export async function dropEmptyMonths(db: Db, now: Date): Promise<number> {
  let dropped = 0;
  for (const [table, months] of await listMonths(db))
    for (const month of months) {
      const part = name(`${table}_${month}`);
      if (month >= monthAfter(now, -1).name || (await has(db, sql`select from ${part}`))) continue;
      await change(db, async (tx) => {
        await lockWhole(tx, table, part);
        if (await has(tx, sql`select from ${part}`)) return;
        await tx.execute(sql`drop table ${part}`);
        dropped += 1;
      });
    }
  return dropped;
}
