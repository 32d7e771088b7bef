import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { startRealPostgres } from '../packages/server/test/engines/postgresql.ts';
import { uploadUntilTaken } from './upload-until-taken.ts';

/**
 * An installation on the built-in database, with items and under uploads, moves to a PostgreSQL of Debian by `clearframe move-database`
 * (acceptance OPS-01, OPS-04). The server starts there, nothing that was acknowledged is missing, and the next picture is judged.
 */
const before = Number(process.argv[2] ?? 60);
const notRun = 77;
const program = join(import.meta.dirname, '../packages/cli/bin/clearframe.mjs');
const seconds = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 100) / 10;

function moveDatabase(dataDir: string, address: string): Promise<number> {
  const env = { ...process.env, CLEARFRAME_ENV_FILE: 'off', DATA_DIR: dataDir };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'move-database', address], { env }, (error, out, err) => {
      for (const line of `${out}${err}`.trim().split('\n')) console.log(`  ${line}`);
      resolve(typeof error?.code === 'number' ? error.code : (child.exitCode ?? 1));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Uploads without a pause, two at a time, until it is told to end. */
function load(server: Server, token: string) {
  const client = createClient({ baseUrl: server.url, token });
  const acknowledged: string[] = [];
  let isOver = false;
  const one = async (name: string): Promise<void> => {
    for (let n = 0; !isOver; n += 1) acknowledged.push(await uploadUntilTaken(client, `${name}-${n}`));
  };
  const running = Promise.all([one('a'), one('b')]);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await running;
    },
  };
}

const postgres = await startRealPostgres(await freePort());
if ('notRun' in postgres) {
  console.log(`not run: ${postgres.notRun}`);
  process.exit(notRun);
}
const port = String(await freePort());
const old = await startServer({ command: 'node', env: { PORT: port } });
const problems: string[] = [];
const check = (is: boolean, problem: string): void => void (is || problems.push(problem));
try {
  const person = await registerPerson(old, 'owner@example.com');
  old.grant(person.email, 100_000);
  const token = await person.createToken();
  const client = createClient({ baseUrl: old.url, token });
  const first = await Promise.all(Array.from({ length: before }, (_, n) => uploadUntilTaken(client, `before-${n}`)));
  const during = load(old, token);
  const begun = performance.now();
  const code = await moveDatabase(old.dataDir, postgres.url);
  const moveSeconds = seconds(begun);
  check(code === 0, `move-database ended with ${code}`);
  const takenBefore = during.acknowledged.length;
  await old.end('SIGINT');
  const refused = await startServer({ command: 'node', dataDir: old.dataDir, env: { PORT: port } }).then(
    async (server) => {
      await server.end('SIGINT');
      return null;
    },
    (error: unknown) => String(error),
  );
  check(refused?.includes('was moved at') ?? false, 'the old database was started again');
  const moved = await startServer({ command: 'node', dataDir: old.dataDir, env: { PORT: port, DATABASE_URL: postgres.url } });
  try {
    const refusedSeconds = seconds(begun);
    // Whoever was refused meanwhile repeats with the same key, and is taken now.
    await during.end();
    const id = await uploadUntilTaken(createClient({ baseUrl: moved.url, token }), 'on the new one');
    const items = [...first, ...during.acknowledged, id];
    for (const one of items) {
      let { moderation } = await createClient({ baseUrl: moved.url, token }).getMedia(one);
      while (!moderation) ({ moderation } = await createClient({ baseUrl: moved.url, token }).getMedia(one));
      check(moderation.passed, `${one} is not judged safe`);
    }
    const { pool, close } = createDb({ url: postgres.url, max: 1 });
    const { rows } = await pool.query(`select (select count(*)::int from media) as items,
      (select count(*)::int from usage_entry where kind = 'commit') as commits,
      (select count(*)::int from (select media_id from usage_entry where kind = 'commit' group by 1 having count(*) > 1) t) as twice,
      (select sum(reserved)::int from usage_period) as reserved`);
    await close();
    const ledger = rows[0];
    check(new Set(items).size === ledger.items, 'acknowledged uploads are missing, or there are more items');
    check(ledger.commits === ledger.items && ledger.twice === 0 && ledger.reserved === 0, 'the ledger does not add up');
    const load1 = loadavg()[0]?.toFixed(1);
    const figures = {
      postgres: postgres.version,
      before,
      takenBefore,
      acknowledged: items.length,
      ...ledger,
      moveSeconds,
      refusedSeconds,
    };
    console.log(JSON.stringify({ ...figures, load: load1 }));
  } finally {
    await moved.end('SIGINT');
  }
} finally {
  await old.end('SIGKILL');
  await postgres.stop();
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
