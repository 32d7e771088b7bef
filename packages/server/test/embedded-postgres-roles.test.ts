import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { runningPostgresUrl, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { embeddedPostgresBinaries } from '../src/db/embedded-postgres-binaries.ts';
import { postgresFiles } from '../src/db/embedded-postgres-files.ts';
import { chownTree, ownId, postgresEnv } from '../src/db/embedded-postgres-user.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { prepareQueue } from '../src/queue/install.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const ids = isRoot ? nobody : {};

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'clearframe-role-'));
  chmodSync(dir, 0o711);
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
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

/** The same address for another role, or with another password. */
function as(url: string, user: string, password: string): string {
  const other = new URL(url);
  Object.assign(other, { username: user, password });
  return other.href;
}

/** What `run` gets is the address of a server as earlier versions started it: everybody who reaches the socket is superuser. */
async function onOldServer(dataDir: string, run: (url: string) => Promise<unknown>): Promise<void> {
  const { initdb, postgres } = embeddedPostgresBinaries();
  const { root, data } = postgresFiles(dataDir);
  const socket = join(root, 'run');
  if (!existsSync(data)) {
    mkdirSync(socket, { recursive: true, mode: 0o700 });
    if (isRoot) for (const folder of [root, socket]) chownSync(folder, nobody.uid, nobody.gid);
    const auth = ['-U', 'postgres', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--locale=C'];
    const made = spawnSync(initdb, ['-D', data, ...auth], { ...ids, env: postgresEnv, cwd: '/', encoding: 'utf8' });
    expect(made.status, made.stderr).toBe(0);
  }
  const args = ['-D', data, '-k', socket, '-p', '5432', '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const server = spawn(postgres, args, { ...ids, env: postgresEnv, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve) => {
    server.stderr.on('data', (bytes) => {
      said += bytes;
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  await run(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`);
  server.kill('SIGINT');
  await once(server, 'exit');
}

/** Everything of ours that the role does not own. */
const strangers = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss', 'drizzle', 'extra') and c.relkind in ('r', 'p', 'v', 'm', 'S')
  and c.relowner <> current_user::regrole
  union all select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'pgboss', 'drizzle', 'extra') and p.proowner <> current_user::regrole
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const whoAmI =
  'select current_user::text as name, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user';
const noSuperuser = { name: 'clearframe', rolsuper: false, rolcreaterole: false, rolcreatedb: false };

/** Whether a process of that user may connect to a socket: it has to pass the folders and to write to it. */
const reaches = (path: string, uid: number): boolean =>
  spawnSync('/bin/sh', ['-c', 'test -S "$1" && test -w "$1"', 'sh', path], { uid, gid: uid }).status === 0;

describe('who may do what in the embedded PostgreSQL', () => {
  it('SEC-08 signs in as a role that is no superuser, by a password that only the server’s user can read', async () => {
    const dir = newDir();
    const server = await start(dir);
    expect(await ask(server.url, whoAmI)).toEqual([noSuperuser]);
    const file = join(dir, 'database.password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).uid).toBe(process.getuid?.());
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/);
    for (const [user, password] of [
      ['postgres', ''],
      ['postgres', readFileSync(file, 'utf8').trim()],
      ['clearframe', ''],
      ['clearframe', 'guessed'],
    ] as const)
      await expect(ask(as(server.url, user, password), 'select 1'), user).rejects.toThrow(/password/);
    await expect(ask(server.url, "copy (select 1) to program 'true'")).rejects.toThrow('permission denied');
    await expect(ask(server.url, "select pg_read_file('/etc/passwd')")).rejects.toThrow('permission denied');
  });

  it('OPS-01 migrates, makes its queue and its search index as that role', async () => {
    const server = await start(newDir());
    await migrateDatabase(server.url);
    await prepareQueue(server.url);
    expect(await ask(server.url, "select indexname from pg_indexes where indexname = 'media_search'")).toHaveLength(1);
    expect(await ask(server.url, strangers)).toEqual([]);
  });

  it.runIf(isRoot)('SEC-08 runs for root under an id that nobody else has, and lets no other reach its socket', async () => {
    const dir = newDir();
    const server = await start(dir);
    const id = statSync(join(dir, 'postgres', 'data')).uid;
    expect(id).toBe(ownId(postgresFiles(dir).root));
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain(`:${id}:`);
    const socket = join(new URL(server.url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
    expect([nobody.uid, 1_000, ownId('/another')].map((uid) => reaches(socket, uid))).toEqual([false, false, false]);
    expect(reaches(socket, id)).toBe(true);
  });

  it('OPS-04 changes a DATA_DIR of an earlier version in place, keeps all of it, and changes it once', async () => {
    const dir = newDir();
    await onOldServer(dir, async (url) => {
      await migrateDatabase(url);
      await prepareQueue(url);
      await ask(
        url,
        `create schema extra; create type extra.mood as enum ('calm'); create domain extra.small as int;
         create table extra.kept (n int generated always as identity, feeling extra.mood, old serial, part int) partition by range (part);
         create table extra.kept_one partition of extra.kept for values from (0) to (10);
         create sequence extra.alone; create view extra.seen as select * from extra.kept;
         create materialized view extra.copied as select 1 as n;
         create function extra.twice(int) returns int language sql as 'select $1 * 2';
         create procedure extra.nothing() language sql as '';
         create aggregate extra.total(int) (sfunc = int4pl, stype = int);
         insert into extra.kept (feeling, part) values ('calm', 1), ('calm', 2); insert into account (created_at) values (now())`,
      );
    });
    expect(existsSync(join(dir, 'database.password'))).toBe(false);
    const server = await start(dir);
    expect(await ask(server.url, whoAmI)).toEqual([noSuperuser]);
    expect(await ask(server.url, strangers)).toEqual([]);
    expect(await ask(server.url, 'select count(*)::int as n from extra.kept')).toEqual([{ n: 2 }]);
    expect(await ask(server.url, 'select count(*)::int as n from account')).toEqual([{ n: 1 }]);
    await migrateDatabase(server.url);
    await prepareQueue(server.url);
    await ask(
      server.url,
      "alter type extra.mood add value 'busy'; alter table extra.kept add more int; drop function extra.twice(int)",
    );
    await expect(ask(as(server.url, 'postgres', ''), 'select 1')).rejects.toThrow(/password/);
    if (isRoot) expect(statSync(postgresFiles(dir).data).uid).toBe(ownId(postgresFiles(dir).root));
    const before = statSync(join(postgresFiles(dir).data, 'pg_hba.conf')).mtimeMs;
    await server.stop();
    const again = await start(dir);
    expect(again.url).toBe(server.url);
    expect(statSync(join(postgresFiles(dir).data, 'pg_hba.conf')).mtimeMs).toBe(before);
    expect(await ask(again.url, 'select count(*)::int as n from extra.kept')).toEqual([{ n: 2 }]);
  });

  it('OPS-04 finishes what a start that died half way began: the password is there, the rules are not', async () => {
    const dir = newDir();
    await onOldServer(dir, (url) => ask(url, 'create table kept (n int)'));
    writeFileSync(join(dir, 'database.password'), `${'p'.repeat(43)}\n`, { mode: 0o600 });
    const server = await start(dir);
    expect(new URL(server.url).password).toBe('p'.repeat(43));
    expect(await ask(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  });

  it('SEC-08 follows no link that the database laid where its rules are written', async () => {
    const dir = newDir();
    const first = await start(dir);
    await first.stop();
    rmSync(join(dir, 'database.password'));
    const victim = join(dir, 'of-somebody-else');
    writeFileSync(victim, 'as it was', { mode: 0o644 });
    symlinkSync(victim, join(postgresFiles(dir).data, 'pg_hba.conf.unfinished'));
    const before = statSync(victim);
    await start(dir);
    expect(readFileSync(victim, 'utf8')).toBe('as it was');
    expect([statSync(victim).uid, statSync(victim).mode]).toEqual([before.uid, before.mode]);
  });

  it('OPS-04 makes a password anew when its file is lost, and keeps the data', async () => {
    const dir = newDir();
    const first = await start(dir);
    await ask(first.url, 'create table kept (n int)');
    await first.stop();
    rmSync(join(dir, 'database.password'));
    const second = await start(dir);
    expect(second.url).not.toBe(first.url);
    expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    expect(runningPostgresUrl(dir)).toBe(second.url);
  });

  it('takes up a backup: a copy with its owners, started in another folder', async () => {
    const dir = newDir();
    const server = await start(dir);
    await ask(server.url, 'create table kept (n int)');
    await server.stop();
    const copy = join(newDir(), 'data');
    expect(spawnSync('cp', ['-a', dir, copy]).status).toBe(0);
    const restored = await start(copy);
    expect(await ask(restored.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  });

  it.runIf(isRoot)('replaces a socket folder that an earlier version left to nobody', async () => {
    const deep = join(newDir(), 'd'.repeat(60), 'e'.repeat(60), 'data');
    const first = await start(deep);
    const run = new URL(first.url).searchParams.get('host') ?? '';
    undo.push(() => rmSync(run, { recursive: true, force: true }));
    await first.stop();
    writeFileSync(join(run, '.s.PGSQL.5432.lock'), '');
    chownTree(run, nobody);
    const again = await start(deep);
    expect(await ask(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
