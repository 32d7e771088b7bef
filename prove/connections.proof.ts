import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { createListener } from '../packages/server/src/db/listener.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { createPool } from '../packages/server/src/db/pool.ts';
import { poolMax } from '../packages/server/src/db/pool-max.ts';
import { createQueue } from '../packages/server/src/queue/index.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import { openTransactionPool } from '../packages/server/test/engines/pgbouncer.ts';

/**
 * How many connections there are at most (acceptance OPS-04). First one real machine under 200 uploads, straight to PostgreSQL and over a
 * PgBouncer by transaction. Then a fleet: 2 machines for HTTP, 2 for jobs, 25 with four analysis processes. These run our pools, queues
 * and listeners in this one process, every pool filled to its limit, because 100 analysis processes do not fit on a small machine.
 */
const [workers, uploads, atOnce] = [4, 200, 40];
/** Sessions that PgBouncer has with PostgreSQL at most, and all that a fleet may have there. */
const [poolSize, fleetMax] = [40, 70];
const notRun = 77;
const picture = readFileSync(join(import.meta.dirname, '../packages/engine/fixtures/benign/pears.webp'));

type Counts = Record<string, number>;
type Read = () => Promise<Counts>;

/** Looks again and again while the work lasts. @returns the most that was seen under each name, and in all */
async function countMost(read: Read, work: () => Promise<unknown>): Promise<Counts> {
  const most: Counts = {};
  const stopped = new AbortController();
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      const now = await read();
      const all = Object.values(now).reduce((sum, n) => sum + n, 0);
      for (const [name, n] of Object.entries({ ...now, all })) most[name] = Math.max(most[name] ?? 0, n);
      await sleep(20);
    }
  })();
  try {
    await work();
  } finally {
    stopped.abort();
    await looking;
  }
  return most;
}

/** A machine that does everything, under uploads. */
async function loadMachine(env: Record<string, string>): Promise<void> {
  const server = await startServer({ command: 'node', env: { ...env, WORKERS: String(workers) } });
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, uploads);
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });
    const todo = Array.from({ length: uploads }, (_, n) => String(n));
    const upload = async (): Promise<void> => {
      for (let caption = todo.pop(); caption !== undefined; caption = todo.pop())
        await client.upload({ media: new Blob([picture]), filename: 'pears.webp', caption, waitMs: 0 });
    };
    await Promise.all(Array.from({ length: atOnce }, upload));
  } finally {
    await server.stop();
  }
}

type Duties = Parameters<typeof poolMax>[1];

/** What one machine of a fleet connects with: its supervisor, its listener, and its processes, all of whose connections are in use. */
async function connectMachine(url: string, directUrl: string, processes: readonly Duties[]): Promise<() => Promise<void>> {
  const listener = createListener({ url: directUrl });
  const supervisor = createPool({ url, name: 'clearframe supervisor', max: 2 });
  const queue = createQueue({ pool: supervisor, listener: null, keeper: { directUrl } });
  await queue.start();
  const others = processes.map((duties) => {
    const max = poolMax(null, duties);
    return { max, handle: createPool({ url, name: `clearframe ${duties.join(' and ')}`, max }) };
  });
  const end = listener.hear('clearframe_live', { onPayload: () => undefined, onListening: () => undefined });
  const queues = others.map(({ handle }) => createQueue({ pool: handle, listener: null }));
  await Promise.all(queues.map((one) => one.start()));
  const isOver = new AbortController();
  const nap = 'select pg_sleep(0.002)';
  const lanes = others.flatMap(({ max, handle }) =>
    Array.from({ length: max + 2 }, async () => {
      while (!isOver.signal.aborted) await handle.pool.query(nap).catch(() => sleep(50));
    }).concat(
      (async () => {
        while (!isOver.signal.aborted) await handle.first.query(nap).catch(() => sleep(50));
      })(),
    ),
  );
  return async () => {
    isOver.abort();
    await Promise.all(lanes);
    await Promise.all([queue, ...queues].map((one) => one.stop()));
    end();
    await listener.close();
    await Promise.all([supervisor, ...others.map(({ handle }) => handle)].map(({ close }) => close()));
  };
}

const fleet: Duties[][] = [
  ...Array.from({ length: 2 }, (): Duties[] => [['http']]),
  ...Array.from({ length: 2 }, (): Duties[] => [['jobs']]),
  ...Array.from({ length: 25 }, () => Array.from({ length: 4 }, (): Duties => ['pictures', 'videos'])),
];

const databaseOf = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-connections-'));
chmodSync(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 400, mayCreateDatabases: true });
const { pool: admin, close: closeAdmin } = createPool({ url: postgres.url, max: 2 });
/** Under the names that our processes give themselves. */
const sessionsOf = (database: string) => async () => {
  const { rows } = await admin.query<{ name: string; n: number }>(
    'select application_name as name, count(*)::int as n from pg_stat_activity where datname = $1 group by 1',
    [database],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};

async function behindPool(): Promise<boolean> {
  const pool = await openTransactionPool(postgres.url, { size: poolSize });
  if ('notRun' in pool) {
    console.error(`not run: ${pool.notRun}`);
    process.exitCode = notRun;
    return true;
  }
  const { pool: desk, close: closeDesk } = createPool({ url: databaseOf(pool.urlOf(postgres.url), 'pgbouncer'), max: 1 });
  /** What clients of the pool there are, and how many sessions it and whoever passes it have with PostgreSQL. */
  const countBoth = async (database: string, work: () => Promise<unknown>): Promise<number> => {
    const readClients = async (): Promise<Counts> => {
      const { rows } = await desk.query<{ database: string; application_name: string }>('show clients');
      const counts: Counts = {};
      for (const one of rows.filter((row) => row.database === database))
        counts[one.application_name] = (counts[one.application_name] ?? 0) + 1;
      return counts;
    };
    let clients: Counts = {};
    const sessions = await countMost(sessionsOf(database), async () => {
      clients = await countMost(readClients, work);
    });
    console.log(`  ${database}, clients of PgBouncer:`, clients);
    console.log(`  ${database}, at PostgreSQL: ${sessions.all}, of which listen: ${sessions['clearframe listen']}`);
    return sessions.all ?? 0;
  };
  for (const name of ['machine', 'fleet']) await admin.query(`create database ${name}`);
  const urlsOf = (name: string) => ({
    direct: databaseOf(postgres.url, name),
    pooled: pool.urlOf(databaseOf(postgres.url, name)),
  });
  const machine = urlsOf('machine');
  await countBoth('machine', () => loadMachine({ DATABASE_URL: machine.pooled, DATABASE_DIRECT_URL: machine.direct }));
  const { direct, pooled } = urlsOf('fleet');
  await migrateDatabase(direct);
  await prepareQueue(direct);
  const most = await countBoth('fleet', async () => {
    const ends: (() => Promise<void>)[] = [];
    for (const processes of fleet) ends.push(await connectMachine(pooled, direct, processes));
    await sleep(5_000);
    await Promise.all(ends.map((end) => end()));
  });
  await closeDesk();
  await pool.close();
  return most <= fleetMax;
}

try {
  await admin.query('create database alone');
  const alone = () => loadMachine({ DATABASE_URL: databaseOf(postgres.url, 'alone') });
  console.log('  straight to PostgreSQL:', await countMost(sessionsOf('alone'), alone));
  const holds = await behindPool();
  console.log(holds ? '✓' : '✗');
  if (!holds) process.exitCode = 1;
} finally {
  await closeAdmin();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
