import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How to run a program as somebody whom PostgreSQL accepts: it refuses to run as root. */
export type RunAs = {
  name: string;
  /** Put before the program; empty = run it directly. */
  prefix: readonly string[];
  /** Who owns the files; null = whoever runs this process. */
  owner: { uid: number; gid: number } | null;
  /** For spawn. */
  ids: { uid: number; gid: number } | Record<string, never>;
};

/** PostgreSQL gets a clean environment: PGPORT, PGDATA or a locale of the machine must not reach it. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const ordinary: RunAs = { name: 'this user', prefix: [], owner: null, ids: {} };
const nobodyId = process.platform === 'darwin' ? 4_294_967_294 : 65_534;
const nobodyIds = { uid: nobodyId, gid: nobodyId };

/**
 * Ways for root, best first. The first is a plain unprivileged user, whom a 0700 home on the way to the files shuts out.
 * The second stays root outside and is somebody else inside a user namespace, which Docker's default profile forbids.
 * The third keeps the one capability that passes such a home.
 */
const waysForRoot: readonly RunAs[] = [
  { name: 'nobody', prefix: [], owner: nobodyIds, ids: nobodyIds },
  {
    name: 'a user namespace',
    prefix: ['unshare', '--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--'],
    owner: { uid: 0, gid: 0 },
    ids: {},
  },
  {
    name: 'nobody with CAP_DAC_OVERRIDE',
    prefix: [
      'setpriv',
      `--reuid=${nobodyId}`,
      `--regid=${nobodyId}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ],
    owner: nobodyIds,
    ids: {},
  },
];

/** Gives a file tree to its future reader, when it is not his already: one look at the top decides. */
export function chownTree(path: string, owner: RunAs['owner']): void {
  if (!owner || statSync(path).uid === owner.uid) return;
  const walk = (entry: string): void => {
    if (lstatSync(entry).isDirectory()) for (const name of readdirSync(entry)) walk(join(entry, name));
    if (!lstatSync(entry).isSymbolicLink()) chownSync(entry, owner.uid, owner.gid);
  };
  walk(path);
}

/** Whether `program` runs that way and may write into `directory`. */
function works(way: RunAs, program: string, directory: string): boolean {
  chownTree(directory, way.owner);
  const probe = ['/bin/sh', '-c', '"$1" --version >/dev/null && test -w "$2" && test -x "$2"', 'sh', program, directory];
  const [command, ...args] = [...way.prefix, ...probe];
  if (command === undefined) return false;
  return spawnSync(command, args, { ...way.ids, env: postgresEnv, stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/**
 * Finds a way to run `program` on `directory`, and gives the directory to that user.
 * @throws when root has no way: the message says what to do
 */
export function chooseRunAs(program: string, directory: string, ways: readonly RunAs[] = waysForRoot): RunAs {
  if (process.getuid?.() !== 0) return ordinary;
  const found = ways.find((way) => works(way, program, directory));
  if (found) return found;
  throw new Error(
    `PostgreSQL does not run as root, and no other user may reach ${directory} and ${program}. Start as an ordinary user, move DATA_DIR to a folder that others may pass, or set DATABASE_URL.`,
  );
}

export { waysForRoot };
