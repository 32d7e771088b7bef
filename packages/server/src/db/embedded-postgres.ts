import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedPostgresBinaries, type PostgresBinaries } from './embedded-postgres-binaries.ts';
import {
  clearLeftovers,
  makeSocketDirectory,
  ownsData,
  type PostgresFiles,
  postgresFiles,
  readPidFile,
  socketDirectory,
} from './embedded-postgres-files.ts';
import { ownRole, prepareClosing, readDatabasePassword } from './embedded-postgres-roles.ts';
import { chooseRunAs, chownTree, postgresEnv, type RunAs } from './embedded-postgres-user.ts';

export type EmbeddedPostgresOptions = {
  /** Absolute; the server's files lie in `postgres/` below it. */
  dataDir: string;
  maxConnections?: number;
  /** false = no fsync: for tests, whose data nobody misses. */
  durable?: boolean;
  /** For tests: the server's role makes a database for each of them. */
  mayCreateDatabases?: boolean;
  /** Lines of the server's log once it is ready. */
  onLog?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** Connection string over the unix socket. */
  url: string;
  pid: number;
  /** How it runs: this user, nobody, … */
  runsAs: string;
  /** Resolves when the server ended, for whatever reason. */
  ended: Promise<void>;
  /** Stops in order: sessions are ended, the data is written. */
  stop(): Promise<void>;
};

/**
 * Runs the server and ends it when its parent is gone: the parent holds the pipe that `read` waits for, and the kernel
 * closes it however the parent ends, kill -9 included. Once in order, then by force after 10 s. The guard keeps no lock:
 * it may outlive a killed shell for a moment.
 */
const watchdog = `
"$@" 3<&- </dev/null & server=$!
( read -r _ <&3; kill -INT "$server"; n=0
  while kill -0 "$server"; do n=$((n+1)); [ "$n" -eq 100 ] && kill -QUIT "$server"; sleep 0.1; done
) 2>/dev/null 9>&- & guard=$!
exec 3<&-
wait "$server"; code=$?
kill "$guard" 2>/dev/null
exit "$code"`;

/** Lets a flock (where the machine has one) refuse a second server on the same files, from another container too. */
const exclusive =
  'if command -v flock >/dev/null; then exec 9>>"$1"; flock -w 10 9 || { echo "FATAL: the files are in use" >&2; exit 75; }; fi; shift\n';

/** A server that an earlier version still runs knows no password. */
function urlOf(socketDir: string, dataDir: string): string {
  const password = readDatabasePassword(dataDir);
  const who = password === null ? 'postgres' : `${ownRole}:${password}`;
  return `postgresql://${who}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** Connection string of the server that runs on this data directory now; null when none does. */
export function runningPostgresUrl(dataDir: string): string | null {
  const files = postgresFiles(dataDir);
  const lock = readPidFile(files.pidFile);
  return lock && ownsData(lock.pid, files.data) ? urlOf(lock.socketDir, dataDir) : null;
}

/** Makes the data directory in a side room and moves it into place, so that a killed start leaves no half-made one. */
function initialise(binaries: PostgresBinaries, files: PostgresFiles, runAs: RunAs): void {
  if (existsSync(join(files.data, 'PG_VERSION'))) {
    const found = readFileSync(join(files.data, 'PG_VERSION'), 'utf8').trim();
    if (found !== binaries.major)
      throw new Error(
        `${files.data} was made by PostgreSQL ${found}, this is ${binaries.major}. ` +
          `Dump it with the old version, then load it into a new DATA_DIR.`,
      );
    return;
  }
  const maker = runAs.maker ?? runAs;
  // Beside the server's own folder, which its maker may not pass where that is somebody else.
  const unfinished = `${runAs.maker ? files.root : files.data}.unfinished`;
  for (const left of [`${files.root}.unfinished`, `${files.data}.unfinished`]) rmSync(left, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  chownTree(unfinished, maker.owner);
  const [command, ...args] = [
    ...maker.prefix,
    binaries.initdb,
    ...['-D', unfinished, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=PG_UNICODE_FAST', '--data-checksums'],
  ];
  const made = spawnSync(command ?? '', args, { ...maker.ids, env: postgresEnv, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The database could not be made: ${made.error?.message ?? made.stderr.trim()}`);
  chownTree(unfinished, runAs.owner);
  renameSync(unfinished, files.data);
}

/** Waits for the server's own word; its lines before that become the error when it ends instead. */
function untilReady(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const early: string[] = [];
    let ready = false;
    const { stderr } = child;
    if (!stderr) return reject(new Error('PostgreSQL started without a log'));
    createInterface({ input: stderr }).on('line', (line) => {
      if (ready) return onLog(line);
      early.push(line);
      if (!line.includes('ready to accept connections')) return;
      ready = true;
      resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit ${code}): ${early.slice(-5).join(' | ')}`)));
  });
}

/**
 * Starts a real PostgreSQL on `dataDir`, reachable over a unix socket only. The caller holds the directory's lock: a
 * server that an earlier, killed run left there is stopped first. It ends when this process ends, however that happens.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = embeddedPostgresBinaries();
  const files = postgresFiles(options.dataDir);
  mkdirSync(files.root, { recursive: true, mode: 0o700 });
  await clearLeftovers(files);
  const runAs = chooseRunAs(binaries.postgres, files.root);
  if (existsSync(files.data)) chownTree(files.data, runAs.owner);
  initialise(binaries, files, runAs);
  const closing = { dataDir: options.dataDir, data: files.data, runAs, mayCreateDatabases: options.mayCreateDatabases ?? false };
  const closeIt = prepareClosing(closing);
  const socketDir = socketDirectory(files.root);
  makeSocketDirectory(socketDir, runAs.owner);

  const unsafe = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const [command, ...args] = [
    ...runAs.prefix,
    ...['/bin/sh', '-c', exclusive + watchdog, 'sh', join(files.root, 'lock'), binaries.postgres],
    ...['-D', files.data, '-k', socketDir, '-p', '5432', '-c', 'listen_addresses=', '-c', 'log_checkpoints=off'],
    ...['-c', `max_connections=${options.maxConnections ?? 100}`, '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ...(options.durable === false ? unsafe : []),
  ];
  // Detached: Ctrl+C in a terminal goes to the whole group, and the database must outlive the requests under way.
  const child = spawn(command ?? '', args, {
    ...runAs.ids,
    env: postgresEnv,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      // Was the shell itself killed, the guard now ends the server that it left.
      for (const pipe of child.stdio) pipe?.destroy();
      resolve();
    }),
  );
  await untilReady(child, options.onLog ?? (() => undefined));
  try {
    await closeIt?.(socketDir);
  } catch (cause) {
    child.kill('SIGTERM');
    for (const pipe of child.stdio) pipe?.destroy();
    await ended;
    throw new Error(`The database in ${files.data} could not be given a role of its own. It was left as it is.`, { cause });
  }
  const pid = readPidFile(files.pidFile)?.pid ?? 0;
  return {
    url: urlOf(socketDir, options.dataDir),
    pid,
    runsAs: runAs.name,
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null && ownsData(pid, files.data)) process.kill(pid, 'SIGINT');
      await ended;
    },
  };
}
