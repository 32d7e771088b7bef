import { fork } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { statement } from '../../src/db/schema.ts';
import type { TransparencyDatabase } from '../helpers/transparency-database.ts';
import type { KillStep } from './kill-step.ts';
import { countLine, type LineAccount, prepareAccount, walkLine } from './trust-line.ts';

type Where = { context: Context; url: string; dataDir: string; eu: TransparencyDatabase };
type Counted = Awaited<ReturnType<typeof countLine>>;

/** `statements` = of a walk that nobody killed. */
export type TrustKills = { killed: number; statements: number; faults: string[] };

/** Walks the line in a process of its own. @returns how many statements it made; null = it was killed */
function walkApart(step: KillStep): Promise<number | null> {
  const child = fork(join(import.meta.dirname, 'kill-step.ts'), [JSON.stringify(step)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let made: number | null = null;
    let said = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
    });
    child.on('message', (message: { statements: number }) => {
      made = message.statements;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(null);
      else if (code === 0) resolve(made);
      else reject(new Error(`The process ended with ${code}: ${said}`));
    });
  });
}

/** What goes together whatever was cut off: whoever is acknowledged is in the log, told to webhooks and mailed. */
function brokenPromises(found: Counted): string[] {
  const { acts, told, mails } = found;
  const pairs: Record<string, readonly number[]> = {
    'a notice, its entry, its event': [found.notices, acts.received, told.received],
    'a decided notice, its entry, its event': [found.noticesDecided, acts.decided, told.decided],
    'mails to the notifier': [found.notices + found.noticesDecided, mails.notifier],
    'two Fails of a decided notice': [2 * found.noticesDecided, found.fails],
    'a statement and its event': [found.statements, told.stated],
    'an appeal, its entry, its event': [found.appeals, acts.appealed, told.appealed],
    'a decided appeal, its entry, its event, its mail': [
      ...[found.appealsDecided, acts.appealDecided, told.appealDecided, mails.appellant],
      ...[found.reversed, found.passes],
    ],
    'an erasure and the author who is gone': [found.erasures, acts.erasing, 1 - found.authors],
    'a finished erasure, its entry, its event': [found.erasuresDone, acts.erased, told.erased],
    'items that an erasure counted, and those without their author': [found.itemsErased, 2 - found.linked],
  };
  return Object.entries(pairs).flatMap(([name, counts]) => (new Set(counts).size === 1 ? [] : [`${name}: ${counts.join(', ')}`]));
}

const atTheEnd: Counted = {
  notices: 1,
  noticesDecided: 1,
  fails: 2,
  passes: 1,
  statements: 2,
  reversed: 1,
  appeals: 1,
  appealsDecided: 1,
  reported: 2,
  erasures: 1,
  erasuresDone: 1,
  itemsErased: 2,
  authors: 0,
  linked: 0,
  acts: { received: 1, decided: 1, appealed: 1, appealDecided: 1, sent: 1, erasing: 1, erased: 1 },
  told: { received: 1, decided: 1, stated: 2, appealed: 1, appealDecided: 1, erased: 1 },
  mails: { notifier: 2, appellant: 1 },
};

/** The EU's database has each statement of the account once: it refuses a second one itself. */
async function unreported({ context, eu }: Where, { accountId }: LineAccount): Promise<string[]> {
  const rows = await context.db.select({ id: statement.id }).from(statement).where(sql`${statement.accountId} = ${accountId}`);
  return rows.flatMap(({ id }) => (eu.created.has(id) ? [] : [`the EU's database lacks ${id}`]));
}

/**
 * Kills a process before that statement of its walk, looks at what it left, goes on as whoever waits for it does, and looks again.
 * @returns null = the walk was over before
 */
async function killBefore(where: Where, before: number): Promise<string[] | number> {
  const { context, url, dataDir, eu } = where;
  const of = await prepareAccount(context, eu);
  const made = await walkApart({ url, dataDir, eu: eu.address, of, before });
  if (made !== null) return made;
  const left = brokenPromises(await countLine(context, of)).map((fault) => `left before ${before}: ${fault}`);
  await walkLine(context, of);
  const end = await countLine(context, of);
  const wrong = isDeepStrictEqual(end, atTheEnd) ? [] : [`after ${before}: ${JSON.stringify(end)}`];
  return [...left, ...wrong, ...(await unreported(where, of))];
}

/** Kills before each of these statements, in their order, until the walk is over before one. */
export async function killTrust(
  where: Where,
  places: Iterable<number>,
  print: (line: string) => void = () => undefined,
): Promise<TrustKills> {
  const result: TrustKills = { killed: 0, statements: 0, faults: [] };
  for (const before of places) {
    const found = await killBefore(where, before);
    if (typeof found === 'number') {
      result.statements = found;
      break;
    }
    result.killed += 1;
    result.faults.push(...found);
    if (result.killed % 10 === 0 || found.length > 0) print(`killed before statement ${before}, ${result.faults.length} faults`);
  }
  return result;
}
