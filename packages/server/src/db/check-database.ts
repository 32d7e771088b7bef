import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { ConfigError } from '../config.ts';
import type { Db } from './client.ts';
import { isDatabaseFault } from './database-fault.ts';

const oldestVersion = 15;
/** A clock that is wrong by more than this is refused; past the second value it is told. */
const refusedMs = 30_000;
const toldMs = 2_000;
/** How often a database is asked that does not answer. */
const mostTries = 3;

export type DatabaseFacts = {
  /** As the server says it: `17.2 (Debian 17.2-1)`. */
  version: string;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  /** How far its clock is ahead of this machine's, at least; below 0 = behind. */
  aheadMs: number;
};

/** What there is to know of a server before anything is written to it. @param now this machine's clock, ms since epoch */
export async function readFacts(db: Db, now: () => number = Date.now): Promise<DatabaseFacts> {
  const { rows } = await db.execute<Omit<DatabaseFacts, 'aheadMs'>>(
    sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
          pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('The database says nothing of itself');
  const askedAt = now();
  const clock = await db.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  const answeredAt = now();
  const databaseMs = Number(clock.rows[0]?.ms);
  // It was told between asking and answer: only what lies outside is a difference.
  return { ...facts, aheadMs: Math.max(0, databaseMs - answeredAt) + Math.min(0, databaseMs - askedAt) };
}

export type DatabasePart = 'version' | 'writable' | 'encoding' | 'clock';

/** Why a start refuses a database: for each part that is wrong what it is, and what is accepted. */
export function databaseRefusals(facts: DatabaseFacts): { part: DatabasePart; found: string; accepted: string }[] {
  const { version, encoding, isStandby, isReadOnly, aheadMs } = facts;
  const refusals: ReturnType<typeof databaseRefusals> = [];
  if (Number.parseInt(version, 10) < oldestVersion)
    refusals.push({ part: 'version', found: `PostgreSQL ${version}`, accepted: `${oldestVersion} or later` });
  if (isStandby) refusals.push({ part: 'writable', found: 'a standby', accepted: 'the address of the primary' });
  else if (isReadOnly)
    refusals.push({ part: 'writable', found: 'transaction_read_only=on', accepted: 'a database that can be written' });
  if (encoding !== 'UTF8') refusals.push({ part: 'encoding', found: `the encoding ${encoding}`, accepted: 'UTF8' });
  if (Math.abs(aheadMs) > refusedMs)
    refusals.push({
      part: 'clock',
      found: clockDifference(aheadMs),
      accepted: `${refusedMs / 1_000} s at most. Set the clocks of both machines`,
    });
  return refusals;
}

/** `a clock 3 s behind this machine's`. */
export const clockDifference = (aheadMs: number): string =>
  `a clock ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;

/** A difference that is accepted, and worth a word. */
export const isClockOff = (aheadMs: number): boolean => Math.abs(aheadMs) > toldMs;

/**
 * Whether a server can be ours.
 * @param name the database without its password, as in `The database clearframe at db.example`
 * @returns a sentence for the operator where something is not as it should be; null = all is well
 * @throws ConfigError with one line for each reason why not
 */
export function judgeDatabase(name: string, facts: DatabaseFacts): string | null {
  const lines = databaseRefusals(facts).map(
    ({ found, accepted }) => `DATABASE_URL: ${name}: ${found} is not accepted: ${accepted}`,
  );
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return isClockOff(facts.aheadMs) ? `${name} has ${clockDifference(facts.aheadMs)}: times are the database's.` : null;
}

/**
 * Asks a database and judges it, before its tables are touched.
 * @returns as {@link judgeDatabase}, which also throws here
 * @throws ConfigError when it does not answer
 */
export async function checkDatabase(db: Db, name: string, pauseMs = 1_000): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return judgeDatabase(name, await readFacts(db));
    } catch (error) {
      if (!isDatabaseFault(error)) throw error;
      if (tries === mostTries) {
        const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : Object(error);
        throw new ConfigError(`DATABASE_URL: ${name} does not answer: ${message}`, { cause: error });
      }
      // It may be starting beside us.
      await sleep(pauseMs);
    }
  }
}
