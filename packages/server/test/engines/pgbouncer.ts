import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { librariesIn, unpackPackages } from './debian.ts';

/** A real PgBouncer by transaction: whoever asks twice may reach two sessions, and what one leaves behind reaches others. */
export type TransactionPool = {
  /** The same database, over the pool. */
  urlOf(url: string): string;
  /** Ends it at once, with all connections, and starts it again at the same place. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const port = 6432;
const nobody = 65_534;
const installed = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** It ends with its standard input, which closes however this process ends. */
const untilWeEnd = 'exec 3<&0; "$0" -q "$1" & pool=$!; { read -r _ <&3; kill -INT $pool; } & wait $pool';

/** @param folder a copy is put there, because other users may not pass to where packages are unpacked */
function findProgram(folder: string): { program: string; libraries: string } | { notRun: string } {
  const found = installed.find((path) => existsSync(path));
  if (found) return { program: found, libraries: '' };
  const unpacked = unpackPackages('pgbouncer');
  if ('notRun' in unpacked) return unpacked;
  const root = join(folder, 'root');
  cpSync(unpacked.root, root, { recursive: true, verbatimSymlinks: true });
  return { program: join(root, 'usr/sbin/pgbouncer'), libraries: librariesIn(root) };
}

/**
 * Starts one before the PostgreSQL at this address, whose databases it all serves.
 * @param postgresUrl a socket's folder in `host`
 * @param options `size`: how many sessions of PostgreSQL each database has at most
 * @returns why there is none, where PgBouncer cannot be had
 */
export async function openTransactionPool(
  postgresUrl: string,
  { size = 4 }: { size?: number } = {},
): Promise<TransactionPool | { notRun: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-pool-'));
  const found = findProgram(folder);
  if ('notRun' in found) {
    rmSync(folder, { recursive: true });
    return found;
  }
  const target = new URL(postgresUrl);
  const socketFolder = target.searchParams.get('host');
  const where = socketFolder ?? `${target.hostname} port=${target.port}`;
  const settings = [
    '[databases]',
    `* = host=${where} user=${target.username} password=${target.password}`,
    '[pgbouncer]',
    `listen_port = ${port}`,
    `unix_socket_dir = ${folder}`,
    // Only this user reaches the folder, and everybody there is let in.
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${size}`,
    'max_client_conn = 500',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  // It refuses to run as root, and only PostgreSQL's own user passes to its socket.
  const { uid, gid } = socketFolder === null ? { uid: nobody, gid: nobody } : statSync(socketFolder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file]) chownSync(path, uid, gid);
  chmodSync(folder, 0o700);
  const socket = join(folder, `.s.PGSQL.${port}`);
  const start = async () => {
    const child = spawn('sh', ['-c', untilWeEnd, found.program, file], {
      env: { ...process.env, LD_LIBRARY_PATH: found.libraries },
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(isRoot ? { uid, gid } : {}),
    });
    const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
    failed.catch(() => undefined);
    let said = '';
    child.stderr.on('data', (bytes) => {
      said += bytes;
    });
    const ended = once(child, 'exit');
    while (!existsSync(socket)) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
      await Promise.race([sleep(10), failed]);
    }
    return async () => {
      child.stdin.end();
      await ended;
    };
  };
  let end = await start();
  return {
    urlOf(url) {
      const changed = new URL(url);
      changed.port = String(port);
      changed.searchParams.set('host', folder);
      return changed.href;
    },
    async restart() {
      await end();
      end = await start();
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}
