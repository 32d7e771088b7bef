import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { librariesIn, unpackPackages } from './debian.ts';

/** Debian's own, where it is installed; else its package, unpacked. */
function findPrograms(): { folder: string; libraries: string | null } | { notRun: string } {
  const installed = '/usr/lib/postgresql';
  const [newest] = existsSync(installed) ? readdirSync(installed).sort().reverse() : [];
  if (newest !== undefined && existsSync(join(installed, newest, 'bin/initdb')))
    return { folder: join(installed, newest, 'bin'), libraries: null };
  const unpacked = unpackPackages('postgresql-15');
  if ('notRun' in unpacked) return unpacked;
  return { folder: join(unpacked.root, 'usr/lib/postgresql/15/bin'), libraries: librariesIn(unpacked.root) };
}

export type RealPostgres = { url: string; version: string; stop(): Promise<void> };

/** Nobody, where this is root: PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** A PostgreSQL as distributions ship it, on a port of this machine, with a database and a role that owns it and is no superuser. */
export async function startRealPostgres(port: number): Promise<RealPostgres | { notRun: string }> {
  const programs = findPrograms();
  if ('notRun' in programs) return programs;
  const { folder, libraries } = programs;
  const home = mkdtempSync(join(tmpdir(), 'clearframe-postgresql-'));
  const isRoot = process.getuid?.() === 0;
  chmodSync(home, 0o700);
  if (isRoot) chownSync(home, nobody.uid, nobody.gid);
  const options = {
    cwd: home,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
  };
  const as = isRoot ? { ...options, ...nobody } : options;
  const data = join(home, 'data');
  const made = spawnSync(join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'], {
    ...as,
    encoding: 'utf8',
  });
  if (made.status !== 0)
    return { notRun: `initdb of Debian's PostgreSQL failed: ${made.stderr.trim().split('\n').at(-1) ?? ''}` };
  const server = spawn(join(folder, 'postgres'), ['-D', data, '-p', String(port), '-k', home, '-h', '127.0.0.1'], {
    ...as,
    stdio: 'ignore',
  });
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const admin = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const version = await untilAnswers(admin);
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query("create role clearframe login password 'letters-and-digits'");
  await client.query('create database clearframe owner clearframe template template0');
  await client.end();
  return {
    url: `postgres://clearframe:letters-and-digits@127.0.0.1:${port}/clearframe`,
    version,
    async stop() {
      server.kill('SIGINT');
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string): Promise<string> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version ?? '';
    } catch {
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
