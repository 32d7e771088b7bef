import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EmbeddedPostgresOptions, runningPostgresUrl, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { embeddedPostgresBinaries, hydrateSymlinks } from '../src/db/embedded-postgres-binaries.ts';
import { clearLeftovers, makeSocketDirectory, postgresFiles, socketDirectory } from '../src/db/embedded-postgres-files.ts';
import { chooseRunAs, ownId, waysForRoot } from '../src/db/embedded-postgres-user.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { commandOf } from '../src/db/process-info.ts';

const isRoot = process.getuid?.() === 0;
const fixture = fileURLToPath(new URL('./fixtures/postgres-process.ts', import.meta.url));
const nobody = 65_534;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function newDir(mode = 0o711): string {
  const dir = mkdtempSync(join(tmpdir(), 'clearframe-pg-'));
  chmodSync(dir, mode);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  undo.push(() => server.stop());
  return server;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  while (commandOf(pid) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Puts an ordinary user before a command: nobody where he can reach Node and this tree, else the namespace's nobody. */
function asNobody(command: string[]): { command: string[]; ids: { uid?: number; gid?: number } } {
  const ids = { uid: nobody, gid: nobody };
  const reaches = spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(fixture)})`], ids).status === 0;
  if (reaches) return { command, ids };
  return { command: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--', ...command], ids: {} };
}

/** A process of its own that has started the server, as an ordinary user when asked. */
async function startProcess(dataDir: string, user: 'same' | 'nobody' = 'same') {
  const plain = [process.execPath, fixture, dataDir];
  const { command, ids } = user === 'same' ? { command: plain, ids: {} } : asNobody(plain);
  if (user === 'nobody' && 'uid' in ids) chownSync(dataDir, nobody, nobody);
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], ...ids });
  undo.push(() => child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const said = z.object({ pid: z.number(), url: z.string(), runsAs: z.string() }).parse(JSON.parse(String(line)));
  return { child, ...said };
}

describe('the embedded PostgreSQL', () => {
  it('OPS-01 answers over a unix socket and over nothing else', async () => {
    const server = await start(newDir());
    expect(await ask(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await ask(server.url, "select upper('äß') as upper, current_setting('server_encoding') as enc")).toEqual([
      { upper: 'ÄSS', enc: 'UTF8' },
    ]);
  });

  it('closes socket and data to every other user', async () => {
    const dir = newDir();
    const server = await start(dir);
    const run = new URL(server.url).searchParams.get('host') ?? '';
    expect(statSync(run).mode & 0o077).toBe(0);
    expect(statSync(join(dir, 'postgres', 'data')).mode & 0o077).toBe(0);
  });

  it.runIf(isRoot)('starts as root, as somebody else', async () => {
    const server = await start(newDir());
    expect(server.runsAs).not.toBe('this user');
  });

  it.runIf(isRoot)('starts as root below a folder that shuts everybody else out', async () => {
    const home = newDir(0o700);
    const server = await start(join(home, 'clone', 'data'));
    expect(server.runsAs).not.toBe('a user of its own');
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(isRoot)('goes on when the folder was opened or shut between two starts', async () => {
    const home = newDir(0o711);
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    const open = await startEmbeddedPostgres({ dataDir, durable: false });
    await ask(open.url, 'create table kept (n int)');
    await open.stop();
    chmodSync(home, 0o700);
    const shut = await start(dataDir);
    expect(shut.runsAs).not.toBe(open.runsAs);
    expect(await ask(shut.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  });

  it.runIf(isRoot)('starts as an ordinary user', async () => {
    const { child, runsAs, url, pid } = await startProcess(newDir(), 'nobody');
    expect(runsAs).toBe('this user');
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.stdin.end();
    await once(child, 'exit');
    expect(commandOf(pid)).toBeNull();
  });

  it('says what to do when root has no way to run it', () => {
    const dir = newDir();
    const never = { name: 'never', prefix: ['/bin/false'], owner: null, ids: {}, maker: null };
    const { postgres } = embeddedPostgresBinaries();
    if (!isRoot) expect(chooseRunAs(postgres, dir, [never]).name).toBe('this user');
    else {
      expect(() => chooseRunAs(postgres, dir, [never])).toThrow(/ordinary user.*DATA_DIR.*DATABASE_URL/);
      expect(chooseRunAs(postgres, dir, [never, ...waysForRoot(ownId(dir))]).name).toBe('a user of its own');
    }
  });

  it('starts in a folder whose path is longer than a socket’s may be', async () => {
    const deep = join(newDir(), 'd'.repeat(60), 'e'.repeat(60), 'data');
    const server = await start(deep);
    const run = new URL(server.url).searchParams.get('host') ?? '';
    undo.push(() => rmSync(run, { recursive: true, force: true }));
    expect(Buffer.byteLength(deep)).toBeGreaterThan(107);
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(runningPostgresUrl(deep)).toBe(server.url);
    expect(socketDirectory(deep, '/x'.repeat(80))).toMatch(/^\/tmp\/clearframe-[0-9a-f]{16}$/);
  });

  it.runIf(isRoot)('does not take a socket folder that a stranger made', () => {
    const dir = join(newDir(), 'run');
    mkdirSync(dir);
    chownSync(dir, 4_242, 4_242);
    expect(() => makeSocketDirectory(dir, null)).toThrow('belongs to somebody else');
  });

  it('OPS-04 ends with its parent, even when that is killed', async () => {
    const dir = newDir();
    const { child, pid } = await startProcess(dir);
    expect(commandOf(pid)).toContain('postgres');
    child.kill('SIGKILL');
    await untilGone(pid);
    expect(runningPostgresUrl(dir)).toBeNull();
    const server = await start(dir);
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('OPS-04 starts at once after its parent was killed, while the old server still runs', async () => {
    const dir = newDir();
    const { child, pid, url } = await startProcess(dir);
    await ask(url, 'create table kept (n int); insert into kept values (7)');
    child.kill('SIGKILL');
    const server = await start(dir);
    expect(commandOf(pid)).toBeNull();
    expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('OPS-04 keeps what was committed when the server itself is killed', async () => {
    const dir = newDir();
    const server = await start(dir, { durable: true });
    await ask(server.url, 'create table kept (n int)');
    await ask(server.url, 'insert into kept values (1), (2)');
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    expect(runningPostgresUrl(dir)).toBeNull();
    const again = await start(dir);
    expect(await ask(again.url, 'select sum(n)::int as sum from kept')).toEqual([{ sum: 3 }]);
  });

  it('takes a lock file for stale when its number is gone or somebody else’s', async () => {
    const dir = newDir();
    const files = postgresFiles(dir);
    await (await start(dir)).stop();
    expect(commandOf(process.pid)).not.toBeNull();
    for (const [pid, stays] of [
      [process.pid, false],
      ['', false],
      // A server of its own learns from the file of a dead one whether sessions of it still write.
      [4_194_304, true],
    ] as const) {
      writeFileSync(files.pidFile, `${pid}\n${files.data}\n1\n5432\n/nowhere\n`);
      expect(await clearLeftovers(files)).toBe('stale');
      expect(existsSync(files.pidFile)).toBe(stays);
      writeFileSync(files.pidFile, `${pid}\n${files.data}\n1\n5432\n/nowhere\n`);
      const server = await start(dir);
      expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await server.stop();
    }
  });

  it('makes its files anew when an earlier start was killed half way', async () => {
    const dir = newDir();
    const { data, root } = postgresFiles(dir);
    mkdirSync(`${data}.unfinished`, { recursive: true });
    writeFileSync(join(`${data}.unfinished`, 'PG_VERSION'), '18\n');
    const server = await start(dir);
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(root)).not.toContain('data.unfinished');
  });

  it('refuses files of another major version and says what to do', async () => {
    const dir = newDir();
    mkdirSync(postgresFiles(dir).data, { recursive: true });
    writeFileSync(join(postgresFiles(dir).data, 'PG_VERSION'), '15\n');
    await expect(start(dir)).rejects.toThrow(/made by PostgreSQL 15, this is 18.*Dump/);
  });

  it('puts back the library links that an install without scripts loses', () => {
    const dir = newDir();
    mkdirSync(join(dir, 'native', 'lib'), { recursive: true });
    writeFileSync(join(dir, 'native', 'lib', 'libx.so.1.2'), 'library');
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
    writeFileSync(join(dir, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    hydrateSymlinks(dir);
    hydrateSymlinks(dir);
    expect(lstatSync(join(dir, 'native', 'lib', 'libx.so.1')).isSymbolicLink()).toBe(true);
    expect(statSync(join(dir, 'native', 'lib', 'libx.so.1')).size).toBe(7);
    expect(dirname(embeddedPostgresBinaries().postgres)).toContain('native');
  });

  it('migrates once when several processes start at the same time', async () => {
    const server = await start(newDir());
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(server.url)));
    const [row] = await ask(
      server.url,
      'select count(*)::int as n, count(distinct hash)::int as kinds from drizzle.__drizzle_migrations',
    );
    const { n, kinds } = z.object({ n: z.number(), kinds: z.number() }).parse(row);
    expect(n).toBe(kinds);
    expect(n).toBeGreaterThan(0);
  });
});
