import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nobodyId, type RunAs } from './embedded-postgres-user.ts';
import { commandOf } from './process-info.ts';

/** A unix socket's path ends at 107 bytes (sun_path on Linux; 103 on macOS); the server appends its file name. */
const socketPathMaxBytes = 103;
const socketFile = '/.s.PGSQL.5432';

export type PostgresFiles = { root: string; data: string; pidFile: string };

export function postgresFiles(dataDir: string): PostgresFiles {
  const root = join(dataDir, 'postgres');
  const data = join(root, 'data');
  return { root, data, pidFile: join(data, 'postmaster.pid') };
}

/** Folder of the socket: beside the data, or a short one derived from the path when that is too deep. */
export function socketDirectory(root: string, temporary: string = tmpdir()): string {
  const fits = (directory: string) => Buffer.byteLength(directory + socketFile) <= socketPathMaxBytes;
  const beside = join(root, 'run');
  if (fits(beside)) return beside;
  const name = `clearframe-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  return fits(join(temporary, name)) ? join(temporary, name) : join('/tmp', name);
}

/** By the names of what PostgreSQL puts there: going through it, root could be led elsewhere by a link that its owner exchanges. */
function removeSocketDirectory(directory: string): void {
  for (const name of [socketFile, `${socketFile}.lock`]) rmSync(join(directory, name), { force: true });
  rmdirSync(directory);
}

/**
 * Makes the socket's folder, closed to everybody else.
 * @throws when a stranger made that folder first (it may lie in a shared /tmp)
 */
export function makeSocketDirectory(directory: string, owner: RunAs['owner']): void {
  const mine = process.getuid?.() ?? 0;
  // Left by an earlier version, under an id that the whole machine shares.
  if (mine === 0 && existsSync(directory) && lstatSync(directory).uid === nobodyId) removeSocketDirectory(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  if (!found.isDirectory() || (found.uid !== mine && found.uid !== owner?.uid))
    throw new Error(`The folder ${directory} belongs to somebody else. Remove it, or move DATA_DIR to a shorter path.`);
  if (owner) chownSync(directory, owner.uid, owner.gid);
  chmodSync(directory, 0o700);
}

/** Pid and socket folder that a running (or dead) server left in its lock file; null without a readable one. */
export function readPidFile(pidFile: string): { pid: number; socketDir: string } | null {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
  } catch {
    return null;
  }
}

/** Whether that process is a PostgreSQL on these very files, and not a stranger who got the number later. */
export function ownsData(pid: number, data: string): boolean {
  return commandOf(pid)?.includes(`postgres -D ${data} `) ?? false;
}

/**
 * Ends what a killed parent left: a server that still runs is stopped and waited for; a lock file that is empty, or whose
 * number a stranger has now, is removed, because the server would refuse to start. One whose process is gone stays: from it the server
 * learns which shared memory to look at for sessions that outlived their killed parent.
 * @throws when the old server has not ended after `timeoutMs`
 */
export async function clearLeftovers(
  { data, pidFile }: PostgresFiles,
  timeoutMs = 20_000,
): Promise<'none' | 'stale' | 'stopped'> {
  const left = readPidFile(pidFile);
  if (!left) return 'none';
  if (!ownsData(left.pid, data)) {
    if (!(left.pid > 0) || commandOf(left.pid) !== null) rmSync(pidFile, { force: true });
    return 'stale';
  }
  process.kill(left.pid, 'SIGINT');
  const deadline = Date.now() + timeoutMs;
  while (ownsData(left.pid, data)) {
    if (Date.now() > deadline) throw new Error(`A PostgreSQL of an earlier run (process ${left.pid}) does not end.`);
    await sleep(25);
  }
  return 'stopped';
}
