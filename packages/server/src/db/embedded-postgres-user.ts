import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
  /** Who runs initdb, which refuses a user whom the machine knows by no name; null = the same. */
  maker: Omit<RunAs, 'maker'> | null;
};

/** PostgreSQL gets a clean environment: PGPORT, PGDATA or a locale of the machine must not reach it. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const ordinary: RunAs = { name: 'this user', prefix: [], owner: null, ids: {}, maker: null };

/** Whom earlier versions used: an id that other services of a machine share. */
export const nobodyId = process.platform === 'darwin' ? 4_294_967_294 : 65_534;
/** Ids that no distribution gives to anybody (systemd, "Users, Groups, UIDs and GIDs"), and that a container maps too. */
const firstFreeId = 60_578;
const freeIds = 606;

/** Ids that the machine knows by a name. */
function namedIds(): Set<number> {
  const named = ['/etc/passwd', '/etc/group']
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return new Set(named.map((line) => Number(line.split(':')[2])));
}

/** An id for the database of this folder alone: always the same one, so that its files need no new owner at each start. */
export function ownId(directory: string): number {
  const named = namedIds();
  const start = createHash('sha256').update(directory).digest().readUInt32BE(0);
  for (let step = 0; step < freeIds; step += 1) {
    const id = firstFreeId + ((start + step) % freeIds);
    if (!named.has(id)) return id;
  }
  return nobodyId;
}

const nobody: NonNullable<RunAs['maker']> = {
  name: 'nobody',
  prefix: [],
  owner: { uid: nobodyId, gid: nobodyId },
  ids: { uid: nobodyId, gid: nobodyId },
};

const passingHomes = (id: number): string[] => [
  ...['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
];

/**
 * Ways for root, best first. The first is an unprivileged user whom nobody else is, and whom a 0700 home on the way to the files shuts
 * out. The second stays root outside and is somebody else inside a user namespace, which Docker's default profile forbids.
 * The third keeps the one capability that passes such a home. The last is for a container that maps no such id.
 */
export const waysForRoot = (id: number): readonly RunAs[] => [
  { name: 'a user of its own', prefix: [], owner: { uid: id, gid: id }, ids: { uid: id, gid: id }, maker: nobody },
  {
    name: 'a user namespace',
    prefix: ['unshare', '--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--'],
    owner: { uid: 0, gid: 0 },
    ids: {},
    maker: null,
  },
  {
    name: 'a user of its own with CAP_DAC_OVERRIDE',
    prefix: passingHomes(id),
    owner: { uid: id, gid: id },
    ids: {},
    maker: { name: 'nobody', prefix: passingHomes(nobodyId), owner: nobody.owner, ids: {} },
  },
  { ...nobody, maker: null },
];

/** Gives a file tree to its future reader, when it is not his already: one look at the top decides. */
export function chownTree(path: string, owner: RunAs['owner']): void {
  if (!owner || statSync(path).uid === owner.uid) return;
  const give = (entry: string): void => {
    if (lstatSync(entry).isDirectory()) for (const name of readdirSync(entry)) give(join(entry, name));
    if (!lstatSync(entry).isSymbolicLink()) chownSync(entry, owner.uid, owner.gid);
  };
  give(path);
}

/** Whether `program` runs that way and may write into `directory`. */
function works(way: RunAs, program: string, directory: string): boolean {
  try {
    chownTree(directory, way.owner);
  } catch {
    // An id that this container does not map.
    return false;
  }
  const probe = ['/bin/sh', '-c', '"$1" --version >/dev/null && test -w "$2" && test -x "$2"', 'sh', program, directory];
  const [command, ...args] = [...way.prefix, ...probe];
  if (command === undefined) return false;
  return spawnSync(command, args, { ...way.ids, env: postgresEnv, stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/**
 * Finds a way to run `program` on `directory`, and gives the directory to that user.
 * @throws when root has no way: the message says what to do
 */
export function chooseRunAs(program: string, directory: string, ways: readonly RunAs[] = waysForRoot(ownId(directory))): RunAs {
  if (process.getuid?.() !== 0) return ordinary;
  const found = ways.find((way) => works(way, program, directory));
  if (found) return found;
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${directory} and ${program}. ` +
      `Start as an ordinary user, move DATA_DIR to a folder that others can enter, or set DATABASE_URL.`,
  );
}
